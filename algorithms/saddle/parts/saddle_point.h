/**
 * @file saddle_point.h
 * @brief The point (v, alpha) of min_v max_alpha E F(v, alpha; z), with room for the slopes there.
 */
#pragma once

#include <levelfield/algorithm.h>

typedef struct {
    size_t d, n;                 /* of v and alpha */
    double *v, *alpha;           /* the point */
    double *grad_v, *grad_alpha; /* F's partial derivatives there, as last asked */
} lf_saddle_point;

/** Start at the projections of v = x0 (d), alpha = 0. LF_UNSUPPORTED unless the problem has a
 *  second block and one objective. Memory: 2d + 2n doubles. */
lf_status lf_saddle_point_init(lf_saddle_point *s, lf_oracle *o, const double *x0, lf_arena *arena);
