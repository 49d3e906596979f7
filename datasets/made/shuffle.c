/**
 * @file shuffle.c
 * @brief Fisher and Yates, stopped when the places asked for are settled.
 */
#include "datasets/made/shuffle.h"

#include "numeric/stream.h"

void lf_shuffle(uint64_t seed, uint64_t stream, size_t n, size_t settled, uint32_t *order) {
    for (size_t i = 0; i < settled; i++) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_SPLIT, stream, i, 0, bits);
        const size_t other = i + lf_stream_below(bits[0], n - i);
        const uint32_t row = order[other];
        order[other] = order[i];
        order[i] = row;
    }
}
