/**
 * @file stable.c
 * @brief STABLE: tracked second derivatives, plain gradients, and a y step that follows x.
 *
 *     (H, V) <- P[(1 - be)((H, V) - (Hyy, Jxy)(old; J)) + (Hyy, Jxy)(new; J)]
 *     x' = Pi_X[x - gamma eta_t (gx(K) - V H^-1 gy(K))],    be = min(1, beta eta_t)
 *     y' = y - tau tau_t gg(J) - H^-1 V^T (x' - x),    as d(y*)/dx = -Hyy^-1 Jxy^T
 *
 * On several levels all but x are each level's own, and the x direction is the mean.
 *
 * Source:    Chen, Sun & Yin 2021, arXiv:2102.04671, Algorithm 1.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; the old point
 *            of the first step is the start; H is projected by eigenvalues or, with form=own, by
 *            the coefficients of the problem's own form; both systems are solved
 *            by CG, the first from its last solution, the second from 0. Only role lower has a
 *            start batch, as no gradient is tracked.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself), b_g samples of role lower, b_g gradients, 2 b_g hvp and 2 b_g
 *            jvp. The start: init_g samples, as many hvp and jvp.
 * Memory:    3d doubles, 4n over all y_i, the estimates, and 6 times the longest y_i.
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
    double beta;
} stable_params;

typedef struct {
    lf_lower_levels at;
    lf_second_order second;
    lf_two_scale scale;
    double beta;
    double *w;     /* n: dg_i/dy of the step's batches */
    double *r, *q; /* longest d_i: V_i^T (x' - x), and H_i^-1 of it */
    size_t t;
} stable_state;

static lf_status stable_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    stable_state *s = state;
    const stable_params *p = params;
    const lf_exponents half = {0.5, 0.5};
    s->beta = p->beta;
    LF_TRY(lf_two_scale_init(&s->scale, &p->scale, half, half));
    LF_TRY(lf_lower_levels_init(&s->at, &p->at, true, o, x0, arena));
    LF_TRY(lf_second_order_init(&s->second, &p->second, o, arena));
    LF_TRY(lf_arena_vector(arena, s->at.n, &s->w));
    LF_TRY(LF_VECTORS(arena, s->at.longest, &s->r, &s->q));
    for (size_t i = 0; i < s->at.m; i++) {
        lf_batch J;
        LF_TRY(lf_lower_levels_draw_start(&s->at, o, LF_ROLE_LOWER, i, &J));
        const double *y = lf_lower_levels_at(&s->at, s->at.y, i);
        LF_TRY(lf_second_order_start(&s->second, o, &J, s->at.x, y));
    }
    return LF_OK;
}

static lf_status stable_step(void *state, lf_oracle *o) {
    stable_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const double be = lf_storm_weight(s->beta, now.eta), *q;
    double *gx = at->direct ? at->z : NULL, *v = at->room;
    lf_vec_zero(at->d, at->z);
    lf_vec_zero(at->n, s->w);
    for (size_t i = 0; i < at->m; i++) {
        const double *y_old = lf_lower_levels_at(at, at->y_old, i);
        const double *y = lf_lower_levels_at(at, at->y, i);
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_pair(at, o, i, &K, &J));
        LF_TRY(lf_second_order_track(&s->second, o, &J, at->x_old, y_old, at->x, y, be, 1));
        lf_vec_zero(lf_lower_levels_length(at, i), v);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, gx, v));
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, lf_lower_levels_at(at, s->w, i)));
        LF_TRY(lf_second_order_solve(&s->second, o, i, v, &q)); /* q = H_i^-1 gy */
        LF_TRY(lf_second_order_along(&s->second, o, i, -1, q, at->z));
    }
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    lf_lower_levels_remember(at, o); /* what follows asks nothing: the step is whole */
    lf_lower_levels_step_x(at, o, now.x);
    lf_vec_copy(at->d, at->x, at->z);
    lf_vec_axpy(at->d, -1, at->x_old, at->z); /* x' - x, within the domain */
    for (size_t i = 0; i < at->m; i++) {      /* y_i <- y_i - H_i^-1 V_i^T (x' - x) */
        const size_t d_i = lf_lower_levels_length(at, i);
        lf_vec_zero(d_i, s->r);
        lf_vec_zero(d_i, s->q);
        LF_TRY(lf_second_order_across(&s->second, o, i, at->z, s->r));
        LF_TRY(lf_second_order_solve_from(&s->second, o, i, s->r, s->q));
        lf_vec_axpy(d_i, -1, s->q, lf_lower_levels_at(at, at->y, i));
    }
    lf_lower_levels_step_y(at, o, now.y, s->w);
    return LF_OK;
}

LF_ITERATE(stable, lf_lower_levels_point(&s->at));

static const lf_param stable_table[] = {
    LF_TWO_SCALE_PARAMS(stable_params, scale),
    LF_REAL(stable_params, beta, 1, 0, 1e12, "momentum weight: min(1, beta eta_t) [1]"),
    LF_SECOND_ORDER_BOUNDS(stable_params, second),
    LF_LOWER_LEVELS_PARAMS(stable_params, at),
    LF_LOWER_LEVELS_INIT_G(stable_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(stable_params, scale),
    LF_SECOND_ORDER_TRACKED_PARAMS(stable_params, second),
    {0},
};

LF_ALGORITHM(stable, .doc = "bilevel: tracked second derivatives, y steps that follow x, one loop",
             .source = "Chen, Sun & Yin 2021, arXiv:2102.04671, Algorithm 1",
             .when = "the lower level has few variables, as it tracks its matrices of second "
                     "derivatives",
             .view = LF_VIEW_BILEVEL, .whole = true);
