/**
 * @file draws.h
 * @brief What generated data sets and splits draw: the same bits on every machine.
 *
 * Only +, -, *, / and exact functions are used, each rounded as IEEE 754 says (and never
 * contracted: -ffp-contract=off), because libm's last bit differs from one library to the next.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** u (n) <- independent numbers in [0, 1) of the data stream (seed, component, draw). Fewer of them
 *  are the first of more. */
void lf_uniform_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *u);

/** 1 / (1 + e^-z) to within 1e-15; for |z| > 40 that of 40 or -40, nearer to 1 or 0 than a drawn
 *  number can tell. */
double lf_sigmoid_exact(double z);

/**
 * The first `settled` places of order (n) <- those of a random permutation of it, the others <- the
 * rest. Of one (seed, stream) the first places are the same however many are settled. Streams: 0
 * divides the rows of a data set, others are the caller's.
 */
void lf_shuffle(uint64_t seed, uint64_t stream, size_t n, size_t settled, uint32_t *order);

/**
 * order (n) <- the permutation of 0 .. n - 1, n < 2^32, that divides rows in many published codes:
 * numpy's RandomState(seed).permutation(n), which scikit-learn's train_test_split uses. It is
 * MT19937 (Matsumoto & Nishimura 1998) under a Fisher-Yates shuffle from the end, where a number up
 * to i is drawn by masking 32 bits and trying again. numpy keeps this stream as it is.
 */
void lf_numpy_permutation(uint32_t seed, size_t n, uint32_t *order);

/** The z with P(Z <= z) = (k + 1/2) / 2^32, k < 2^32; |z| < 6.4. Wichura's PPND16 (Algorithm AS
 * 241, Applied Statistics 37, 1988): two ratios of polynomials. The tails need a logarithm, which
 * is a series here. */
double lf_normal_quantile(uint32_t k);

/** z (n) <- independent standard normal numbers of the data stream (seed, component, draw). Fewer
 *  of them are the first of more. */
void lf_normal_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *z);
