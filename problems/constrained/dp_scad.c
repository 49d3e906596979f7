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

#include "problems/common/mean_loss.h"
#include "problems/common/penalty.h"
#include "problems/constrained/parts/constrained_metrics.h"
#include "problems/constrained/parts/fairness.h"
#include "problems/constrained/parts/gap.h"
#include "problems/constrained/parts/scad_optima.h"

typedef struct {
    lf_fairness_params fairness;
    double lam, kappa;
    size_t svio_steps;
    lf_penalty_params penalty;
} dp_params;

typedef struct {
    lf_constrained_common common; /* must be first */
    lf_fairness fairness;
    lf_gap gap;                /* h_0 */
    lf_outer constraint_outer; /* |z| - kappa_2 */
    lf_outer scad;             /* lam sum_i scad(x_i) */
    lf_component objective, constraint;
    lf_penalised penalised;
} dp_state;

/* f lives on D, g on D_p and D_u: the other way round than in Problem 1. */
static lf_status dp_init(void *state, const void *params, lf_problem_info *info) {
    dp_state *s = state;
    const dp_params *p = params;
    LF_TRY(lf_fairness_open(&s->fairness, &p->fairness));
    LF_TRY(lf_gap_init(&s->gap, 1, 0, 0, false));
    lf_fairness_describe(&s->fairness, info);
    s->constraint_outer = (lf_outer){.kind = LF_OUTER_ABS, .p = 1, .scale = 1, .shift = p->kappa};
    s->scad = (lf_outer){.kind = LF_OUTER_SCAD, .p = info->dim, .scale = p->lam};
    s->objective = lf_fairness_on_train(&s->fairness, &lf_outer_identity);
    s->constraint = lf_fairness_on_groups(&s->fairness, &s->constraint_outer);

    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &s->objective};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){1, &s->constraint};
    info->regulariser = &s->scad;
    /* As in the paper, one number for both. Hinge plus SCAD alone would be 2 lam-weakly convex. */
    info->rho_f = info->rho_g = fmax(2 * p->lam, s->fairness.curvature);
    lf_constrained_describe(&s->common, p->svio_steps, s->fairness.train.samples, info);
    return lf_penalised_describe(&s->penalised, &p->penalty, info);
}

static void dp_release(void *state) {
    dp_state *s = state;
    lf_penalised_release(&s->penalised);
    lf_gap_release(&s->gap);
    lf_fairness_close(&s->fairness);
}

static lf_status dp_evaluate(void *state, const lf_samples *samples, const double *w,
                             const double *y, double *g, double *grad) {
    dp_state *s = state;
    const lf_samples asked = lf_penalised_samples(samples);
    if (asked.role == LF_ROLE_CONSTRAINT)
        return lf_gap_evaluate(&s->gap, &s->fairness.groups, &asked, w, y, g, grad);
    return lf_mean_loss(&s->fairness.train, LF_LOSS_HINGE, s->fairness.task.data->label, &asked, w,
                        y, g, grad);
}

static lf_status dp_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                        double *jv) {
    dp_state *s = state;
    const lf_samples asked = lf_penalised_samples(samples);
    if (asked.role == LF_ROLE_CONSTRAINT)
        return lf_gap_jvp(&s->gap, &s->fairness.groups, &asked, w, v, jv);
    return lf_mean_loss_jvp(&s->fairness.train, LF_LOSS_HINGE, s->fairness.task.data->label, &asked,
                            w, v, jv);
}

/* From each start a sequence of linear programs: scad_model.c has how. */
static lf_status dp_optima(const lf_problem *problem, const lf_starts *starts,
                           lf_local_optimum *found) {
    dp_state *s = problem->state;
    lf_scad_descent descent;
    lf_status status =
        lf_scad_descent_open(&descent, &s->fairness.train, &s->gap, &s->fairness.groups,
                             s->constraint.stratum, s->scad.scale, s->constraint_outer.shift);
    if (status == LF_OK) status = lf_scad_optima(&descent, &s->fairness.train, starts, found);
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

LF_PROBLEM(dp_scad, dp, .doc = "hinge loss with SCAD penalty under demographic parity",
           .source = "Liu & Xu 2025, arXiv:2501.19214v1, Problem 2", .views = LF_PENALTY_VIEWS,
           .metrics = lf_constrained_metrics, .evaluate = dp_evaluate, .jvp = dp_jvp,
           .optima = dp_optima);
