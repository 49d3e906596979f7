#include "algorithms/bilevel/parts/directions.h"

#include "algorithms/bilevel/parts/storm.h"

lf_status lf_directions_take(lf_directions *D, size_t count, const lf_lower_levels *at,
                             lf_arena *arena) {
    for (size_t k = 0; k < count; k++) {
        LF_TRY(lf_arena_vector(arena, at->d, &D[k].x));
        LF_TRY(lf_arena_vector(arena, at->n, &D[k].y));
        LF_TRY(lf_arena_vector(arena, at->n, &D[k].v));
    }
    return LF_OK;
}

void lf_directions_zero(const lf_lower_levels *at, lf_directions *D) {
    lf_vec_zero(at->d, D->x);
    lf_vec_zero(at->n, D->y);
    lf_vec_zero(at->n, D->v);
}

lf_status lf_directions_add(const lf_lower_levels *at, lf_oracle *o, const lf_batch *K,
                            const lf_batch *J, const double *x, const double *y, const double *v,
                            lf_directions *D) {
    const size_t from = at->start[J->component];
    double *gx = at->direct ? D->x : NULL, *D_v = D->v + from;
    LF_TRY(lf_oracle_upper_gradient(o, K, x, y + from, gx, D_v));
    LF_TRY(lf_oracle_lower_gradient(o, J, x, y + from, D->y + from));
    LF_TRY(lf_oracle_lower_hvp(o, J, x, y + from, v + from, D_v));
    return lf_oracle_lower_jvp(o, J, x, y + from, v + from, D->x);
}

void lf_directions_step_v(const lf_lower_levels *at, const lf_directions_params *p, size_t i,
                          double step, const double *D_v, double *v) {
    const size_t d_i = lf_lower_levels_length(at, i), from = at->start[i];
    lf_vec_axpy(d_i, -p->tau_v * step, D_v + from, v + from);
    lf_storm_cap(d_i, p->C_v, v + from);
}

void lf_directions_step(lf_lower_levels *at, lf_oracle *o, const lf_directions_params *p,
                        const lf_two_steps *now, const lf_directions *D, double *v) {
    lf_vec_copy(at->d, D->x, at->z);
    lf_lower_levels_step_x(at, o, now->x);
    lf_lower_levels_step_y(at, o, now->y, D->y);
    for (size_t i = 0; i < at->m; i++)
        lf_directions_step_v(at, p, i, now->y, D->v, v);
}
