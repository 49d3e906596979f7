/**
 * @file msvr.c
 * @brief MSVR: variance reduction for the inner values of a composition, in v2 for its gradient.
 *
 *     v1:  z_t = (1-a) z_{t-1} + a G_t
 *     v2:  z_t = (1-a) z_{t-1} + G_t - (1-a) H_t
 *          H_t = grad g0(w_{t-1}; B_0) + (1/B1) sum_{i in S} J_i(w_{t-1}; B_i)^T y_i',
 *          y_i' = f_i'(u_i as it was before step t-1)
 *
 *     w_{t+1} = w_t - eta z_t
 *
 * sp is v1 with J_i(w_t; B_i) (w_t - w_{t-1}) in place of g_i(w_t; B_i) - g_i(w_{t-1}; B_i).
 *
 * Source:    Jiang, Li, Wang, Zhang & Yang 2022 (NeurIPS), MSVR v1, v2 and SP.
 * Deviation: g0, its regulariser and the projection on X are ours; v2 treats g0 like the other part
 *            and starts at z_0 = G_0, v1 at z_{-1} = 0. Weight decay is a part of v1's G_t; in v2
 *            it is added to z_t. A kinked outer function is refused. With u = new, which is ours,
 *            y_i' is taken at u_i after step t-1. Samples of a component are drawn with
 *            replacement, unless B2 reaches all of them. v3, which needs full passes, is not here.
 * Cost:      with N the samples of the step's components a step asks N gradients and 2N values
 *            (gam_prime = 0: N), v2 2N gradients after the first step, sp N values and N slopes
 *            along the step (gam_prime = 0: none); and B0 gradients of each objective, v2 2 B0
 *            after the first step. The start asks B2 values of each of the n components; start =
 *            first has N values (sp: slopes) less where u_i is first set.
 * Memory:    5d + 2p doubles over p inner values; v2 2d + p more and n integers, sp d more.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/composition/parts/coupled.h"

typedef enum { MSVR_V1, MSVR_V2, MSVR_SP } msvr_variant;

typedef struct {
    lf_coupled_params of;
    lf_step_plan schedule;
    int variant, output;
    double a, eta, wd;
} msvr_params;

typedef struct {
    msvr_params p;
    lf_coupled of;
    lf_update update; /* v1: its momentum is z */
    lf_output out;
    size_t t;
    double *z, *H;  /* d, of v2 */
    double *y_last; /* laid out as of.y, of v2: y_i when i was sampled last */
    size_t *seen;   /* n, of v2: 1 + the step when that was; 0: there is no y_last */
} msvr_state;

static lf_status msvr_memory(msvr_state *s, lf_oracle *o, lf_arena *arena) {
    const bool v2 = s->p.variant == MSVR_V2;
    const size_t d = v2 ? s->of.d : 0, n = v2 ? s->of.tracker.n : 0;
    LF_TRY(lf_arena_vector(arena, d, &s->z));
    LF_TRY(lf_arena_vector(arena, d, &s->H));
    LF_TRY(lf_arena_vector(arena, v2 ? s->of.tracker.p : 0, &s->y_last));
    LF_TRY(lf_arena_array(arena, n, sizeof *s->seen, &s->seen));
    const double beta = v2 ? 1 : s->p.a;
    const lf_update_params plain = {LF_UPDATE_MOMENTUM, .beta = beta, .wd = s->p.wd};
    LF_TRY(lf_update_init(&s->update, &plain, s->of.own.d, arena));
    return lf_output_init(&s->out, (lf_output_rule)s->p.output, o, arena);
}

/* On the new u, a first visit at t > 0 needs the slope at where u_i started. */
static lf_status msvr_begin(msvr_state *s, lf_oracle *o) {
    const lf_tracker *tracker = &s->of.tracker;
    if (s->p.variant != MSVR_V2 || s->p.of.u == LF_COUPLED_OLD) return LF_OK;
    for (size_t i = 0; i < tracker->n; i++) {
        if (!tracker->known[i]) continue;
        LF_TRY(lf_coupled_slope(&s->of, o, i, s->y_last + tracker->at[i]));
        s->seen[i] = 1;
    }
    return LF_OK;
}

static lf_status msvr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    msvr_state *s = state;
    s->p = *(const msvr_params *)params;
    s->p.of.along = s->p.variant == MSVR_SP;
    LF_TRY(lf_coupled_smooth(o));
    LF_TRY(lf_step_plan_check(&s->p.schedule));
    LF_TRY(lf_coupled_init(&s->of, &s->p.of, 0, o, x0, arena));
    LF_TRY(msvr_memory(s, o, arena));
    return msvr_begin(s, o);
}

/* The slope of i one step behind G_t's y_i. "Before step t-1" counts steps, not visits: on the old
 * u it differs only if i was sampled at t-1. On the new u it is that of i's last visit, whenever.
 */
static const double *msvr_slope(const msvr_state *s, size_t i) {
    const bool older = s->p.of.u == LF_COUPLED_OLD ? s->seen[i] == s->t : s->seen[i] > 0;
    return (older ? s->y_last : s->of.y) + s->of.tracker.at[i];
}

/* H_t */
static lf_status msvr_behind(msvr_state *s, lf_oracle *o) {
    lf_coupled *of = &s->of;
    lf_vec_zero(of->d, s->H);
    for (size_t k = 0; k < of->p.B1; k++) {
        const double *y = msvr_slope(s, of->S[k]);
        LF_TRY(lf_oracle_vjp(o, &of->B[k], of->w_last, y, s->H));
    }
    return lf_coupled_complete(of, o, of->w_last, s->H);
}

static void msvr_remember(msvr_state *s, const lf_oracle *o) {
    for (size_t k = 0; k < s->of.p.B1; k++) {
        const size_t i = s->of.S[k], at = s->of.tracker.at[i];
        const size_t p_i = lf_oracle_component(o, LF_ROLE_INNER, i)->outputs;
        lf_vec_copy(p_i, s->of.y + at, s->y_last + at);
        s->seen[i] = s->t + 1;
    }
}

/* z_t of v2 */
static lf_status msvr_storm(msvr_state *s, lf_oracle *o) {
    const size_t d = s->of.d;
    const double kept = 1 - s->p.a;
    if (s->t > 0) {
        LF_TRY(msvr_behind(s, o));
        lf_vec_axpby(d, -kept, s->H, kept, s->z);
    }
    lf_vec_axpy(d, 1, s->of.G, s->z);
    msvr_remember(s, o);
    return LF_OK;
}

static lf_status msvr_step(void *state, lf_oracle *o) {
    msvr_state *s = state;
    const bool v2 = s->p.variant == MSVR_V2;
    lf_output_offer(&s->out, o, s->of.w);
    LF_TRY(lf_coupled_gradient(&s->of, o)); /* S, B_i, u_i, G_t */
    if (v2) LF_TRY(msvr_storm(s, o));
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_coupled_step(&s->of, o, &s->update, s->p.eta, factor, v2 ? s->z : s->of.G);
    return LF_OK;
}

static lf_point msvr_iterate(const void *state) {
    const msvr_state *s = state;
    return lf_output_point(&s->out, s->of.w);
}

static const lf_param msvr_table[] = {
    LF_CHOICE(msvr_params, variant, MSVR_V1, "v1|v2|sp",
              "momentum on the gradient; or STORM, which asks about the batches at w_{t-1} too; or "
              "v1 whose u learns of changes by slopes along the step"),
    LF_REAL(msvr_params, a, 0.1, 1e-12, 1, "weight of the new gradient in z [1]"),
    LF_REAL(msvr_params, eta, 0.01, 0, 1e12, "step size [x^2/f]"),
    LF_COUPLED_PARAMS(msvr_params, of, 0.2),
    LF_COUPLED_GAM_PRIME(msvr_params, of, -1),
    LF_REAL(msvr_params, wd, 0, 0, 1e12, "weight decay [f/x^2]"),
    LF_STEP_PLAN_PARAMS(msvr_params, schedule),
    LF_CHOICE(msvr_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    {0},
};

LF_ALGORITHM(
    msvr, .doc = "composition with smooth outer functions: variance-reduced trackers and gradients",
    .source = "Jiang, Li, Wang, Zhang & Yang 2022, MSVR-v1, MSVR-v2 and MSVR-SP",
    .view = LF_VIEW_COMPOSITION);
