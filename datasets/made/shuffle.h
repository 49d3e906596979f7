/**
 * @file shuffle.h
 * @brief Seeded permutations of rows.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/**
 * The first `settled` places of order (n) <- those of a random permutation of it, the others <- the
 * rest. Of one (seed, stream) the first places are the same however many are settled. Streams: 0
 * divides the rows of a data set, others are the caller's.
 */
void lf_shuffle(uint64_t seed, uint64_t stream, size_t n, size_t settled, uint32_t *order);
