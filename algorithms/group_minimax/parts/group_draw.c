#include "algorithms/group_minimax/parts/group_draw.h"

lf_status lf_group_draw_init(lf_group_draw *g, lf_group_draw_from from, const lf_oracle *o,
                             lf_arena *arena) {
    const lf_components *groups = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    g->sampling = from == LF_GROUP_DRAW_IMPORTANCE ? LF_MINIMAX_IMPORTANCE : LF_MINIMAX_UNIFORM;
    g->m = groups->count;
    g->N = 0;
    LF_TRY(lf_arena_array(arena, g->m, sizeof *g->end, &g->end));
    for (size_t i = 0; i < g->m; i++) {
        g->N += groups->component[i].samples;
        g->end[i] = g->N;
    }
    return LF_OK;
}

/* The group that sample k of the pool, from 0, belongs to: the first that ends after it. */
static size_t group_draw_find(const lf_group_draw *g, size_t k) {
    size_t first = 0, last = g->m - 1;
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if (k < g->end[middle])
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

size_t lf_group_draw_pick(const lf_group_draw *g, lf_oracle *o, double *c) {
    const double u = lf_oracle_uniform(o); /* u < 1, so that u n rounds to below n */
    if (g->sampling == LF_MINIMAX_IMPORTANCE) {
        *c = (double)g->m;
        return (size_t)(u * *c);
    }
    const size_t i = group_draw_find(g, (size_t)(u * (double)g->N));
    *c = (double)g->N / (double)(g->end[i] - (i > 0 ? g->end[i - 1] : 0));
    return i;
}
