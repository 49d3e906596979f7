/**
 * @file roc_fairness.c
 * @brief ROC-based fairness: the least difference of two groups' ROC curves at a bounded loss.
 *
 *     min  Psi(x) = max_{t in Theta} |h_t(x)|   s.t.  Phi(x) - Phi(x*) - kappa_1 <= 0,  |x| <= D
 *
 * Phi is the mean hinge loss on D, h_t the gap of mean sigma(a.x - t) between D_p and D_u;
 * kappa_1 = kappa Phi(x*), D = 5 |x*|, x_0 = x*; Theta has equally spaced thresholds around the
 * scores of x* on D.
 *
 * Source: Liu & Xu, arXiv:2501.19214v1, Problem 1 of Section 5.
 * Counts: a sample of the objective is a row of D_p or D_u, whatever the number of thresholds.
 */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/common/mean_loss.h"
#include "problems/constrained/parts/fairness.h"
#include "problems/constrained/parts/hinge_optimum.h"

typedef struct {
    lf_fairness_params fairness;
    int xstar;         /* an lf_optimum_kind */
    double xstar_step; /* 0: the data set's own */
    size_t xstar_last; /* 0: the data set's own */
    size_t thresholds;
    double kappa;
    int gaps; /* 0: grid, 1: direct */
    size_t svio_steps;
    lf_penalty_params penalty;
} roc_params;

typedef struct {
    lf_fairness of;            /* must be first */
    double *xstar;             /* d: x*, also x_0 */
    lf_outer objective_outer;  /* max_j |z_j| over the thresholds */
    lf_outer constraint_outer; /* z - (Phi(x*) + kappa_1) */
} roc_state;

/* Steps that reproduce the paper's Phi*: 0.3/sqrt(k+1) for k = 0..3000, and for the COMPAS encoding
 * that leaks the outcome 1/sqrt(k+1) for k = 0..1000. */
static lf_optimum_rule roc_rule(const roc_params *p, const lf_data *data) {
    const bool leaks = strcmp(data->name, "compas16leak") == 0;
    lf_optimum_rule rule = {(lf_optimum_kind)p->xstar, leaks ? 1.0 : 0.3, leaks ? 1000 : 3000};
    if (p->xstar_step > 0) rule.step = p->xstar_step;
    if (p->xstar_last > 0) rule.last = p->xstar_last;
    return rule;
}

/* *low, *high <- range of a.x* over D: one walk over all samples. */
static lf_status roc_range(roc_state *s, double *low, double *high) {
    lf_scored *train = &s->of.train;
    const lf_samples all = {.n = train->samples, .per_stratum = &train->samples};
    lf_walk walk;
    *low = INFINITY;
    *high = -INFINITY;
    lf_walk_begin(&walk, train, &all, s->xstar);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        for (size_t i = 0; i < walk.n; i++) {
            *low = fmin(*low, walk.score[i]);
            *high = fmax(*high, walk.score[i]);
        }
    }
    if (*low < *high) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "roc_fairness: x* gives every row the score %g, so there is no ROC; try "
                   "xstar=exact, or scale the features, as the steps to x* may have been too long",
                   *low);
}

/* x*, Theta (from lo - (hi - lo)/2 to hi + (hi - lo)/2) and Phi(x*). */
static lf_status roc_anchor(roc_state *s, const roc_params *p, double *phi) {
    const lf_data *data = s->of.task.data;
    const lf_optimum_rule rule = roc_rule(p, data);
    lf_scored *train = &s->of.train;
    const lf_samples all = {.n = train->samples, .per_stratum = &train->samples};
    double low, high;
    s->xstar = malloc((data->features + 1) * sizeof *s->xstar);
    if (!s->xstar) return lf_fail(LF_NO_MEMORY, "no memory for x*");
    LF_TRY(lf_hinge_optimum(train, &rule, s->xstar));
    LF_TRY(roc_range(s, &low, &high));
    const double half = 0.5 * (high - low);
    LF_TRY(lf_gap_init(&s->of.gap, p->thresholds, low - half, high + half, p->gaps == 0));
    return lf_mean_loss(train, LF_LOSS_HINGE, data->label, &all, s->xstar, NULL, phi, NULL);
}

/* f lives on D_p and D_u, g on D. */
static lf_status roc_init(void *state, const void *params, lf_problem_info *info) {
    roc_state *s = state;
    const roc_params *p = params;
    double phi = 0;
    LF_TRY(lf_fairness_open(&s->of, &p->fairness));
    LF_TRY(roc_anchor(s, p, &phi));
    s->objective_outer = (lf_outer){.kind = LF_OUTER_MAX_ABS, .p = p->thresholds, .scale = 1};
    s->constraint_outer =
        (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1, .shift = phi + p->kappa * phi};
    lf_fairness_describe(&s->of, LF_ROLE_OBJECTIVE, &s->objective_outer, &s->constraint_outer,
                         info);
    info->domain.kind = LF_DOMAIN_BALL;
    info->domain.radius = 5 * lf_vec_norm(info->dim, s->xstar);
    info->x0 = s->xstar;
    /* Psi is the largest of maps whose gradients are L-Lipschitz, so it is L-weakly convex. */
    info->rho_f = s->of.curvature;
    info->rho_g = 0; /* the hinge loss is convex */
    lf_constrained_describe(&s->of.common, p->svio_steps, s->of.groups.samples, info);
    return lf_penalised_describe(&s->of.penalised, &p->penalty, info);
}

static void roc_release(void *state) {
    roc_state *s = state;
    free(s->xstar);
    lf_fairness_close(&s->of);
}

static const lf_param roc_table[] = {
    LF_FAIRNESS_TABLE(roc_params, fairness),
    LF_CHOICE(roc_params, xstar, LF_OPTIMUM_PAPER, LF_OPTIMUM_WORDS,
              "x*: a fixed number of subgradient steps, or a certified minimiser"),
    LF_REAL(roc_params, xstar_step, 0, 0, 1e6,
            "x* of the paper: first step; 0: 0.3, for compas16leak 1 [x/g]"),
    LF_COUNT(roc_params, xstar_last, 0, 0, 1e7,
             "x* of the paper: last k; 0: 3000, for compas16leak 1000"),
    LF_COUNT(roc_params, thresholds, 400, 2, 100000, "number of thresholds in Theta"),
    LF_REAL(roc_params, kappa, 0.001, 0, 1e6, "kappa_1 / Phi(x*): slack of the constraint"),
    LF_CHOICE(roc_params, gaps, 0, "grid|direct", "how the gaps at all thresholds are summed"),
    LF_SVIO_ROW(roc_params, svio_steps),
    LF_PENALTY_TABLE(roc_params, penalty),
    {0},
};

LF_PROBLEM(roc_fairness, roc,
           .doc = "largest gap of two groups' ROC curves on rows that do not train, hinge loss "
                  "near its minimum",
           .source = "Liu & Xu 2025, arXiv:2501.19214v1, Problem 1", .views = LF_PENALTY_VIEWS,
           .metrics = lf_constrained_metrics, .evaluate = lf_fairness_evaluate,
           .jvp = lf_fairness_jvp);
