/**
 * @file numpy_permutation.h
 * @brief The permutation that divides rows in many published codes: numpy's
 *        RandomState(seed).permutation(n), which scikit-learn's train_test_split uses.
 *
 * It is MT19937 (Matsumoto & Nishimura 1998) under a Fisher-Yates shuffle from the end, where a
 * number up to i is drawn by masking 32 bits and trying again. numpy keeps this stream as it is.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** order (n) <- the permutation of 0 .. n - 1, n < 2^32. */
void lf_numpy_permutation(uint32_t seed, size_t n, uint32_t *order);
