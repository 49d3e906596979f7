/**
 * @file ma_soba.c
 * @brief MA-SOBA: SOBA with a moving average of the x direction.
 *
 *     (D_y, D_v, D_x) at (x, y, v) from one batch of each role
 *     d <- (1 - theta_t) d + theta_t D_x,   theta_t = min(1, theta eta_t)
 *     x <- Pi_X[x - gamma eta_t d],   y <- y - tau tau_t D_y,   v <- v - tau_v tau tau_t D_v
 *
 * theta_t = 1 is SOBA.
 *
 * Source:    Chen, Xiao & Balasubramanian 2023, arXiv:2306.12067; order and constants from memory,
 *            not checked against its text.
 * Deviation: the news enter d before x moves; samples are drawn with replacement, unless a batch
 *            reaches all of them. sched=printed and native are the same: both steps shrink like
 *            t^-1/2.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself), b_g samples of role lower, b_g each of gradients, hvp and jvp.
 *            The start asks nothing.
 * Memory:    4d doubles, 4n over all y_i, and the longest y_i.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/bilevel/parts/directions.h"

/** The choices of a parameter `start`, in this order. */
typedef enum { MA_SOBA_ZERO, MA_SOBA_FIRST } ma_soba_start;

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
    lf_directions_params three;
    double theta;
    int start;
} ma_soba_params;

typedef struct {
    ma_soba_params p;
    lf_lower_levels at;
    lf_two_scale scale;
    double *v, *d; /* n: estimates of -Hyy^-1 gy; d: the average of D_x */
    lf_directions D;
    size_t t;
} ma_soba_state;

static lf_status ma_soba_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    ma_soba_state *s = state;
    const lf_exponents half = {0.5, 0.5};
    s->p = *(const ma_soba_params *)params;
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, half, half));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    LF_TRY(lf_arena_vector(arena, s->at.n, &s->v));
    LF_TRY(lf_arena_vector(arena, s->at.d, &s->d));
    return lf_directions_take(&s->D, 1, &s->at, arena);
}

static lf_status ma_soba_step(void *state, lf_oracle *o) {
    ma_soba_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const bool first = s->t == 1 && s->p.start == MA_SOBA_FIRST;
    const double theta = first ? 1 : fmin(1, s->p.theta * now.eta);
    lf_directions_zero(at, &s->D);
    for (size_t i = 0; i < at->m; i++) {
        const double *y = lf_lower_levels_at(at, at->y, i), *v = lf_lower_levels_at(at, s->v, i);
        double *D_v = lf_lower_levels_at(at, s->D.v, i);
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_pair(at, o, i, &K, &J));
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, at->direct ? s->D.x : NULL, D_v));
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, lf_lower_levels_at(at, s->D.y, i)));
        LF_TRY(lf_oracle_lower_hvp(o, &J, at->x, y, v, D_v));
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, v, s->D.x));
    }
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_vec_axpby(at->d, theta / (double)at->m, s->D.x, 1 - theta, s->d);
    lf_vec_copy(at->d, s->d, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    lf_lower_levels_step_y(at, o, now.y, s->D.y);
    lf_directions_move_v(at, &s->p.three, now.y, s->D.v, s->v);
    return LF_OK;
}

LF_ITERATE(ma_soba, lf_lower_levels_point(&s->at));

static const lf_param ma_soba_table[] = {
    LF_TWO_SCALE_PARAMS(ma_soba_params, scale),
    LF_REAL(ma_soba_params, theta, 1, 0, 1e12, "weight of the news: min(1, theta eta_t) [1]"),
    LF_DIRECTIONS_PARAMS(ma_soba_params, three),
    LF_LOWER_LEVELS_PARAMS(ma_soba_params, at),
    /* ours */
    LF_CHOICE(ma_soba_params, start, MA_SOBA_ZERO, "zero|first",
              "where the average begins: 0, or the first D_x"),
    LF_TWO_SCALE_FIRST_Y(ma_soba_params, scale),
    {0},
};

LF_ALGORITHM(
    ma_soba, .doc = "bilevel: SOBA with a moving average of the x direction",
    .source = "Chen, Xiao & Balasubramanian 2023, arXiv:2306.12067",
    .when = "a smooth bilevel problem is new: SOBA's cost and one averaging constant more; x still "
            "has to be slower than y, as wherever v is tracked by one step a time",
    .view = LF_VIEW_BILEVEL, .whole = true);
