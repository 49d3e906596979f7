/**
 * @file draw.h
 * @brief Random numbers that are a pure function of (seed, purpose, index): Philox 4x32-10.
 *
 * Integer arithmetic alone, so every machine gets the same numbers.
 */
#pragma once

#include <stdint.h>

#include <Random123/philox.h>

/** What numbers are for; different purposes never share numbers. */
enum { LF_DRAW_SPLIT = 1, LF_DRAW_TWO_GROUPS = 2 };

/** block <- the four 32-bit numbers of an index. */
static inline void lf_draw_block(uint64_t seed, uint32_t purpose, uint64_t index,
                                 uint32_t block[4]) {
    philox4x32_ctr_t counter = {{(uint32_t)index, (uint32_t)(index >> 32), purpose, 0}};
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t out = philox4x32(counter, key);
    for (int i = 0; i < 4; i++)
        block[i] = out.v[i];
}

/** A number in 0 .. n - 1. The product's high half favours some numbers by at most n / 2^64, which
 *  no experiment can see. */
static inline uint32_t lf_draw_below(uint64_t seed, uint32_t purpose, uint64_t index, uint32_t n) {
    uint32_t block[4];
    lf_draw_block(seed, purpose, index, block);
    uint64_t wide = (uint64_t)block[0] << 32 | block[1];
    return (uint32_t)(((wide >> 32) * n + (((wide & UINT32_MAX) * n) >> 32)) >> 32);
}
