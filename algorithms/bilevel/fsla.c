/**
 * @file fsla.c
 * @brief FSLA: y, then v at the new y, then x, one step each, STORM on the x direction alone.
 *
 *     y <- y - tau tau_t gg(x, y; J)
 *     v <- v - tau_v tau tau_t (Hyy(x, y; J') v + gy(x, y; K))
 *     d <- D_x(x, y, v) + (1 - be_t) (d - D_x(old)),   D_x = gx(x, y; K') + Jxy(x, y; J'') v
 *     x <- Pi_X[x - gamma eta_t d],   be_t = min(1, beta eta_t)
 *
 * old is where D_x was asked in the step before. v estimates -Hyy^-1 gy.
 *
 * Source:    Li, Gu & Huang 2021, arXiv:2112.04660, checked against public code.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; d starts from
 *            the first step's D_x. sched=printed and native are the same: all weights shrink like
 *            t^-1/2.
 * Cost:      a step asks each level for b_f samples of role upper and b_f gradients (2 b_f samples
 *            and 3 b_f gradients if f depends on x itself); of role lower 3 b_g samples, b_g
 *            gradients, b_g hvp and 2 b_g jvp. The first step asks for D_x at one point. The start
 *            asks nothing.
 * Memory:    5d doubles, 4n over all y_i, and the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/directions.h"
#include "algorithms/bilevel/parts/storm.h"

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
    lf_directions_params three;
    double beta;
} fsla_params;

typedef struct {
    fsla_params p;
    lf_lower_levels at;
    lf_two_scale scale;
    double *v;                     /* n: estimates of -Hyy^-1 gy */
    double *x_old, *y_old, *v_old; /* d, n, n: where D_x was asked last */
    double *d, *D_old;             /* d: the estimate of D_x; D_x at the old point */
    size_t t;
} fsla_state;

static lf_status fsla_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    fsla_state *s = state;
    const lf_exponents half = {0.5, 0.5};
    s->p = *(const fsla_params *)params;
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, half, half));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    LF_TRY(LF_VECTORS(arena, s->at.d, &s->x_old, &s->d, &s->D_old));
    return LF_VECTORS(arena, s->at.n, &s->v, &s->y_old, &s->v_old);
}

static lf_status fsla_step_y(fsla_state *s, lf_oracle *o, size_t i, double step) {
    lf_lower_levels *at = &s->at;
    const size_t d_i = lf_lower_levels_length(at, i);
    double *y = lf_lower_levels_at(at, at->y, i), *D_y = at->room;
    lf_batch J;
    LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
    lf_vec_zero(d_i, D_y);
    LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, D_y));
    lf_vec_axpy(d_i, -step, D_y, y);
    return LF_OK;
}

static lf_status fsla_step_v(fsla_state *s, lf_oracle *o, size_t i, double step) {
    lf_lower_levels *at = &s->at;
    const size_t d_i = lf_lower_levels_length(at, i);
    const double *y = lf_lower_levels_at(at, at->y, i);
    double *v = lf_lower_levels_at(at, s->v, i), *D_v = at->room;
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_pair(at, o, i, &K, &J));
    lf_vec_zero(d_i, D_v);
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, NULL, D_v));
    LF_TRY(lf_oracle_lower_hvp(o, &J, at->x, y, v, D_v));
    lf_vec_axpy(d_i, -s->p.three.tau_v * step, D_v, v);
    lf_storm_cap(d_i, s->p.three.C_v, v);
    return LF_OK;
}

/* D (d) += D_x of level i at (x, y, v). */
static lf_status fsla_ask(const fsla_state *s, lf_oracle *o, const lf_batch *K, const lf_batch *J,
                          const double *x, const double *y, const double *v, double *D) {
    const size_t from = s->at.start[J->component];
    if (s->at.direct) LF_TRY(lf_oracle_upper_gradient(o, K, x, y + from, D, NULL));
    return lf_oracle_lower_jvp(o, J, x, y + from, v + from, D);
}

static lf_status fsla_step(void *state, lf_oracle *o) {
    fsla_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const bool first = s->t == 1; /* with nothing before: d is what its batch says */
    lf_batch K, J;
    lf_lower_levels_remember(at, o);
    for (size_t i = 0; i < at->m; i++) /* y and v are new before a later refusal */
        LF_TRY(fsla_step_y(s, o, i, now.y));
    lf_oracle_project_y(o, at->y);
    for (size_t i = 0; i < at->m; i++)
        LF_TRY(fsla_step_v(s, o, i, now.y));
    lf_vec_zero(at->d, at->z);
    lf_vec_zero(at->d, s->D_old);
    for (size_t i = 0; i < at->m; i++) {
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
        if (at->direct) LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
        LF_TRY(fsla_ask(s, o, &K, &J, at->x, at->y, s->v, at->z));
        if (!first) LF_TRY(fsla_ask(s, o, &K, &J, s->x_old, s->y_old, s->v_old, s->D_old));
    }
    const double be = lf_storm_weight(s->p.beta, now.eta);
    lf_storm_track(at->d, be, 1 / (double)at->m, s->D_old, at->z, s->d);
    lf_vec_copy(at->d, at->x, s->x_old);
    lf_vec_copy(at->n, at->y, s->y_old);
    lf_vec_copy(at->n, s->v, s->v_old);
    lf_vec_copy(at->d, s->d, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    return LF_OK;
}

LF_ITERATE(fsla, lf_lower_levels_point(&s->at));

static const lf_param fsla_table[] = {
    LF_TWO_SCALE_PARAMS(fsla_params, scale),
    LF_REAL(fsla_params, beta, 1, 0, 1e12, "weight of the news: min(1, beta eta_t) [1]"),
    LF_DIRECTIONS_PARAMS(fsla_params, three),
    LF_LOWER_LEVELS_PARAMS(fsla_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(fsla_params, scale),
    {0},
};

LF_ALGORITHM(
    fsla, .doc = "bilevel: y, v and x in turn, one step each, STORM on the x direction",
    .source = "Li, Gu & Huang 2021, arXiv:2112.04660",
    .when = "lower levels are long and memory counts: STORM on the x direction alone keeps four "
            "vectors as long as y where bsvrb has ten, at three lower batches a step",
    .view = LF_VIEW_BILEVEL);
