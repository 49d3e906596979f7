/**
 * @file bsvrb.c
 * @brief BSVRB: variance-reduced estimates of the three directions, for k of m levels a step.
 *
 *     S: k levels;  for i in S, from one K and one J at (x, y_i, v_i) and at the point before:
 *       s_i <- (1 - al) s_i + (al + ga) D_y,i - ga D_y,i(old),   u_i from D_v,i in the same manner
 *     z <- (1 - al) (z - mean_S D_x,i(old)) + mean_S D_x,i,      al = min(1, beta eta_t^2)
 *     x <- Pi_X[x - gamma eta_t z];  for i in S, c = 1 + the steps since its last visit:
 *       y_i <- y_i - c tau tau_t s_i,   v_i <- v_i - c tau_v tau tau_t u_i,  then |v_i| <= C_v
 *
 * The point before is x, y_i and v_i of one step ago, whether or not that step moved the level.
 * ga = 1 - al makes all three STORM; with one level that is SVRB without estimates of matrices:
 * products are tracked instead.
 *
 * Source:    Hu, Qiu, Guo, Zhang & Yang 2023, arXiv:2305.18730, version 2, and its authors' code.
 * Deviation: one weight for all estimates, which start from a start batch; levels are drawn without
 *            replacement in every step; samples with replacement, unless a batch reaches all.
 * Cost:      a step asks each of k levels for b_f samples of role upper, 2 b_f gradients (4 b_f if
 *            f depends on x itself), b_g samples of role lower, 2 b_g each of gradients, hvp and
 *            jvp. The start asks init_f and init_g samples of every level, at one point.
 * Memory:    6d doubles, 10n over all y_i, and the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/directions.h"
#include "algorithms/bilevel/parts/storm.h"

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
    lf_directions_params three;
    double beta, ga;
    size_t k;
} bsvrb_params;

typedef struct {
    bsvrb_params p;
    lf_lower_levels at;
    lf_two_scale scale;
    double *v, *v_old;         /* n: estimates of -Hyy^-1 gy */
    lf_directions E, old, now; /* z, s and u; what a step's batches say */
    size_t k, *S, *missed;     /* levels a step, k: these; m: steps since the last visit */
    size_t t;
} bsvrb_state;

/* D += the three directions of J's level at (x, y_i, v_i); y and v (n) are of all levels. */
static lf_status bsvrb_ask(const lf_lower_levels *at, lf_oracle *o, const lf_batch *K,
                           const lf_batch *J, const double *x, const double *y, const double *v,
                           lf_directions *D) {
    const size_t from = at->start[J->component];
    LF_TRY(lf_oracle_upper_gradient(o, K, x, y + from, at->direct ? D->x : NULL, D->v + from));
    LF_TRY(lf_oracle_lower_gradient(o, J, x, y + from, D->y + from));
    LF_TRY(lf_oracle_lower_hvp(o, J, x, y + from, v + from, D->v + from));
    return lf_oracle_lower_jvp(o, J, x, y + from, v + from, D->x);
}

static lf_status bsvrb_begin(bsvrb_state *s, lf_oracle *o) {
    lf_lower_levels *at = &s->at;
    for (size_t i = 0; i < at->m; i++) {
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_start_pair(at, o, i, &K, &J));
        LF_TRY(bsvrb_ask(at, o, &K, &J, at->x, at->y, s->v, &s->E));
    }
    lf_vec_scale(at->d, 1 / (double)at->m, s->E.x);
    return LF_OK;
}

static lf_status bsvrb_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    bsvrb_state *s = state;
    const lf_exponents third = {1. / 3, 1. / 3};
    s->p = *(const bsvrb_params *)params;
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, third, third));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, true, o, x0, arena));
    s->k = s->p.k < s->at.m ? s->p.k : s->at.m;
    LF_TRY(LF_VECTORS(arena, s->at.n, &s->v, &s->v_old));
    LF_TRY(lf_arena_array(arena, s->k, sizeof *s->S, &s->S));
    LF_TRY(lf_arena_array(arena, s->at.m, sizeof *s->missed, &s->missed));
    LF_TRY(lf_directions_take(&s->E, 1, &s->at, arena));
    LF_TRY(lf_directions_take(&s->old, 1, &s->at, arena));
    LF_TRY(lf_directions_take(&s->now, 1, &s->at, arena));
    return bsvrb_begin(s, o);
}

/* E_i (d_i) <- (1 - al) E_i + (al + ga) now - ga old */
static void bsvrb_track(const bsvrb_state *s, size_t i, double al, const double *old,
                        const double *now, double *E) {
    const size_t from = s->at.start[i], d_i = lf_lower_levels_length(&s->at, i);
    const double ga = s->p.ga >= 0 ? s->p.ga : 1 - al;
    lf_vec_axpby(d_i, al + ga, now + from, 1 - al, E + from);
    lf_vec_axpy(d_i, -ga, old + from, E + from);
}

static lf_status bsvrb_step(void *state, lf_oracle *o) {
    bsvrb_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const double al = lf_storm_weight(s->p.beta, now.eta * now.eta);
    lf_directions_zero(at, &s->old);
    lf_directions_zero(at, &s->now);
    LF_TRY(lf_oracle_components(o, LF_ROLE_LOWER, s->k, s->S));
    for (size_t j = 0; j < s->k; j++) { /* one batch of f_i and one of g_i, at both points */
        lf_batch K, J;
        LF_TRY(lf_lower_levels_draw_pair(at, o, s->S[j], &K, &J));
        LF_TRY(bsvrb_ask(at, o, &K, &J, at->x_old, at->y_old, s->v_old, &s->old));
        LF_TRY(bsvrb_ask(at, o, &K, &J, at->x, at->y, s->v, &s->now));
    }
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_vec_copy(at->n, s->v, s->v_old);
    lf_storm_track(at->d, al, 1 / (double)s->k, s->old.x, s->now.x, s->E.x);
    lf_vec_copy(at->d, s->E.x, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    for (size_t i = 0; i < at->m; i++)
        s->missed[i]++;
    for (size_t j = 0; j < s->k; j++) {
        const size_t i = s->S[j];
        const double step = (double)s->missed[i] * now.y;
        bsvrb_track(s, i, al, s->old.y, s->now.y, s->E.y);
        bsvrb_track(s, i, al, s->old.v, s->now.v, s->E.v);
        lf_vec_axpy(lf_lower_levels_length(at, i), -step, s->E.y + at->start[i],
                    at->y + at->start[i]);
        lf_directions_move_level(at, &s->p.three, i, step, s->E.v, s->v);
        s->missed[i] = 0;
    }
    lf_oracle_project_y(o, at->y);
    return LF_OK;
}

LF_ITERATE(bsvrb, lf_lower_levels_point(&s->at));

static const lf_param bsvrb_table[] = {
    LF_TWO_SCALE_PARAMS(bsvrb_params, scale),
    LF_REAL(bsvrb_params, beta, 1, 0, 1e12, "weight of the news, al: min(1, beta eta_t^2) [1]"),
    LF_REAL_AUTO(bsvrb_params, ga, -1, 0, 1e12, "weight of the correction; -1: 1 - al [1]"),
    LF_DIRECTIONS_PARAMS(bsvrb_params, three),
    LF_COUNT(bsvrb_params, k, 10, 1, 1e6, "levels a step; all, if there are fewer [levels]"),
    LF_LOWER_LEVELS_PARAMS(bsvrb_params, at),
    LF_LOWER_LEVELS_INIT_F(bsvrb_params, at),
    LF_LOWER_LEVELS_INIT_G(bsvrb_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(bsvrb_params, scale),
    {0},
};

LF_ALGORITHM(bsvrb, .doc = "bilevel: variance-reduced directions, the linear system tracked too",
             .source = "Hu, Qiu, Guo, Zhang & Yang 2023, arXiv:2305.18730, version 2",
             .when = "lower levels are many and a step asks k of them, or derivatives are noisy: "
                     "all three directions are variance-reduced, at two evaluations a sample",
             .view = LF_VIEW_BILEVEL, .whole = true);
