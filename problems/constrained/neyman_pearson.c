/**
 * @file neyman_pearson.c
 * @brief Neyman-Pearson classification: the least loss on one class at a bounded loss on the other.
 *
 *     min  mean_{b = +1} phi(a.x)   s.t.  mean_{b = -1} phi(-a.x) - c <= 0,   x_0 = 0
 *
 * phi is the logistic, the hinge or the sigmoid loss; b_i a_i.x is the argument in both, so one
 * mean loss serves them.
 *
 * Source: the model of Liu & Xu, arXiv:2501.19214v1, Section 1; logistic with c = 1 from x_0 = 0 is
 * the set-up of the code published with INFORMS J. Comput. 2021.0248.
 */
#include <stdlib.h>

#include "problems/common/convex_bound.h"
#include "problems/common/mean_loss.h"
#include "problems/common/penalty.h"
#include "problems/common/round_hinge.h"
#include "problems/common/task.h"
#include "problems/constrained/parts/constrained_metrics.h"
#include "problems/constrained/parts/two_losses.h"

typedef struct {
    lf_task_params task;
    int loss; /* an lf_loss */
    double c;
    int rho_mode;
    size_t svio_steps;
    lf_penalty_params penalty;
} np_params;

typedef struct {
    lf_constrained_common common; /* must be first */
    lf_task task;
    lf_loss loss;
    uint32_t *row; /* training rows with b = +1, then those with b = -1 */
    lf_scored positive, negative;
    lf_outer constraint_outer; /* z - c */
    lf_component objective, constraint;
    lf_part part[3];
    lf_penalised penalised;
} np_state;

/* Divide the training rows by label. */
static lf_status np_divide(np_state *s) {
    const lf_task *task = &s->task;
    size_t n = 0, n_positive;
    s->row = malloc((task->n_train + 1) * sizeof *s->row);
    if (!s->row) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", task->n_train);
    for (size_t i = 0; i < task->n_train; i++)
        if (task->data->label[task->train[i]] > 0) s->row[n++] = task->train[i];
    n_positive = n;
    for (size_t i = 0; i < task->n_train; i++)
        if (task->data->label[task->train[i]] < 0) s->row[n++] = task->train[i];
    if (n_positive == 0 || n_positive == n)
        return lf_fail(LF_BAD_INPUT,
                       "neyman_pearson: %zu of the %zu training rows are positive, both classes "
                       "need some; choose another split",
                       n_positive, n);
    s->part[0] = (lf_part){"train", n, task->train};
    s->part[1] = (lf_part){"positive", n_positive, s->row};
    s->part[2] = (lf_part){"negative", n - n_positive, s->row + n_positive};
    LF_TRY(lf_scored_init(&s->positive, &task->model, s->row, n_positive));
    return lf_scored_init(&s->negative, &task->model, s->row + n_positive, n - n_positive);
}

/* The sigmoid loss has |phi''| = |sigma''|; the others are convex. */
static double np_rho(const np_state *s, const lf_part *part, int rho_mode) {
    if (s->loss != LF_LOSS_SIGMOID) return 0;
    return lf_rho_constant(rho_mode) * lf_task_mean_square(s->task.data, part->n, part->row);
}

static lf_status np_init(void *state, const void *params, lf_problem_info *info) {
    np_state *s = state;
    const np_params *p = params;
    s->loss = (lf_loss)p->loss;
    LF_TRY(lf_penalty_prox_check(&p->penalty, s->loss != LF_LOSS_HINGE));
    LF_TRY(lf_task_open(&s->task, &p->task));
    LF_TRY(np_divide(s));
    s->constraint_outer = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1, .shift = p->c};
    s->objective = lf_component_mean(1, s->part[1].n, &lf_outer_identity);
    s->constraint = lf_component_mean(1, s->part[2].n, &s->constraint_outer);

    lf_task_describe(&s->task, info);
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &s->objective};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){1, &s->constraint};
    info->rho_f = np_rho(s, &s->part[1], p->rho_mode);
    info->rho_g = np_rho(s, &s->part[2], p->rho_mode);
    info->sparse = lf_model_sparse(&s->task.model);
    info->parts = 3;
    info->part = s->part;
    lf_constrained_describe(&s->common, p->svio_steps, s->positive.samples, info);
    return lf_penalised_describe(&s->penalised, &p->penalty, info);
}

static void np_release(void *state) {
    np_state *s = state;
    lf_penalised_release(&s->penalised);
    lf_scored_release(&s->positive);
    lf_scored_release(&s->negative);
    free(s->row);
    lf_task_close(&s->task);
}

static lf_status np_evaluate(void *state, const lf_samples *samples, const double *w,
                             const double *y, double *g, double *grad) {
    np_state *s = state;
    const lf_samples asked = lf_penalised_samples(samples);
    lf_scored *of = asked.role == LF_ROLE_OBJECTIVE ? &s->positive : &s->negative;
    return lf_mean_loss(of, s->loss, s->task.data->label, &asked, w, y, g, grad);
}

static void np_support(const void *state, const lf_samples *samples, lf_support *support) {
    const np_state *s = state;
    const lf_samples asked = lf_penalised_samples(samples);
    lf_scored_support(asked.role == LF_ROLE_OBJECTIVE ? &s->positive : &s->negative, &asked,
                      support);
}

static lf_status np_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                        double *jv) {
    np_state *s = state;
    const lf_samples asked = lf_penalised_samples(samples);
    lf_scored *of = asked.role == LF_ROLE_OBJECTIVE ? &s->positive : &s->negative;
    return lf_mean_loss_jvp(of, s->loss, s->task.data->label, &asked, w, v, jv);
}

/* Of the convex losses. */
static lf_status np_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const np_state *s = problem->state;
    const size_t start[3] = {0, s->part[1].n, s->part[0].n};
    lf_group_risk risk = {.model = &s->task.model,
                          .label = s->task.data->label,
                          .m = 2,
                          .start = start,
                          .row = s->row};
    *c = (lf_certificate){.metric = "FV",
                          .part = 1,
                          .parts = 2,
                          .limits = 1,
                          .limit = s->constraint_outer.shift,
                          .cap = 1};
    if (k > 0 || s->loss == LF_LOSS_SIGMOID)
        return lf_fail(LF_NOT_FOUND, "one certificate is all there is, and that of a convex loss");
    lf_status status = lf_group_risk_init(&risk);
    if (status == LF_OK)
        status = s->loss == LF_LOSS_HINGE ? lf_hinge_certify(&risk, LF_CERTIFICATE_RADIUS, c)
                                          : lf_two_losses_certify(&risk, c);
    lf_group_risk_release(&risk);
    return status;
}

static const lf_param np_table[] = {
    LF_TASK_TABLE(np_params, task),
    LF_CHOICE(np_params, loss, LF_LOSS_LOGISTIC, LF_LOSS_WORDS,
              "phi: log(1+exp(-s)), [1-s]_+ or 1-sigma(s)"),
    LF_REAL(np_params, c, 1, 0, 1e6,
            "largest mean loss on the negative class (the sigmoid loss is below 1 everywhere)"),
    LF_RHO_ROW(np_params, rho_mode),
    LF_SVIO_ROW(np_params, svio_steps),
    LF_PENALTY_TABLE(np_params, penalty),
    LF_PENALTY_PROX(np_params, penalty),
    {0},
};

LF_PROBLEM(neyman_pearson, np,
           .doc = "loss on the positive class at a bounded loss on the negative class",
           .source = "Liu & Xu 2025, arXiv:2501.19214v1, Section 1", .views = LF_PENALTY_VIEWS,
           .metrics = lf_constrained_metrics, .evaluate = np_evaluate, .support = np_support,
           .jvp = np_jvp, .certify = np_certify);
