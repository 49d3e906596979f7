/**
 * @file dp_scad.c
 * @brief Sparse classification under demographic parity.
 *
 *     min  Phi(x) + lam sum_i scad(x_i)   s.t.  |h_0(x)| - kappa_2 <= 0,   x_0 = 0
 *
 * Phi is the mean hinge loss on D, h_0 the gap of mean sigma(a.x) between D_p and D_u.
 *
 * Source:    Liu & Xu, arXiv:2501.19214v1, Problem 2 of Section 5.
 * Deviation: SCAD's middle piece ends in -1, not in the printed +1, which jumps at 1 and 2.
 */
#include <math.h>

#include "problems/constrained/parts/fairness.h"
#include "problems/constrained/parts/scad_optima.h"

typedef struct {
    lf_fairness_params fairness;
    double lam, kappa;
    size_t svio_steps;
    lf_penalty_params penalty;
} dp_params;

typedef struct {
    lf_fairness of;            /* must be first */
    lf_outer constraint_outer; /* |z| - kappa_2 */
    lf_outer scad;             /* lam sum_i scad(x_i) */
} dp_state;

/* f lives on D, g on D_p and D_u: the other way round than in Problem 1. */
static lf_status dp_init(void *state, const void *params, lf_problem_info *info) {
    dp_state *s = state;
    const dp_params *p = params;
    LF_TRY(lf_fairness_open(&s->of, &p->fairness));
    LF_TRY(lf_gap_init(&s->of.gap, 1, 0, 0, false)); /* h_0 */
    s->constraint_outer = (lf_outer){.kind = LF_OUTER_ABS, .p = 1, .scale = 1, .shift = p->kappa};
    lf_fairness_describe(&s->of, LF_ROLE_CONSTRAINT, &lf_outer_identity, &s->constraint_outer,
                         info);
    s->scad = (lf_outer){.kind = LF_OUTER_SCAD, .p = info->dim, .scale = p->lam};
    info->regulariser = &s->scad;
    /* As in the paper, one number for both. Hinge plus SCAD alone would be 2 lam-weakly convex. */
    info->rho_f = info->rho_g = fmax(2 * p->lam, s->of.curvature);
    lf_constrained_describe(&s->of.common, p->svio_steps, s->of.train.samples, info);
    return lf_penalised_describe(&s->of.penalised, &p->penalty, info);
}

static void dp_release(void *state) {
    dp_state *s = state;
    lf_fairness_close(&s->of);
}

/* From each start a sequence of linear programs: scad_model.c has how. */
static lf_status dp_optima(const lf_problem *problem, const lf_starts *starts,
                           lf_local_optimum *found) {
    dp_state *s = problem->state;
    lf_scad_descent descent;
    lf_status status =
        lf_scad_descent_open(&descent, &s->of.train, &s->of.gap, &s->of.groups,
                             s->of.constraint.stratum, s->scad.scale, s->constraint_outer.shift);
    if (status == LF_OK) status = lf_scad_optima(&descent, &s->of.train, starts, found);
    lf_scad_descent_close(&descent);
    return status;
}

static const lf_param dp_table[] = {
    LF_FAIRNESS_TABLE(dp_params, fairness),
    LF_REAL(dp_params, lam, 0.02, 0, 1e6, "weight of the SCAD penalty"),
    LF_REAL(dp_params, kappa, 0.02, 0, 1, "kappa_2: largest gap between the groups"),
    LF_SVIO_ROW(dp_params, svio_steps),
    LF_PENALTY_TABLE(dp_params, penalty),
    {0},
};

LF_PROBLEM(dp_scad, dp,
           .doc = "hinge loss with SCAD penalty under demographic parity on rows that do not train",
           .source = "Liu & Xu 2025, arXiv:2501.19214v1, Problem 2", .views = LF_PENALTY_VIEWS,
           .metrics = lf_constrained_metrics, .evaluate = lf_fairness_evaluate,
           .jvp = lf_fairness_jvp, .optima = dp_optima);
