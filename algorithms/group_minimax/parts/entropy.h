/**
 * @file entropy.h
 * @brief Weights on the simplex kept as logarithms, as entropy mirror steps move them.
 *
 * Only lq = ln q is carried. A weight may sink to e^-700 and below: exp then gives a denormal or 0,
 * which is harmless, while its logarithm stays finite and can rise again.
 */
#pragma once

#include <stddef.h>

/** lq (m) <- lq - ln sum_i exp(lq_i), so that the weights sum to 1. Finite input of any size. */
void lf_entropy_normalise(size_t m, double *lq);

/** q (m) <- exp(lq); q may be lq. */
void lf_entropy_weights(size_t m, const double *lq, double *q);

/** Both at once with half the exponentials: lq (m) normalised, q (m) <- its weights. No overlap. */
void lf_entropy_softmax(size_t m, double *lq, double *q);

/** lq (m) <- -ln m: equal weights. */
void lf_entropy_centre(size_t m, double *lq);

/** lq (n), logarithms of positive numbers, <- those of the weights, none above `cap`, that are
 *  nearest by the Kullback-Leibler divergence: q_i = min(cap, c z_i). Needs n cap >= 1; cap >= 1
 *  normalises. The set is the dual one of a conditional value at risk: with cap = 1/(r n) the
 *  largest sum_i q_i L_i is the mean of the worst share r of the n losses. */
void lf_entropy_cap(size_t n, double cap, double *lq);

/** i ~ q (m) for a uniform u < 1. The weights' own sum stands for 1, so rounding cannot favour the
 *  last one, and a weight that has sunk to 0 is never drawn. */
size_t lf_entropy_draw(size_t m, const double *q, double u);
