/**
 * @file elementary.h
 * @brief Exponentials and logarithms of many numbers at once, for what losses need of them.
 *
 * They go through vector registers, with the same bits on every processor.
 */
#pragma once

#include <stddef.h>

/** e (n) <- lf_exp(-|x|); 0 where |x| > 707, NaN stays NaN. No overlap. */
void lf_exp_minus_abs(size_t n, const double *x, double *e);
/** e (n) <- lf_exp(x), where |x| <= 708. No overlap. */
void lf_exp_within(size_t n, const double *x, double *e);
/** v (n) <- log(1 + e) for 0 <= e <= 1, within 2.5 ulp; NaN stays NaN. No overlap. */
void lf_log1p_unit(size_t n, const double *e, double *v);
/** x (n) <- lf_tanh(x). */
void lf_tanh_each(size_t n, double *x);
/** The same for floats, which take the way of doubles. */
void lf_tanh_each_single(size_t n, float *x);
