/**
 * @file elementary.h
 * @brief Exponentials and logarithms of many numbers at once, for what losses need of them.
 *
 * The C library's are called for one number at a time. These go through vector registers, with the
 * same bits on every processor, and are off by no more than 2 units in the last place.
 */
#pragma once

#include <stddef.h>

/** e (n) <- exp(-|x|); 0 where |x| > 707, NaN stays NaN. No overlap. */
void lf_exp_minus_abs(size_t n, const double *x, double *e);
/** v (n) <- log(1 + e) for 0 <= e <= 1, small ones to their last digit; NaN stays NaN. No overlap.
 */
void lf_log1p_unit(size_t n, const double *e, double *v);
