/**
 * @file sopa.c
 * @brief SOPA: partial AUC by the tail mean of each positive row's losses, whose threshold is a
 *        variable.
 *
 *     draw S, B1 components, and one batch B of B2 samples that all of them share
 *     q_ij  = [l_ij(w) > s_i] / phi,   i in S, j in B
 *     w   <- Pi_X[step(w, (1/B1) sum_{i in S} (1/B2) sum_{j in B} q_ij grad l_ij(w))]
 *     s_i <- s_i - eta_s (1 - (1/B2) sum_{j in B} q_ij),   i in S
 *
 * Component i is g_i(w, s) = s_i + E_j [l_ij(w) - s_i]_+ / phi, whose slopes by w and by s_i these
 * are: a stochastic subgradient step whose blocks s_i have a step size of their own, undivided by
 * B1, as few of them move in a step.
 *
 * Source:    Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, Algorithm 1, with the defaults
 *            of its authors' library LibAUC 2.0.1.
 * Deviation: negative rows are drawn with replacement, unless B2 reaches all of them; the library
 *            draws both classes once an epoch. eta_s follows the schedule. w is projected on X.
 * Cost:      a step draws B2 samples and asks B1 B2 gradients: pairs; and B2 gradients of each
 *            objective, if the problem has any.
 * Memory:    2d doubles, momentum d and Adam 2d more, of the model's d; B1 integers.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/auxiliary.h"
#include "algorithms/composition/parts/shared.h"

typedef struct {
    double eta, eta_s;
    lf_shared_params b;
    lf_update_params update;
    lf_step_plan schedule;
} sopa_params;

typedef struct {
    sopa_params p;
    lf_shared b;
    lf_auxiliary s;
    lf_update update;
    size_t d, t;
    double *w, *G; /* d each, the s_i last */
    double *y, *z; /* most inner values of a component: outer slopes, and where they are asked */
} sopa_state;

static lf_status sopa_check(const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    const lf_components *inner = &info->role[LF_ROLE_INNER];
    bool linear = info->auxiliary > 0;
    for (size_t i = 0; i < inner->count; i++)
        for (size_t k = 0; k < inner->component[i].outers; k++)
            linear = linear && lf_outer_linear(&inner->component[i].outer[k]);
    if (linear) return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "sopa: components have to be tail means with thresholds among "
                                   "the coordinates; choose the problem partial_auc:form=cvar, or "
                                   "the method sota_s");
}

static lf_status sopa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    sopa_state *s = state;
    sopa_params *p = &s->p;
    *p = *(const sopa_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(sopa_check(o));
    LF_TRY(lf_step_plan_check(&p->schedule));
    LF_TRY(lf_shared_init(&s->b, &p->b, "sopa", o, arena));
    LF_TRY(lf_auxiliary_init(&s->s, p->eta_s, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->s.d, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->b.most, &s->y, &s->z));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

static lf_status sopa_step(void *state, lf_oracle *o) {
    sopa_state *s = state;
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    LF_TRY(lf_shared_draw(&s->b, o)); /* S, B */
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const size_t i = s->b.S[k];
        lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, s->z, s->y); /* the same at every z */
        LF_TRY(lf_oracle_vjp(o, &s->b.B[k], s->w, s->y, s->G));       /* by w, and by s_i */
    }
    lf_vec_scale(s->s.d, 1 / (double)s->b.p.B1, s->G);
    for (size_t j = 0; j < s->b.objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &s->b.B_0[j], s->w, s->G));
    lf_oracle_regulariser(o, s->w, s->G);
    lf_update_step(&s->update, s->p.eta * factor, s->G, s->w);
    lf_auxiliary_step(&s->s, factor, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(sopa, (lf_point){.w = s->w});

static const lf_param sopa_table[] = {
    LF_REAL(sopa_params, eta, 1e-3, 0, 1e12, "step size of w [momentum: x^2/f; adam: x]"),
    LF_REAL(sopa_params, eta_s, 0.1, 1e-300, 1e12, "step size of thresholds [s^2/f]"),
    LF_SHARED_PARAMS(sopa_params, b),
    LF_UPDATE_PARAMS(sopa_params, update, 0.1),
    LF_UPDATE_BEFORE(sopa_params, update),
    LF_STEP_PLAN_PARAMS(sopa_params, schedule),
    {0},
};

LF_ALGORITHM(
    sopa, .doc = "partial AUC: each positive row's worst share of negative ones, by thresholds",
    .source = "Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, SOPA",
    .when = "the false positive rate up to which partial AUC counts is given and is to be kept "
            "exactly; one batch of negative rows serves all positive ones",
    .view = LF_VIEW_COMPOSITION, .sparse = true);
