/**
 * @file number_sort.h
 * @brief Doubles in increasing order, millions of them.
 */
#pragma once

#include <stddef.h>

/**
 * x (n) <- the same numbers, the smallest first, none of them NaN; -0 and 0 are equal and may come
 * in either order. O(n): six passes at most, and n more doubles meanwhile, without which it takes
 * O(n log n).
 */
void lf_number_sort(size_t n, double *x);
