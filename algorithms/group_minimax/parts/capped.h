/**
 * @file capped.h
 * @brief The capped simplex in the geometry of entropy: weights that sum to 1, none above `cap`.
 *
 * It is the dual set of a conditional value at risk: with cap = 1/(r n) the largest sum_i q_i L_i
 * is the mean of the worst share r of the n losses.
 */
#pragma once

#include <stddef.h>

/** lq (n), logarithms of positive numbers, <- those of the capped weights that are nearest by the
 *  Kullback-Leibler divergence: q_i = min(cap, c z_i). Needs n cap >= 1; cap >= 1 normalises. */
void lf_capped_project(size_t n, double cap, double *lq);
