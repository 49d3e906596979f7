#include "algorithms/bilevel/parts/level_estimates.h"

#include "algorithms/bilevel/parts/storm.h"

lf_status lf_level_estimates_init(lf_level_estimates *s, const lf_second_order_params *p,
                                  double C_fx, double C_fy, const lf_lower_levels *at, lf_oracle *o,
                                  lf_arena *arena) {
    s->C_fx = C_fx;
    s->C_fy = C_fy;
    LF_TRY(lf_second_order_init(&s->E, p, o, arena));
    LF_TRY(lf_arena_vector(arena, at->direct ? at->m * at->d : 0, &s->u));
    LF_TRY(lf_arena_vector(arena, at->n, &s->v));
    LF_TRY(lf_arena_vector(arena, at->n, &s->w));
    LF_TRY(lf_arena_vector(arena, at->d + at->longest, &s->g_old));
    return lf_arena_vector(arena, at->d + at->longest, &s->g_new);
}

/* g <- df_i/dx (d) and behind it df_i/dy (d_i) */
static lf_status level_upper(const lf_lower_levels *at, lf_oracle *o, const lf_batch *K,
                             const double *x, const double *y, double *g) {
    lf_vec_zero(at->d + at->longest, g);
    return lf_oracle_upper_gradient(o, K, x, y, at->direct ? g : NULL, g + at->d);
}

static lf_status level_lower(const lf_lower_levels *at, lf_oracle *o, const lf_batch *J,
                             const double *x, const double *y, double *g) {
    lf_vec_zero(at->longest, g);
    return lf_oracle_lower_gradient(o, J, x, y, g);
}

/* Within their limits, so that shrinking leaves them there. */
static void level_cap(lf_level_estimates *s, const lf_lower_levels *at, size_t i, size_t n,
                      size_t of) {
    if (at->direct) lf_storm_cap(at->d, s->C_fx, s->u + i * at->d);
    lf_storm_cap(n, s->C_fy, s->v + of);
}

lf_status lf_level_estimates_start(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i) {
    const size_t n = lf_lower_levels_length(o, i), of = lf_oracle_lower_at(o, i);
    const double *y = at->y + of;
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_start(at, o, LF_ROLE_UPPER, i, &K));
    LF_TRY(level_upper(at, o, &K, at->x, y, s->g_new));
    if (at->direct) lf_vec_copy(at->d, s->g_new, s->u + i * at->d);
    lf_vec_copy(n, s->g_new + at->d, s->v + of);
    level_cap(s, at, i, n, of);
    LF_TRY(lf_lower_levels_draw_start(at, o, LF_ROLE_LOWER, i, &J));
    LF_TRY(level_lower(at, o, &J, at->x, y, s->g_new));
    lf_vec_copy(n, s->g_new, s->w + of);
    return lf_second_order_start(&s->E, o, &J, at->x, y);
}

lf_status lf_level_estimates_track(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i, const double beta[LF_LEVEL_KINDS], double kappa) {
    const size_t d = at->d, n = lf_lower_levels_length(o, i), of = lf_oracle_lower_at(o, i);
    const double *y_old = at->y_old + of, *y = at->y + of;
    lf_batch K, J; /* one draw of each level, asked about at both points */
    LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
    LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
    LF_TRY(level_upper(at, o, &K, at->x_old, y_old, s->g_old));
    LF_TRY(level_upper(at, o, &K, at->x, y, s->g_new));
    if (at->direct) lf_storm_track(d, beta[LF_LEVEL_FX], kappa, s->g_old, s->g_new, s->u + i * d);
    lf_storm_track(n, beta[LF_LEVEL_FY], kappa, s->g_old + d, s->g_new + d, s->v + of);
    level_cap(s, at, i, n, of);
    LF_TRY(level_lower(at, o, &J, at->x_old, y_old, s->g_old));
    LF_TRY(level_lower(at, o, &J, at->x, y, s->g_new));
    lf_storm_track(n, beta[LF_LEVEL_GY], kappa, s->g_old, s->g_new, s->w + of);
    return lf_second_order_track(&s->E, o, &J, at->x_old, y_old, at->x, y, beta[LF_LEVEL_GG],
                                 kappa);
}

lf_status lf_level_estimates_shrink(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                    size_t i, const double keep[LF_LEVEL_KINDS]) {
    const size_t n = lf_lower_levels_length(o, i), of = lf_oracle_lower_at(o, i);
    if (at->direct) lf_vec_scale(at->d, keep[LF_LEVEL_FX], s->u + i * at->d);
    lf_vec_scale(n, keep[LF_LEVEL_FY], s->v + of);
    lf_vec_scale(n, keep[LF_LEVEL_GY], s->w + of);
    return lf_second_order_shrink(&s->E, o, i, keep[LF_LEVEL_GG]);
}

lf_status lf_level_estimates_add_z(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i, double a, double *out) {
    const double *q;
    if (at->direct) lf_vec_axpy(at->d, a, s->u + i * at->d, out);
    LF_TRY(lf_second_order_solve(&s->E, o, i, s->v + lf_oracle_lower_at(o, i), &q));
    return lf_second_order_along(&s->E, o, i, -a, q, out);
}
