/**
 * @file pair_mean.h
 * @brief A running weighted mean of points (w, q), as the theory of minimax methods speaks of.
 */
#pragma once

#include "algorithms/common/average.h"

typedef struct {
    size_t d, m;
    lf_average w, q; /* d and m numbers */
} lf_pair_mean;

/** Until a point is added, the mean is the start w (d), q (m). */
lf_status lf_pair_mean_init(lf_pair_mean *mean, size_t d, size_t m, const double *w,
                            const double *q, lf_arena *arena);
/** Forget all points: until one is added, the mean is w (d), q (m), which are not its own. */
void lf_pair_mean_clear(lf_pair_mean *mean, const double *w, const double *q);
/** Add a point of weight a > 0. */
void lf_pair_mean_add(lf_pair_mean *mean, double a, const double *w, const double *q);
lf_point lf_pair_mean_point(const lf_pair_mean *mean);
