/**
 * @file sensitivity.h
 * @brief How much a method depends on its parameters: what the best of k points drawn from a grid
 *        comes to.
 */
#pragma once

#include <stddef.h>

/** Rank, from 1, that the best of k among n points drawn without replacement has or betters at
 *  least every other time: the smallest i with 1 - C(n - i, k) / C(n, k) >= 1/2. 1 <= k <= n. */
size_t lf_stat_best_of(size_t n, size_t k);
