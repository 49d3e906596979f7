#include "algorithms/bilevel/parts/lower_levels.h"

#include "algorithms/common/sampling.h"

/* Start batch of each of several levels where none is asked for. */
enum { LEVELS_START = 128 };

static lf_status levels_check(const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    const size_t lower = info->role[LF_ROLE_LOWER].count, upper = info->role[LF_ROLE_UPPER].count;
    if (lower > 0 && lower == upper) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "the method needs lower levels and an upper function for each, the problem has "
                   "%zu and %zu; choose a bilevel problem",
                   lower, upper);
}

lf_status lf_lower_levels_init(lf_lower_levels *s, const lf_lower_levels_params *p, bool old,
                               lf_oracle *o, const double *x0, lf_arena *arena) {
    LF_TRY(levels_check(o));
    const lf_problem_info *info = lf_oracle_info(o);
    s->p = *p;
    if (p->b_f == 0) s->p.b_f = p->b;
    if (p->b_g == 0) s->p.b_g = p->b;
    s->m = info->role[LF_ROLE_LOWER].count;
    s->d = info->dim;
    s->direct = info->direct;
    LF_TRY(lf_arena_array(arena, s->m + 1, sizeof *s->start, &s->start));
    for (size_t i = 0; i < s->m; i++) {
        const size_t d_i = lf_oracle_component(o, LF_ROLE_LOWER, i)->outputs;
        s->start[i + 1] = s->start[i] + d_i;
        if (d_i > s->longest) s->longest = d_i;
    }
    s->n = s->start[s->m];
    const size_t before = old ? 1 : 0, out = p->output == LF_OUTPUT_RANDOM ? 1 : 0;
    LF_TRY(LF_VECTORS(arena, s->d, &s->x, &s->z));
    LF_TRY(lf_arena_vector(arena, s->n, &s->y));
    LF_TRY(lf_arena_vector(arena, before * s->d, &s->x_old));
    LF_TRY(lf_arena_vector(arena, before * s->n, &s->y_old));
    LF_TRY(lf_arena_vector(arena, out * s->d, &s->x_out));
    LF_TRY(lf_arena_vector(arena, out * s->n, &s->y_out));
    LF_TRY(lf_arena_vector(arena, s->longest, &s->room));
    s->old = old;
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    lf_lower_levels_restart(s, o);
    lf_vec_copy(before * s->d, s->x, s->x_old);
    lf_vec_copy(before * s->n, s->y, s->y_old);
    return LF_OK;
}

void lf_lower_levels_restart(lf_lower_levels *s, lf_oracle *o) {
    lf_vec_zero(s->n, s->y);
    lf_oracle_project_y(o, s->y);
}

size_t lf_lower_levels_length(const lf_lower_levels *s, size_t i) {
    return s->start[i + 1] - s->start[i];
}

double *lf_lower_levels_at(const lf_lower_levels *s, double *block, size_t i) {
    return block + s->start[i];
}

lf_status lf_lower_levels_draw_f(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K) {
    return lf_sampling_draw(o, LF_ROLE_UPPER, i, s->p.b_f, 1, K);
}

lf_status lf_lower_levels_draw_g(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *J) {
    return lf_sampling_draw(o, LF_ROLE_LOWER, i, s->p.b_g, 1, J);
}

lf_status lf_lower_levels_draw_pair(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K,
                                    lf_batch *J) {
    LF_TRY(lf_lower_levels_draw_f(s, o, i, K));
    return lf_lower_levels_draw_g(s, o, i, J);
}

lf_status lf_lower_levels_draw_start(const lf_lower_levels *s, lf_oracle *o, lf_role role, size_t i,
                                     lf_batch *batch) {
    size_t size = role == LF_ROLE_UPPER ? s->p.init_f : s->p.init_g;
    const size_t all = lf_oracle_info(o)->role[LF_ROLE_LOWER].component[i].samples;
    if (size == 0) size = s->m == 1 ? all : LEVELS_START;
    return lf_sampling_draw(o, role, i, size, 1, batch);
}

lf_status lf_lower_levels_draw_start_pair(const lf_lower_levels *s, lf_oracle *o, size_t i,
                                          lf_batch *K, lf_batch *J) {
    LF_TRY(lf_lower_levels_draw_start(s, o, LF_ROLE_UPPER, i, K));
    return lf_lower_levels_draw_start(s, o, LF_ROLE_LOWER, i, J);
}

lf_status lf_lower_levels_draw_anew(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K,
                                    lf_batch *J) {
    const size_t f = s->p.init_f ? s->p.init_f : LF_SAMPLING_ALL;
    const size_t g = s->p.init_g ? s->p.init_g : LF_SAMPLING_ALL;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_UPPER, i, f, 1, K));
    return lf_sampling_draw(o, LF_ROLE_LOWER, i, g, 1, J);
}

bool lf_lower_levels_offer(lf_lower_levels *s, lf_oracle *o) {
    if (s->p.output == LF_OUTPUT_LAST) return false;
    s->offered++; /* point t takes over with probability 1/t, so each of t is as likely */
    return lf_oracle_uniform(o) * (double)s->offered < 1;
}

void lf_lower_levels_remember(lf_lower_levels *s, lf_oracle *o) {
    if (s->old) {
        lf_vec_copy(s->d, s->x, s->x_old);
        lf_vec_copy(s->n, s->y, s->y_old);
    }
    if (!lf_lower_levels_offer(s, o)) return;
    lf_vec_copy(s->d, s->x, s->x_out);
    lf_vec_copy(s->n, s->y, s->y_out);
}

void lf_lower_levels_step_x(lf_lower_levels *s, lf_oracle *o, double step) {
    lf_vec_axpy(s->d, -step, s->z, s->x);
    lf_oracle_project(o, s->x);
}

void lf_lower_levels_step_y(lf_lower_levels *s, lf_oracle *o, double step, const double *w) {
    lf_vec_axpy(s->n, -step, w, s->y);
    lf_oracle_project_y(o, s->y);
}

lf_point lf_lower_levels_point(const lf_lower_levels *s) {
    if (s->offered > 0) return (lf_point){.w = s->x_out, .y = s->y_out};
    return (lf_point){.w = s->x, .y = s->y};
}
