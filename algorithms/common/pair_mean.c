#include "algorithms/common/pair_mean.h"

lf_status lf_pair_mean_init(lf_pair_mean *mean, size_t d, size_t m, const double *w,
                            const double *q, lf_arena *arena) {
    *mean = (lf_pair_mean){.d = d, .m = m};
    LF_TRY(lf_arena_point(arena, d, &mean->w.mean));
    LF_TRY(lf_arena_vector(arena, m, &mean->q.mean));
    lf_pair_mean_clear(mean, w, q);
    return LF_OK;
}

void lf_pair_mean_clear(lf_pair_mean *mean, const double *w, const double *q) {
    lf_average_clear(&mean->w);
    lf_average_clear(&mean->q);
    lf_vec_copy(mean->d, w, mean->w.mean);
    lf_vec_copy(mean->m, q, mean->q.mean);
}

void lf_pair_mean_add(lf_pair_mean *mean, double a, const double *w, const double *q) {
    lf_average_add(&mean->w, mean->d, a, w);
    lf_average_add(&mean->q, mean->m, a, q);
}

lf_point lf_pair_mean_point(const lf_pair_mean *mean) {
    return (lf_point){.w = mean->w.mean, .y = mean->q.mean};
}
