/**
 * @file normal.h
 * @brief Standard normal numbers for generated data sets: the same bits on every machine.
 *
 * A number is the normal quantile of a 32-bit uniform one, Wichura's PPND16 (Algorithm AS 241,
 * Applied Statistics 37, 1988): two ratios of polynomials. The tails need a logarithm; it is a
 * series here and not libm's, whose last bit differs from one library to the next. Only +, -, *, /
 * and sqrt are used, each rounded as IEEE 754 says (and never contracted: -ffp-contract=off), so
 * there is nothing left to differ.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** The z with P(Z <= z) = (k + 1/2) / 2^32, k < 2^32; |z| < 6.4. */
double lf_normal_quantile(uint32_t k);

/** z (n) <- independent standard normal numbers of the data stream (seed, component, draw). Fewer
 *  of them are the first of more. */
void lf_normal_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *z);
