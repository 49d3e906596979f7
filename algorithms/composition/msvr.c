/**
 * @file msvr.c
 * @brief MSVR: variance reduction for the inner values of a composition, in v2 for its gradient.
 *
 *     u_i = (1-gam) u_i + gam g_i(w_t; B_i) + gam' (g_i(w_t; B_i) - g_i(w_{t-1}; B_i)), i in S
 *     G_t = grad g0(w_t; B_0) + (1/B1) sum_{i in S} J_i(w_t; B_i)^T y_i,   y_i = f_i'(u_i)
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
 * Memory:    5d + 2p doubles over p inner values, and 2 for those of the largest component; v2
 *            2d + p more and n integers, sp d more.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/batches.h"
#include "algorithms/composition/parts/tracker.h"

typedef enum { MSVR_V1, MSVR_V2, MSVR_SP } msvr_variant;

typedef struct {
    lf_batches_params b;
    lf_tracker_params u;
    lf_step_plan schedule;
    int variant, output;
    double a, eta, wd;
} msvr_params;

typedef struct {
    msvr_params p;
    lf_batches b;
    lf_tracker u;
    lf_update update; /* v1: its momentum is z */
    lf_output out;
    size_t d, t;
    double *w, *w_last, *G; /* d: w_t, w_{t-1}, G_t */
    double *y;              /* laid out as u.u: the slope used last for each component */
    double *g, *g_last;     /* most inner values of a component: of the one at hand */
    double *move;           /* d, of sp: w_t - w_{t-1} */
    double *z, *H;          /* d, of v2 */
    double *y_last;         /* laid out as y, of v2: y_i when i was sampled last */
    size_t *seen;           /* n, of v2: 1 + the step when that was; 0: there is no y_last */
} msvr_state;

static lf_status msvr_memory(msvr_state *s, lf_oracle *o, lf_arena *arena) {
    const bool v2 = s->p.variant == MSVR_V2, sp = s->p.variant == MSVR_SP;
    const size_t p = s->u.at[s->u.n];
    if (sp) lf_arena_dense(arena); /* a slope along `move` is asked for */
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->w_last, &s->G));
    LF_TRY(LF_VECTORS(arena, s->u.most, &s->g, &s->g_last));
    LF_TRY(lf_arena_vector(arena, sp ? s->d : 0, &s->move));
    LF_TRY(lf_arena_vector(arena, p, &s->y));
    LF_TRY(lf_arena_vector(arena, v2 ? p : 0, &s->y_last));
    if (v2) LF_TRY(LF_POINTS(arena, s->d, &s->z, &s->H));
    LF_TRY(lf_arena_array(arena, v2 ? s->u.n : 0, sizeof *s->seen, &s->seen));
    const double beta = v2 ? 1 : s->p.a;
    const lf_update_params plain = {LF_UPDATE_MOMENTUM, .beta = beta, .wd = s->p.wd};
    LF_TRY(lf_update_init(&s->update, &plain, s->d, arena));
    return lf_output_init(&s->out, (lf_output_rule)s->p.output, o, arena);
}

/* y (p_i) <- a_i f_i'(u_i); a_i = 1 unless some components belong to every draw. */
static void msvr_slope(msvr_state *s, lf_oracle *o, size_t i, double *y) {
    const double a = lf_oracle_component_weight(o, LF_ROLE_INNER, s->b.p.B1, i);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i), y);
    lf_vec_scale(lf_tracker_width(&s->u, i), a, y);
}

static lf_status msvr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    msvr_state *s = state;
    msvr_params *p = &s->p;
    *p = *(const msvr_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_tracker_smooth(o));
    LF_TRY(lf_step_plan_check(&p->schedule));
    if (p->variant == MSVR_SP && !lf_oracle_has_jvp(o))
        return lf_fail(LF_UNSUPPORTED,
                       "this variant needs Jacobian-vector products (jvp), which the problem does "
                       "not offer; choose another variant");
    LF_TRY(lf_batches_init(&s->b, &p->b, o, arena));
    LF_TRY(lf_tracker_init(&s->u, &p->u, s->b.p.B1, o, arena));
    LF_TRY(msvr_memory(s, o, arena));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_copy(s->d, s->w, s->w_last);
    LF_TRY(lf_tracker_begin(&s->u, o, p->b.B2, s->w)); /* u_i */
    if (p->variant != MSVR_V2 || p->u.u == LF_TRACKER_OLD) return LF_OK;
    for (size_t i = 0; i < s->u.n; i++) /* y_i' of a first visit at t > 0 */
        if (s->u.known[i]) {
            msvr_slope(s, o, i, s->y_last + s->u.at[i]);
            s->seen[i] = 1;
        }
    return LF_OK;
}

/* sum (d), of J_i(w; B_i)^T y_i over S, <- sum / B1 + grad g0(w; B_0) */
static lf_status msvr_complete(msvr_state *s, lf_oracle *o, const double *w, double *sum) {
    lf_vec_scale(s->d, 1 / (double)s->b.p.B1, sum);
    for (size_t j = 0; j < s->b.objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &s->b.B_0[j], w, sum));
    lf_oracle_regulariser(o, w, sum);
    return LF_OK;
}

/* y_i', the slope of i one step behind G_t's y_i. "Before step t-1" counts steps, not visits: on
 * the old u it differs only if i was sampled at t-1. On the new u it is that of i's last visit,
 * whenever. */
static const double *msvr_behind(const msvr_state *s, size_t i) {
    const bool older = s->p.u.u == LF_TRACKER_OLD ? s->seen[i] == s->t : s->seen[i] > 0;
    return (older ? s->y_last : s->y) + s->u.at[i];
}

/* z_t of v2, which is G_t where t = 0 */
static lf_status msvr_storm(msvr_state *s, lf_oracle *o) {
    const double kept = 1 - s->p.a;
    if (s->t > 0) {
        lf_vec_zero(s->d, s->H);
        for (size_t k = 0; k < s->b.p.B1; k++) {
            const double *y = msvr_behind(s, s->b.S[k]);
            LF_TRY(lf_oracle_vjp(o, &s->b.B[k], s->w_last, y, s->H));
        }
        LF_TRY(msvr_complete(s, o, s->w_last, s->H));
        lf_vec_axpby(s->d, -kept, s->H, kept, s->z);
    }
    lf_vec_axpy(s->d, 1, s->G, s->z);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const size_t i = s->b.S[k], at = s->u.at[i];
        lf_vec_copy(lf_tracker_width(&s->u, i), s->y + at, s->y_last + at);
        s->seen[i] = s->t + 1;
    }
    return LF_OK;
}

static lf_status msvr_step(void *state, lf_oracle *o) {
    msvr_state *s = state;
    const bool v2 = s->p.variant == MSVR_V2, sp = s->p.variant == MSVR_SP;
    lf_output_offer(&s->out, o, s->w);
    LF_TRY(lf_batches_draw(&s->b, o)); /* S; B_i, i in S; B_0 */
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const lf_batch *B = &s->b.B[k];
        const size_t i = s->b.S[k];
        const bool late = lf_tracker_late(&s->u, i); /* u = new, or there is no u_i yet */
        double *y = s->y + s->u.at[i];
        if (!late) msvr_slope(s, o, i, y);              /* y_i = f_i'(u_i) */
        LF_TRY(late ? lf_oracle_value(o, B, s->w, s->g) /* g_i(w_t; B_i); G += J_i^T y_i */
                    : lf_oracle_value_vjp(o, B, s->w, y, s->g, s->G));
        if (lf_tracker_corrects(&s->u, i)) /* g_i(w_{t-1}; B_i), or J_i (w_t - w_{t-1}) */
            LF_TRY(sp ? lf_oracle_jvp(o, B, s->w, s->move, s->g_last)
                      : lf_oracle_value(o, B, s->w_last, s->g_last));
        if (sp)
            lf_tracker_move_along(&s->u, i, s->g, s->g_last);
        else
            lf_tracker_move(&s->u, i, s->g, s->g_last);
        if (late) msvr_slope(s, o, i, y);
        if (late) LF_TRY(lf_oracle_vjp(o, B, s->w, y, s->G));
    }
    LF_TRY(msvr_complete(s, o, s->w, s->G)); /* G_t */
    if (v2) LF_TRY(msvr_storm(s, o));        /* z_t; that of v1 is in `update` */
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_vec_copy(s->d, s->w, s->w_last);
    lf_update_step(&s->update, s->p.eta * factor, v2 ? s->z : s->G, s->w); /* w_{t+1} */
    lf_oracle_project(o, s->w);
    if (!sp) return LF_OK;
    lf_vec_copy(s->d, s->w, s->move);
    lf_vec_axpy(s->d, -1, s->w_last, s->move);
    return LF_OK;
}

LF_ITERATE(msvr, lf_output_point(&s->out, s->w));

static const lf_param msvr_table[] = {
    LF_CHOICE(msvr_params, variant, MSVR_V1, "v1|v2|sp",
              "momentum on the gradient; or STORM, which asks about the batches at w_{t-1} too; or "
              "v1 whose u learns of changes by slopes along the step"),
    LF_REAL(msvr_params, a, 0.1, 1e-12, 1, "weight of the new gradient in z [1]"),
    LF_REAL(msvr_params, eta, 0.01, 0, 1e12, "step size [x^2/f]"),
    LF_BATCHES_PARAMS(msvr_params, b),
    LF_TRACKER_GAM(msvr_params, u, 0.2),
    LF_TRACKER_GAM_PRIME(msvr_params, u, -1),
    LF_CHOICE(msvr_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    /* ours */
    LF_TRACKER_VARIANTS(msvr_params, u),
    LF_REAL(msvr_params, wd, 0, 0, 1e12, "weight decay [f/x^2]"),
    LF_STEP_PLAN_PARAMS(msvr_params, schedule),
    {0},
};

LF_ALGORITHM(
    msvr, .doc = "composition with smooth outer functions: variance-reduced trackers and gradients",
    .source = "Jiang, Li, Wang, Zhang & Yang 2022, MSVR-v1, MSVR-v2 and MSVR-SP",
    .when = "outer functions are smooth, and the best rate in samples is wanted at two "
            "evaluations a sample",
    .view = LF_VIEW_COMPOSITION, .sparse = true);
