/**
 * @file amigo.c
 * @brief AmIGO: T steps for y, N for the linear system's solution v, both from where they were
 *        left, then one for x.
 *
 *     y <- y - tau gg(x, y; J_s),  s = 1 .. T
 *     v <- v - tau_v tau (Hyy(x, y; J_s) v + gy(x, y; K)),  s = 1 .. N, one K for all
 *     x <- Pi_X[x - gamma (gx(x, y; K) + Jxy(x, y; J) v)]
 *
 * v estimates -Hyy^-1 gy. On several levels y and v are each level's own, and the x direction is
 * the mean.
 *
 * Source:    Arbel & Mairal 2021, arXiv:2111.14580, checked against public code.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself); of role lower (T + N + 1) b_g samples, T b_g gradients, N b_g
 *            hvp and b_g jvp. The start asks nothing.
 * Memory:    2d doubles, 2n over all y_i, and 3 times the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/directions.h"
#include "algorithms/bilevel/parts/storm.h"

typedef struct {
    lf_lower_levels_params at;
    lf_directions_params three;
    double gamma, tau;
    size_t T, N;
} amigo_params;

typedef struct {
    amigo_params p;
    lf_lower_levels at;
    double *v;       /* n: estimates of -Hyy^-1 gy */
    double *r, *D_v; /* longest d_i: gy; one level's direction */
} amigo_state;

static lf_status amigo_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    amigo_state *s = state;
    s->p = *(const amigo_params *)params;
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    LF_TRY(lf_arena_vector(arena, s->at.n, &s->v));
    return LF_VECTORS(arena, s->at.longest, &s->r, &s->D_v);
}

/* y_i and v_i step, z += the x direction of level i. */
static lf_status amigo_level(amigo_state *s, lf_oracle *o, size_t i) {
    lf_lower_levels *at = &s->at;
    const size_t d_i = lf_lower_levels_length(at, i);
    const double *y = lf_lower_levels_at(at, at->y, i);
    double *v = lf_lower_levels_at(at, s->v, i);
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
    lf_vec_zero(d_i, s->r);
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, at->direct ? at->z : NULL, s->r));
    for (size_t k = 0; k < s->p.N; k++) {
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
        lf_vec_copy(d_i, s->r, s->D_v);
        LF_TRY(lf_oracle_lower_hvp(o, &J, at->x, y, v, s->D_v));
        lf_vec_axpy(d_i, -s->p.three.tau_v * s->p.tau, s->D_v, v);
        lf_storm_cap(d_i, s->p.three.C_v, v);
    }
    LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
    return lf_oracle_lower_jvp(o, &J, at->x, y, v, at->z);
}

static lf_status amigo_step(void *state, lf_oracle *o) {
    amigo_state *s = state;
    lf_lower_levels *at = &s->at;
    lf_batch J;
    lf_lower_levels_remember(at, o);
    for (size_t k = 0; k < s->p.T; k++) { /* y is new before a later refusal */
        for (size_t i = 0; i < at->m; i++) {
            const size_t d_i = lf_lower_levels_length(at, i);
            double *y = lf_lower_levels_at(at, at->y, i);
            LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
            lf_vec_zero(d_i, at->room);
            LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, at->room));
            lf_vec_axpy(d_i, -s->p.tau, at->room, y);
        }
        lf_oracle_project_y(o, at->y);
    }
    lf_vec_zero(at->d, at->z);
    for (size_t i = 0; i < at->m; i++)
        LF_TRY(amigo_level(s, o, i));
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    lf_lower_levels_step_x(at, o, s->p.gamma);
    return LF_OK;
}

LF_ITERATE(amigo, lf_lower_levels_point(&s->at));

static const lf_param amigo_table[] = {
    LF_REAL(amigo_params, gamma, 0.1, 0, 1e12, "x step [x^2/f]"),
    LF_REAL(amigo_params, tau, 0.1, 0, 1e12, "y step [y^2/g]"),
    LF_COUNT(amigo_params, T, 10, 1, 1e6, "y steps before each x step [steps]"),
    LF_COUNT(amigo_params, N, 10, 1, 1e6, "v steps before each x step [steps]"),
    LF_DIRECTIONS_PARAMS(amigo_params, three),
    LF_LOWER_LEVELS_PARAMS(amigo_params, at),
    {0},
};

LF_ALGORITHM(amigo, .doc = "bilevel: inner loops for y and for the linear system, never restarted",
             .source = "Arbel & Mairal 2021, arXiv:2111.14580",
             .when = "the lower level is expensive to solve well and starts close from step to "
                     "step: its inner loops are warm, so few inner steps do",
             .view = LF_VIEW_BILEVEL);
