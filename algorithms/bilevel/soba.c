/**
 * @file soba.c
 * @brief SOBA: y, x and the solution v of the linear system each make a plain stochastic step, all
 *        three at once, one loop.
 *
 *     D_y = gg(x, y; J),   D_v = Hyy(x, y; J) v + gy(x, y; K),   D_x = gx(x, y; K) + Jxy(x, y; J) v
 *     y <- y - tau tau_t D_y,   v <- v - tau tau_t D_v,   x <- Pi_X[x - gamma eta_t D_x]
 *
 * D_v is 0 at v = -Hyy^-1 gy, and there D_x is the hypergradient; v starts at 0. On several levels
 * y and v are each level's own, and the x direction is the mean.
 *
 * Source:    Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, Algorithm 1 with the SOBA
 *            directions; checked against its authors' code: v starts at 0, y and v have one step
 *            size, and one batch of each role serves all three directions.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; batches of b
 *            in place of one sample of each level. sched=printed and native are the same: both
 *            steps shrink like t^-1/2.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself), b_g samples of role lower, b_g each of gradients, hvp and jvp.
 *            The start asks nothing.
 * Memory:    2d doubles, 4n over all y_i, and the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/two_scale.h"

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
} soba_params;

typedef struct {
    lf_lower_levels at; /* at.z: D_x */
    lf_two_scale scale;
    double *v;         /* n: estimates of -Hyy^-1 gy */
    double *D_y, *D_v; /* n */
    size_t t;
} soba_state;

static lf_status soba_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    soba_state *s = state;
    const soba_params *p = params;
    const lf_exponents half = {0.5, 0.5};
    LF_TRY(lf_two_scale_init(&s->scale, &p->scale, half, half));
    LF_TRY(lf_lower_levels_init(&s->at, &p->at, false, o, x0, arena));
    return LF_VECTORS(arena, s->at.n, &s->v, &s->D_y, &s->D_v);
}

static lf_status soba_step(void *state, lf_oracle *o) {
    soba_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    double *gx = at->direct ? at->z : NULL;
    lf_vec_zero(at->d, at->z);
    lf_vec_zero(at->n, s->D_y);
    lf_vec_zero(at->n, s->D_v);
    for (size_t i = 0; i < at->m; i++) {
        const double *y = lf_lower_levels_at(at, at->y, i), *v = lf_lower_levels_at(at, s->v, i);
        double *D_v = lf_lower_levels_at(at, s->D_v, i);
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_pair(at, o, i, &K, &J));
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, gx, D_v));
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, lf_lower_levels_at(at, s->D_y, i)));
        LF_TRY(lf_oracle_lower_hvp(o, &J, at->x, y, v, D_v));
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, v, at->z));
    }
    lf_vec_scale(at->d, 1 / (double)at->m, at->z); /* D_x, a mean */
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_lower_levels_step_x(at, o, now.x);
    lf_lower_levels_step_y(at, o, now.y, s->D_y);
    lf_vec_axpy(at->n, -now.y, s->D_v, s->v);
    return LF_OK;
}

LF_ITERATE(soba, lf_lower_levels_point(&s->at));

static const lf_param soba_table[] = {
    LF_TWO_SCALE_PARAMS(soba_params, scale),
    LF_LOWER_LEVELS_PARAMS(soba_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(soba_params, scale),
    {0},
};

LF_ALGORITHM(soba, .doc = "bilevel: plain steps for both levels and the linear system, one loop",
             .source = "Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, Algorithm 1",
             .when = "seconds count more than samples: the cheapest step of all, and the first to "
                     "try",
             .view = LF_VIEW_BILEVEL, .whole = true);
