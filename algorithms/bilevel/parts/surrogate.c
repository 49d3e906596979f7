#include "algorithms/bilevel/parts/surrogate.h"

/* z += m times what level i adds to the mean */
static lf_status surrogate_add(lf_lower_levels *at, lf_neumann *by, lf_neumann_series series,
                               lf_oracle *o, size_t i) {
    const size_t d_i = lf_lower_levels_length(at, i);
    const double *y = lf_lower_levels_at(at, at->y, i);
    double *q = at->room;
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
    lf_vec_zero(d_i, q);
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, at->direct ? at->z : NULL, q));
    LF_TRY(series(by, o, i, at->p.b_g, at->x, y, q));
    LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
    lf_vec_scale(d_i, -1, q);
    return lf_oracle_lower_jvp(o, &J, at->x, y, q, at->z);
}

lf_status lf_surrogate_direction(lf_lower_levels *at, lf_neumann *by, lf_neumann_series series,
                                 lf_oracle *o) {
    lf_vec_zero(at->d, at->z);
    for (size_t i = 0; i < at->m; i++)
        LF_TRY(surrogate_add(at, by, series, o, i));
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    return LF_OK;
}
