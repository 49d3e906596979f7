#include "algorithms/common/average.h"

lf_status lf_average_init(lf_average *a, lf_oracle *o, lf_arena *arena) {
    a->weight = 0;
    return lf_arena_point(arena, lf_oracle_dim(o), &a->mean);
}

void lf_average_clear(lf_average *a) {
    a->weight = 0;
}

void lf_average_add(lf_average *a, size_t d, double w, const double *x) {
    a->weight += w;
    const double share = w / a->weight; /* 1 for the first point, so what was there is dropped */
    lf_vec_axpby(d, share, x, 1 - share, a->mean);
}

lf_status lf_reservoir_init(lf_reservoir *r, lf_oracle *o, lf_arena *arena) {
    r->weight = 0;
    return lf_arena_point(arena, lf_oracle_dim(o), &r->x);
}

/* Replacing the choice with probability w_t / (w_1 + ... + w_t) leaves each of the t points chosen
 * in proportion to its weight. */
void lf_reservoir_offer(lf_reservoir *r, lf_oracle *o, double w, const double *x) {
    r->weight += w;
    if (lf_oracle_uniform(o) * r->weight < w) lf_vec_copy(lf_oracle_dim(o), x, r->x);
}
