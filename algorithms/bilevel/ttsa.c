/**
 * @file ttsa.c
 * @brief TTSA: a gradient step for y, then one for x with a Neumann series of random length, on two
 *        time scales.
 *
 *     y <- y - tau tau_t gg(x, y; J)
 *     v = gy(x, y; K),  v <- v - eta_n Hyy(x, y; J_l) v  for l = 1 .. p,  p uniform in 0 .. Q-1
 *     x <- Pi_X[x - gamma eta_t (gx(x, y; K) - Q eta_n Jxy(x, y; J') v)]
 *
 * On several levels y and p are each level's own, and the x direction is the mean.
 *
 * Source:    Hong, Wai, Wang & Yang 2020, arXiv:2007.05170, Algorithm 1.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; Q is a number
 *            instead of growing with log t. J' is a batch of its own. The default
 *            schedule is that of the RSVRB paper's experiments; sched=native is the source's.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself), (2 + p) b_g samples of role lower: b_g gradients, p b_g hvp,
 *            b_g jvp. The start asks nothing.
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
} ttsa_params;

typedef struct {
    lf_lower_levels at;
    lf_neumann neumann;
    lf_two_scale scale;
    size_t t;
} ttsa_state;

static lf_status ttsa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    ttsa_state *s = state;
    const ttsa_params *p = params;
    const lf_exponents printed = {0.5, 1}, native = {0.6, 0.4};
    LF_TRY(lf_two_scale_init(&s->scale, &p->scale, printed, native));
    LF_TRY(lf_lower_levels_init(&s->at, &p->at, false, o, x0, arena));
    return lf_neumann_init(&s->neumann, &p->neumann, o, arena);
}

static lf_status ttsa_step(void *state, lf_oracle *o) {
    ttsa_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    double *gx = at->direct ? at->z : NULL, *w = at->room, *q = at->room; /* w, then q */
    lf_batch K, J;
    lf_lower_levels_remember(at, o);
    for (size_t i = 0; i < at->m; i++) { /* y first: it is new before a later refusal */
        const size_t d_i = lf_lower_levels_length(at, i);
        double *y = lf_lower_levels_at(at, at->y, i);
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
        lf_vec_zero(d_i, w);
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, w));
        lf_vec_axpy(d_i, -now.y, w, y);
    }
    lf_oracle_project_y(o, at->y);
    lf_vec_zero(at->d, at->z);
    for (size_t i = 0; i < at->m; i++) {
        const size_t d_i = lf_lower_levels_length(at, i);
        const double *y = lf_lower_levels_at(at, at->y, i);
        LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
        lf_vec_zero(d_i, q);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, gx, q)); /* v = gy */
        LF_TRY(lf_neumann_random(&s->neumann, o, i, at->p.b_g, at->x, y, q));
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J)); /* J' */
        lf_vec_scale(d_i, -1, q);
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, q, at->z)); /* z -= Jxy q */
    }
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    return LF_OK;
}

LF_ITERATE(ttsa, lf_lower_levels_point(&s->at));

static const lf_param ttsa_table[] = {
    LF_TWO_SCALE_PARAMS(ttsa_params, scale),
    LF_NEUMANN_RANDOM_PARAMS(ttsa_params, neumann),
    LF_LOWER_LEVELS_PARAMS(ttsa_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(ttsa_params, scale),
    {0},
};

LF_ALGORITHM(ttsa, .doc = "bilevel: plain gradient steps on two time scales, one loop",
             .source = "Hong, Wai, Wang & Yang 2020, arXiv:2007.05170, Algorithm 1",
             .when = "a comparison needs the simplest single loop: two step sizes, no momentum",
             .view = LF_VIEW_BILEVEL);
