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
