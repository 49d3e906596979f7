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

void lf_directions_move_level(const lf_lower_levels *at, const lf_directions_params *p, size_t i,
                              double step, const double *D_v, double *v) {
    const size_t d_i = lf_lower_levels_length(at, i), from = at->start[i];
    lf_vec_axpy(d_i, -p->tau_v * step, D_v + from, v + from);
    lf_storm_cap(d_i, p->C_v, v + from);
}

void lf_directions_move_v(const lf_lower_levels *at, const lf_directions_params *p, double step,
                          const double *D_v, double *v) {
    for (size_t i = 0; i < at->m; i++)
        lf_directions_move_level(at, p, i, step, D_v, v);
}
