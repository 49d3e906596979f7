#include "algorithms/composition/parts/shared.h"

#include "algorithms/common/sampling.h"

lf_status lf_shared_init(lf_shared *b, const lf_shared_params *p, const char *method, lf_oracle *o,
                         lf_arena *arena) {
    const lf_components *inner = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    if (!inner->shared || inner->always > 0)
        return lf_fail(LF_UNSUPPORTED,
                       "%s: components have to share their samples; choose the problem "
                       "partial_auc, or the method sox",
                       method);
    b->p = *p;
    b->objectives = lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count;
    if (b->p.B1 == 0 || b->p.B1 > inner->count) b->p.B1 = inner->count;
    for (size_t i = 0; i < inner->count; i++)
        if (inner->component[i].outputs > b->most) b->most = inner->component[i].outputs;
    LF_TRY(lf_arena_array(arena, b->p.B1, sizeof *b->S, &b->S));
    LF_TRY(lf_arena_array(arena, b->p.B1, sizeof *b->B, &b->B));
    return lf_arena_array(arena, b->objectives, sizeof *b->B_0, &b->B_0);
}

lf_status lf_shared_draw(lf_shared *b, lf_oracle *o) {
    lf_batch B;
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, b->p.B1, b->S));
    LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, 0, b->p.B2, 1, &B));
    for (size_t k = 0; k < b->p.B1; k++)
        LF_TRY(lf_oracle_lend(o, &B, LF_ROLE_INNER, b->S[k], &b->B[k]));
    for (size_t j = 0; j < b->objectives; j++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, b->p.B2, 1, &b->B_0[j]));
    return LF_OK;
}
