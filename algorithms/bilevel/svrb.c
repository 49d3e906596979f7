/**
 * @file svrb.c
 * @brief SVRB: STORM estimates of all that a hypergradient is made of, one loop, both levels move
 *        at once.
 *
 *     u <- (1 - be)(u - gx(old; K)) + gx(new; K),    v in the same manner from gy, then |v| <= C_fy
 *     w <- (1 - be)(w - gg(old; J)) + gg(new; J),    (H, V) in the same manner, then projected
 *     z = u - V H^-1 v (step 8),    be = min(1, beta eta_t^2)
 *     x <- Pi_X[x - gamma eta_t z],    y <- Pi_Y[y - tau tau_t w]
 *
 * K, J: batches of f and g; old = (x, y)_{t-1}, new = (x, y)_t; eta_t = tau_t = (t + c0)^(-1/3).
 * On several levels v, w, H, V and y are each level's own, and u and z are means over the levels.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 1.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; the first step
 *            starts from (x_0, y_0) and its start batch, where the print reads two points; H is
 *            projected by eigenvalues or, with form=own, by the coefficients of the problem's own
 *            form, not by singular values; H and V share one momentum; H q = v is
 *            solved by CG; x and y are projected on their domains. form=batch, without estimates
 *            of H and V, and solver=step, r plain steps a time towards H^-1 v, are variants of
 *            ours.
 * Cost:      a step asks each level for b_f samples of role upper, 2 b_f gradients (4 b_f if f
 *            depends on x itself), b_g samples of role lower, 2 b_g each of gradients, hvp and jvp;
 *            form=batch: b_g jvp, and b_g hvp for each product of CG or of the r steps. The start
 *            asks the same of init_f and init_g samples at one point.
 * Memory:    3d doubles, 3d more if f depends on x itself, 5n over all y_i, the estimates, and 6
 *            times the longest y_i; output=random d + n more; form=batch n more, no estimates.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/second_order.h"
#include "algorithms/bilevel/parts/storm.h"
#include "algorithms/bilevel/parts/two_scale.h"

typedef struct {
    lf_lower_levels_params at;
    lf_second_order_params second;
    lf_two_scale_params scale;
    double beta, beta_fx, beta_fy, beta_gg, beta_gy, C_fy;
} svrb_params;

typedef struct {
    svrb_params p;
    lf_lower_levels at;
    lf_second_order second;
    lf_two_scale scale;
    double *u;               /* d: estimate of the mean of df_i/dx; NULL if that is 0 */
    double *gx_old, *gx_new; /* d: sums over levels, from the batches; NULL if they are 0 */
    double *v, *w;           /* n: estimates of df_i/dy, dg_i/dy */
    double *g_old, *g_new;   /* longest d_i: one level's gradients from its batch */
    size_t t;
} svrb_state;

static lf_status svrb_take(svrb_state *s, lf_oracle *o, const double *x0, lf_arena *arena) {
    const lf_exponents third = {1. / 3, 1. / 3}; /* a = b: printed, swapped and native are one */
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, third, third));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, true, o, x0, arena));
    LF_TRY(lf_second_order_init(&s->second, &s->p.second, o, arena));
    if (s->at.direct) LF_TRY(LF_VECTORS(arena, s->at.d, &s->u, &s->gx_old, &s->gx_new));
    LF_TRY(LF_VECTORS(arena, s->at.n, &s->v, &s->w));
    return LF_VECTORS(arena, s->at.longest, &s->g_old, &s->g_new);
}

/* u += df_i/dx; v_i, w_i and E_i <- what the start batches say at (x_0, y_0) */
static lf_status svrb_begin(svrb_state *s, lf_oracle *o, size_t i) {
    const double *x = s->at.x, *y = lf_lower_levels_at(&s->at, s->at.y, i);
    double *v = lf_lower_levels_at(&s->at, s->v, i), *w = lf_lower_levels_at(&s->at, s->w, i);
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_start_pair(&s->at, o, i, &K, &J));
    LF_TRY(lf_oracle_upper_gradient(o, &K, x, y, s->u, v));
    LF_TRY(lf_oracle_lower_gradient(o, &J, x, y, w));
    lf_storm_cap(lf_lower_levels_length(&s->at, i), s->p.C_fy, v);
    return lf_second_order_start(&s->second, o, &J, x, y);
}

static lf_status svrb_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    svrb_state *s = state;
    s->p = *(const svrb_params *)params;
    LF_TRY(svrb_take(s, o, x0, arena));
    for (size_t i = 0; i < s->at.m; i++)
        LF_TRY(svrb_begin(s, o, i));
    if (s->at.direct) lf_vec_scale(s->at.d, 1 / (double)s->at.m, s->u);
    return LF_OK;
}

/* beta_t of one estimate, whose own beta may be 0 for the common one */
static double svrb_weight(const svrb_state *s, double own, double eta) {
    return lf_storm_weight(own > 0 ? own : s->p.beta, eta * eta);
}

/* u from the means of gx over the levels, and z += u */
static void svrb_add_u(svrb_state *s, double eta) {
    const size_t d = s->at.d;
    const double share = 1 / (double)s->at.m;
    if (!s->at.direct) return;
    lf_vec_scale(d, share, s->gx_old);
    lf_vec_scale(d, share, s->gx_new);
    lf_storm_track(d, svrb_weight(s, s->p.beta_fx, eta), 1, s->gx_old, s->gx_new, s->u);
    lf_vec_axpy(d, 1, s->u, s->at.z);
}

static lf_status svrb_step(void *state, lf_oracle *o) {
    svrb_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const double *q;
    lf_vec_zero(at->d, at->z);
    if (at->direct) lf_vec_zero(at->d, s->gx_old);
    if (at->direct) lf_vec_zero(at->d, s->gx_new);
    for (size_t i = 0; i < at->m; i++) { /* one batch of f_i and one of g_i, at both points */
        const size_t d_i = lf_lower_levels_length(at, i);
        const double *y_old = lf_lower_levels_at(at, at->y_old, i);
        const double *y = lf_lower_levels_at(at, at->y, i);
        double *v = lf_lower_levels_at(at, s->v, i), *w = lf_lower_levels_at(at, s->w, i);
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
        lf_vec_zero(d_i, s->g_old);
        lf_vec_zero(d_i, s->g_new);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x_old, y_old, s->gx_old, s->g_old));
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, s->gx_new, s->g_new));
        lf_storm_track(d_i, svrb_weight(s, s->p.beta_fy, now.eta), 1, s->g_old, s->g_new, v);
        lf_storm_cap(d_i, s->p.C_fy, v);
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
        lf_vec_zero(d_i, s->g_old);
        lf_vec_zero(d_i, s->g_new);
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x_old, y_old, s->g_old));
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, s->g_new));
        lf_storm_track(d_i, svrb_weight(s, s->p.beta_gy, now.eta), 1, s->g_old, s->g_new, w);
        const double be_gg = svrb_weight(s, s->p.beta_gg, now.eta);
        LF_TRY(lf_second_order_track(&s->second, o, &J, at->x_old, y_old, at->x, y, be_gg, 1));
        LF_TRY(lf_second_order_solve(&s->second, o, i, v, &q)); /* q = H_i^-1 v_i */
        LF_TRY(lf_second_order_along(&s->second, o, i, -1 / (double)at->m, q, at->z));
    }
    svrb_add_u(s, now.eta);
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_lower_levels_step_x(at, o, now.x);
    lf_lower_levels_step_y(at, o, now.y, s->w);
    return LF_OK;
}

LF_ITERATE(svrb, lf_lower_levels_point(&s->at));

static const lf_param svrb_table[] = {
    LF_TWO_SCALE_PARAMS(svrb_params, scale),
    LF_REAL(svrb_params, beta, 1, 0, 1e12, "momentum weight: min(1, beta eta_t^2) [1]"),
    LF_REAL(svrb_params, beta_fx, 0, 0, 1e12, "of the estimate of df/dx; 0: beta [1]"),
    LF_REAL(svrb_params, beta_fy, 0, 0, 1e12, "of df/dy; 0: beta [1]"),
    LF_REAL(svrb_params, beta_gg, 0, 0, 1e12, "of second derivatives of g; 0: beta [1]"),
    LF_REAL(svrb_params, beta_gy, 0, 0, 1e12, "of dg/dy; 0: beta [1]"),
    LF_REAL(svrb_params, C_fy, 0, 0, 1e12, "largest |v|; 0: no limit [f/y]"),
    LF_SECOND_ORDER_BOUNDS(svrb_params, second),
    LF_LOWER_LEVELS_PARAMS(svrb_params, at),
    LF_LOWER_LEVELS_INIT_F(svrb_params, at),
    LF_LOWER_LEVELS_INIT_G(svrb_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(svrb_params, scale),
    LF_SECOND_ORDER_PARAMS(svrb_params, second),
    {0},
};

LF_ALGORITHM(svrb, .doc = "bilevel: STORM estimates of every derivative, one loop",
             .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 1",
             .when = "samples are dear and dense second derivatives of the lower level fit: few "
                     "samples, at many times the seconds a sample of a one-loop method",
             .view = LF_VIEW_BILEVEL, .whole = true);
