/**
 * @file surrogate.h
 * @brief The x direction of methods that keep no estimates, at (x, y), from fresh batches.
 *
 *     z = (1/m) sum_i [df_i/dx(K_i) - Jxy(J_i) q_i],   q_i a Neumann series for Hyy^-1 df_i/dy(K_i)
 *
 * Cost:   for each level b_f samples of role upper with as many gradients (twice that if f_i
 *         depends on x itself), what the series takes, and b_g samples of role lower with as many
 *         jvp.
 * Memory: that of lower_levels.h and neumann.h.
 */
#pragma once

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/neumann.h"

/** lf_neumann_terms or lf_neumann_random. */
typedef lf_status (*lf_neumann_series)(lf_neumann *s, lf_oracle *o, size_t i, size_t b,
                                       const double *x, const double *y, double *v);

/** at->z (d) <- the above. */
lf_status lf_surrogate_direction(lf_lower_levels *at, lf_neumann *by, lf_neumann_series series,
                                 lf_oracle *o);
