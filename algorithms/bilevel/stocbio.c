/**
 * @file stocbio.c
 * @brief StocBio: D gradient steps for y, then one for x with a whole Neumann series.
 *
 *     y <- y - tau tau_t gg(x, y; J_s)  for s = 1 .. D
 *     r = gy(x, y; K),  q = eta_n (r + sum of r <- r - eta_n Hyy(x, y; B_q) r  for q = 1 .. Q)
 *     x <- Pi_X[x - gamma eta_t (gx(x, y; K) - Jxy(x, y; J') q)]
 *
 * On several levels y is each level's own, and the x direction is the mean.
 *
 * Source:    Ji, Yang & Liang 2020, arXiv:2010.07962, Algorithm 2.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them. The default
 *            schedule is that of the RSVRB paper's experiments; sched=native are constant steps.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself); of role lower D b_g gradients, b_g jvp, and Q b_g hvp with
 *            neumann_batch=const or ceil(Q b_g (1 - eta_n mu_y)^(q-1)) for each q with geom; a
 *            sample for each of them. The start asks nothing.
 * Memory:    2d doubles, n over all y_i, and 3 times the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/neumann.h"
#include "algorithms/bilevel/parts/two_scale.h"

typedef struct {
    lf_lower_levels_params at;
    lf_neumann_params neumann;
    lf_two_scale_params scale;
    size_t D;
} stocbio_params;

typedef struct {
    lf_lower_levels at;
    lf_neumann neumann;
    lf_two_scale scale;
    size_t D, t;
} stocbio_state;

static lf_status stocbio_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    stocbio_state *s = state;
    const stocbio_params *p = params;
    const lf_exponents printed = {0.5, 1}, native = {0, 0};
    s->D = p->D;
    LF_TRY(lf_two_scale_init(&s->scale, &p->scale, printed, native));
    LF_TRY(lf_lower_levels_init(&s->at, &p->at, false, o, x0, arena));
    return lf_neumann_init(&s->neumann, &p->neumann, o, arena);
}

static lf_status stocbio_step(void *state, lf_oracle *o) {
    stocbio_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    double *gx = at->direct ? at->z : NULL, *w = at->room, *q = at->room; /* w, then q */
    lf_batch K, J;
    lf_lower_levels_remember(at, o);
    for (size_t k = 0; k < s->D; k++) { /* y is new before a later refusal */
        for (size_t i = 0; i < at->m; i++) {
            const size_t d_i = lf_lower_levels_length(at, i);
            double *y = lf_lower_levels_at(at, at->y, i);
            LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
            lf_vec_zero(d_i, w);
            LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, w));
            lf_vec_axpy(d_i, -now.y, w, y);
        }
        lf_oracle_project_y(o, at->y);
    }
    lf_vec_zero(at->d, at->z);
    for (size_t i = 0; i < at->m; i++) {
        const size_t d_i = lf_lower_levels_length(at, i);
        const double *y = lf_lower_levels_at(at, at->y, i);
        LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
        lf_vec_zero(d_i, q);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, gx, q)); /* r = gy */
        LF_TRY(lf_neumann_terms(&s->neumann, o, i, at->p.b_g, at->x, y, q));
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J)); /* J' */
        lf_vec_scale(d_i, -1, q);
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, q, at->z)); /* z -= Jxy q */
    }
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    return LF_OK;
}

LF_ITERATE(stocbio, lf_lower_levels_point(&s->at));

static const lf_param stocbio_table[] = {
    LF_TWO_SCALE_PARAMS(stocbio_params, scale),
    LF_COUNT(stocbio_params, D, 10, 1, 1e6, "y steps before each x step [steps]"),
    LF_NEUMANN_TERMS_PARAMS(stocbio_params, neumann),
    LF_LOWER_LEVELS_PARAMS(stocbio_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(stocbio_params, scale),
    {0},
};

LF_ALGORITHM(stocbio, .doc = "bilevel: an inner loop for y, a whole Neumann series for x",
             .source = "Ji, Yang & Liang 2020, arXiv:2010.07962, Algorithm 2",
             .when = "an inner loop is no burden and large batches are cheap",
             .view = LF_VIEW_BILEVEL);
