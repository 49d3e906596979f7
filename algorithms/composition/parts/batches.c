#include "algorithms/composition/parts/batches.h"

#include "algorithms/common/sampling.h"

lf_status lf_batches_init(lf_batches *b, const lf_batches_params *p, lf_oracle *o,
                          lf_arena *arena) {
    const lf_components *role = lf_oracle_info(o)->role;
    const size_t n = role[LF_ROLE_INNER].count;
    b->p = *p;
    b->objectives = role[LF_ROLE_OBJECTIVE].count;
    if (b->p.B1 == 0 || b->p.B1 > n) b->p.B1 = n;
    LF_TRY(lf_arena_array(arena, b->p.B1, sizeof *b->S, &b->S));
    LF_TRY(lf_arena_array(arena, b->p.B1, sizeof *b->B, &b->B));
    return lf_arena_array(arena, b->objectives, sizeof *b->B_0, &b->B_0);
}

lf_status lf_batches_draw(lf_batches *b, lf_oracle *o) {
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, b->p.B1, b->S));
    for (size_t k = 0; k < b->p.B1; k++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, b->S[k], b->p.B2, 1, &b->B[k]));
    for (size_t j = 0; j < b->objectives; j++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, b->p.B0, 1, &b->B_0[j]));
    return LF_OK;
}
