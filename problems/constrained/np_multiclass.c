/**
 * @file np_multiclass.c
 * @brief Neyman-Pearson classification of several classes: the least loss on one of them at a
 *        bounded loss on each of the others.
 *
 *     min  L_t(x)   s.t.  L_k(x) - (K - 1) r <= 0 for every class k but t,   |x| <= sqrt(K) radius
 *     L_k(x) = mean over the rows a of class k of sum_{l != k} phi((x_k - x_l).a),   x_0 = 0
 *
 * x holds x_0 .. x_{K-1} one after another. Each class but t is a component of its own, so a method
 * may ask about a few of K - 1 constraints a step. At x = 0 the sigmoid loss has L_k = (K - 1)/2.
 *
 * Source:    Liu & Xu, arXiv:2501.19214v2 name the experiment; its settings are not known here. The
 *            form, with |x_k| <= radius = 0.3 and r = 0.5, is the usual one, from memory.
 * Deviation: one ball as large as the product of the sources' K balls; r = 0.45, since 0 is on the
 *            border with 0.5.
 * Counts:    a row counts once, however many classes there are.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/common/convex_bound.h"
#include "problems/common/group_risk.h"
#include "problems/common/limited_optimum.h"
#include "problems/common/losses.h"
#include "problems/common/penalty.h"
#include "problems/common/round_hinge.h"
#include "problems/common/task.h"
#include "problems/constrained/parts/constrained_metrics.h"

typedef struct {
    lf_task_params task;
    int loss; /* an lf_loss */
    size_t classes, target;
    double r, radius;
    int rho_mode;
    size_t svio_steps;
    lf_penalty_params penalty;
} np_multi_params;

typedef struct {
    lf_constrained_common common; /* must be first */
    lf_task task;
    size_t K;
    double *label;             /* of the table's rows: 0, 1, ... */
    size_t *start;             /* K + 1: where the classes begin in `row` */
    uint32_t *row;             /* training rows of class t, then of the others in their order */
    lf_group_risk risk;        /* group 0 is class t */
    lf_outer constraint_outer; /* z - (K - 1) r */
    lf_component objective, *constraint;
    lf_part *part;    /* train, objective, constraints, then each group */
    char (*name)[32]; /* K: of the groups */
    lf_penalised penalised;
} np_multi_state;

/* Labels -1 and +1 are the classes 0 and 1; K, unless it is given, is one more than the largest. */
static lf_status np_multi_label(np_multi_state *s, const np_multi_params *p) {
    const lf_data *data = s->task.data;
    double most = 1;
    if (data->pixel)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s holds images; np_multiclass needs a table of features, such as "
                       "mnist50",
                       data->name);
    s->label = malloc((data->rows + 1) * sizeof *s->label);
    if (!s->label) return lf_fail(LF_NO_MEMORY, "no memory for %zu labels", data->rows);
    for (size_t i = 0; i < data->rows; i++) {
        s->label[i] = fmax(data->label[i], 0);
        most = fmax(most, s->label[i]);
    }
    s->K = p->classes > 0 ? p->classes : (size_t)most + 1;
    if (s->K > 1 && s->K <= (size_t)most + 1 && p->target < s->K) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "np_multiclass: classes = %zu, target = %zu: data set %s has the classes 0 to "
                   "%zu; take two of them at least, and the target among them",
                   p->classes, p->target, data->name, (size_t)most);
}

/* Group of class c: t first, the others in their order. */
static size_t np_multi_group(double c, size_t target) {
    const size_t k = (size_t)c;
    return k == target ? 0 : k < target ? k + 1 : k;
}

/* The training rows of the K classes, group by group. */
static lf_status np_multi_divide(np_multi_state *s, size_t target) {
    const lf_task *task = &s->task;
    s->start = calloc(s->K + 2, sizeof *s->start);
    s->row = malloc((task->n_train + 1) * sizeof *s->row);
    if (!s->start || !s->row) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", task->n_train);
    /* start[k + 2] counts group k; then start[k + 1] is where its next row goes */
    for (size_t i = 0; i < task->n_train; i++)
        if (s->label[task->train[i]] < (double)s->K)
            s->start[np_multi_group(s->label[task->train[i]], target) + 2]++;
    for (size_t k = 0; k < s->K; k++) {
        if (s->start[k + 2] == 0)
            return lf_fail(LF_BAD_INPUT,
                           "np_multiclass: a class below %zu has no training row; choose another "
                           "split, or fewer classes",
                           s->K);
        s->start[k + 2] += s->start[k + 1];
    }
    for (size_t i = 0; i < task->n_train; i++) {
        const double c = s->label[task->train[i]];
        if (c < (double)s->K) s->row[s->start[np_multi_group(c, target) + 1]++] = task->train[i];
    }
    return LF_OK;
}

/* One component for each group, seen through one outer function. */
static lf_status np_multi_components(np_multi_state *s, double bound) {
    s->constraint = calloc(s->K - 1, sizeof *s->constraint);
    if (!s->constraint) return lf_fail(LF_NO_MEMORY, "no memory for %zu classes", s->K);
    s->constraint_outer = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1, .shift = bound};
    for (size_t k = 0; k < s->K; k++) {
        lf_component *c = k == 0 ? &s->objective : &s->constraint[k - 1];
        const lf_outer *outer = k == 0 ? &lf_outer_identity : &s->constraint_outer;
        *c = lf_component_mean(1, s->start[k + 1] - s->start[k], outer);
    }
    return LF_OK;
}

static lf_status np_multi_parts(np_multi_state *s, size_t target) {
    const size_t *start = s->start;
    s->part = calloc(s->K + 3, sizeof *s->part);
    s->name = calloc(s->K, sizeof *s->name);
    if (!s->part || !s->name) return lf_fail(LF_NO_MEMORY, "no memory for %zu classes", s->K);
    s->part[0] = (lf_part){"train", start[s->K], s->row};
    s->part[1] = (lf_part){"objective", start[1], s->row};
    s->part[2] = (lf_part){"constraints", start[s->K] - start[1], s->row + start[1]};
    for (size_t c = 0; c < s->K; c++) {
        const size_t k = np_multi_group((double)c, target);
        snprintf(s->name[k], sizeof s->name[k], "class_%zu", c);
        s->part[3 + k] = (lf_part){s->name[k], start[k + 1] - start[k], s->row + start[k]};
    }
    return LF_OK;
}

/* The sigmoid loss has |phi''| = |sigma''|, and the slopes of the K - 1 margins of a row have a
 * Gram matrix of norm K |a|^2; the other losses are convex. */
static double np_multi_rho(const np_multi_state *s, size_t k, int rho_mode) {
    if (s->risk.loss != LF_LOSS_SIGMOID) return 0;
    return lf_rho_constant(rho_mode) * (double)s->K *
           lf_task_mean_square(s->task.data, s->start[k + 1] - s->start[k], s->row + s->start[k]);
}

static lf_status np_multi_init(void *state, const void *params, lf_problem_info *info) {
    np_multi_state *s = state;
    const np_multi_params *p = params;
    LF_TRY(lf_penalty_prox_check(&p->penalty, p->loss != LF_LOSS_HINGE));
    LF_TRY(lf_task_divide(&s->task, &p->task));
    LF_TRY(np_multi_label(s, p));
    LF_TRY(np_multi_divide(s, p->target));
    LF_TRY(np_multi_components(s, (double)(s->K - 1) * p->r));
    LF_TRY(np_multi_parts(s, p->target));
    LF_TRY(lf_softmax_linear_create(s->task.data, s->K, &s->task.model));
    s->risk = (lf_group_risk){.model = &s->task.model,
                              .label = s->label,
                              .m = s->K,
                              .start = s->start,
                              .row = s->row,
                              .pairwise = true,
                              .loss = p->loss};
    LF_TRY(lf_group_risk_init(&s->risk));

    lf_task_describe(&s->task, info);
    info->n = s->start[s->K];
    info->domain.kind = LF_DOMAIN_BALL;
    info->domain.radius = sqrt((double)s->K) * p->radius;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &s->objective};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){s->K - 1, s->constraint};
    info->rho_f = np_multi_rho(s, 0, p->rho_mode);
    for (size_t k = 1; k < s->K; k++)
        info->rho_g = fmax(info->rho_g, np_multi_rho(s, k, p->rho_mode));
    info->parts = 3 + s->K;
    info->part = s->part;
    lf_constrained_describe(&s->common, p->svio_steps, s->objective.samples, info);
    return lf_penalised_describe(&s->penalised, &p->penalty, info);
}

static void np_multi_release(void *state) {
    np_multi_state *s = state;
    lf_penalised_release(&s->penalised);
    lf_group_risk_release(&s->risk);
    free(s->constraint);
    free(s->part);
    free(s->name);
    free(s->row);
    free(s->start);
    free(s->label);
    lf_task_close(&s->task);
}

/* The question about its group that answers one about a component. */
static lf_samples np_multi_samples(const lf_samples *samples) {
    lf_samples asked = lf_penalised_samples(samples);
    asked.component = asked.role == LF_ROLE_OBJECTIVE ? 0 : asked.component + 1;
    return asked;
}

static lf_status np_multi_evaluate(void *state, const lf_samples *samples, const double *w,
                                   const double *y, double *g, double *grad) {
    const np_multi_state *s = state;
    const lf_samples asked = np_multi_samples(samples);
    return lf_group_risk_evaluate(&s->risk, &asked, w, y, g, grad);
}

static lf_status np_multi_jvp(void *state, const lf_samples *samples, const double *w,
                              const double *v, double *jv) {
    const np_multi_state *s = state;
    const lf_samples asked = np_multi_samples(samples);
    return lf_group_risk_jvp(&s->risk, &asked, w, v, jv);
}

/* Of the convex losses; of the logistic one without the Hessian, which is that of a softmax. */
static lf_status np_multi_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    np_multi_state *s = problem->state;
    lf_group_function f;
    double p = 0;
    lf_group_risk_function(&s->risk, problem->info.domain.radius, &f);
    f.hessian = NULL;
    *c = (lf_certificate){.metric = "FV",
                          .loss = "pairs",
                          .part = 3,
                          .parts = s->K,
                          .limits = s->K - 1,
                          .limit = s->constraint_outer.shift,
                          .radius = f.radius,
                          .cap = 1,
                          .d = f.d};
    if (k > 0 || s->risk.loss == LF_LOSS_SIGMOID || f.d > LF_HESSIAN_DIM)
        return lf_fail(LF_NOT_FOUND, "one certificate is all there is, and that of a convex loss");
    if (s->risk.loss == LF_LOSS_HINGE) return lf_hinge_certify(&s->risk, f.radius, c);
    LF_TRY(lf_certificate_room(c));
    c->q[0] = 1;
    const lf_status status = lf_limited_optimum(&f, c, &p);
    return lf_certificate_bound(status, &f, c);
}

static const lf_param np_multi_table[] = {
    LF_TASK_TABLE(np_multi_params, task),
    LF_CHOICE(np_multi_params, loss, LF_LOSS_SIGMOID, LF_LOSS_WORDS,
              "phi: log(1+exp(-s)), [1-s]_+ or 1-sigma(s)"),
    LF_COUNT(np_multi_params, classes, 0, 0, 1e6, "K, the classes 0 .. K-1 count; 0: all"),
    LF_COUNT(np_multi_params, target, 0, 0, 1e6, "t, the class whose loss is minimised"),
    LF_REAL(np_multi_params, r, 0.45, 0, 1e6,
            "largest mean loss of another class, for each wrong class (sigmoid: below 1)"),
    LF_REAL(np_multi_params, radius, 0.3, 1e-12, 1e12, "of the ball, over sqrt(K) [x]"),
    LF_RHO_ROW(np_multi_params, rho_mode),
    LF_SVIO_ROW(np_multi_params, svio_steps),
    LF_PENALTY_TABLE(np_multi_params, penalty),
    LF_PENALTY_PROX(np_multi_params, penalty),
    {0},
};

LF_PROBLEM(np_multiclass, np_multi,
           .doc = "loss on one class at bounded losses on each of several others",
           .source = "Liu & Xu 2025, arXiv:2501.19214v2, third experiment, settings ours",
           .views = LF_PENALTY_VIEWS, .metrics = lf_constrained_metrics,
           .evaluate = np_multi_evaluate, .jvp = np_multi_jvp, .certify = np_multi_certify);
