/**
 * @file saddle_point.h
 * @brief The point (v, alpha) of min_v max_alpha E F(v, alpha; z), its sampled gradients, steps of
 *        both blocks at once, and the best response alpha of a fresh batch.
 */
#pragma once

#include <levelfield/algorithm.h>

typedef struct {
    size_t d, n;                 /* of v and alpha */
    size_t B;                    /* samples of a batch; 0: all */
    double *v, *alpha;           /* the point */
    double *grad_v, *grad_alpha; /* F's partial derivatives there, as last asked */
} lf_saddle_point;

/** Start at the projections of v = x0 (d), alpha = 0. LF_UNSUPPORTED unless the problem has a
 *  second block and one objective. Memory: 2d + 2n doubles. */
lf_status lf_saddle_point_init(lf_saddle_point *s, size_t B, lf_oracle *o, const double *x0,
                               lf_arena *arena);

/** Both derivatives at (v, alpha) from a fresh batch; grad_v with that of the regulariser. */
lf_status lf_saddle_point_gradient(lf_saddle_point *s, lf_oracle *o);

/** v <- v - eta grad_v, alpha <- alpha + eta grad_alpha, each projected on its domain. */
void lf_saddle_point_step(lf_saddle_point *s, lf_oracle *o, double eta);

/** alpha <- the best response to v (d) on m fresh samples. Where they cannot tell, B more are drawn
 *  until they can; LF_NOT_FOUND after 64 passes of that, or if all samples cannot tell. */
lf_status lf_saddle_point_respond(lf_saddle_point *s, lf_oracle *o, size_t m, const double *v);
