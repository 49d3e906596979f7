#include "numeric/stream.h"

#include <math.h>

#include <Random123/philox.h>

#include <levelfield/math.h>

static inline void stream_block(uint64_t seed, unsigned purpose, uint64_t component, uint64_t draw,
                                uint64_t block, uint64_t out[4]) {
    const philox4x64_key_t key = {{seed, purpose}};
    const philox4x64_ctr_t counter = {{block, draw, component, 0}};
    const philox4x64_ctr_t bits = philox4x64_R(10, counter, key);
    for (size_t i = 0; i < 4; i++)
        out[i] = bits.v[i];
}

void lf_stream_block(uint64_t seed, unsigned purpose, uint64_t component, uint64_t draw,
                     uint64_t block, uint64_t out[4]) {
    stream_block(seed, purpose, component, draw, block, out);
}

double lf_stream_uniform(uint64_t bits) {
    return (double)(bits >> 11) * 0x1p-53;
}

/* Multiply and shift: the high word of the product. */
static inline uint32_t stream_scale(uint64_t bits, uint64_t n) {
    uint64_t high;
    (void)mulhilo64(bits, n, &high);
    return (uint32_t)high;
}

uint32_t lf_stream_below(uint64_t bits, uint64_t n) {
    return stream_scale(bits, n);
}

/* The rounds of a block wait for each other; where no call parts them, those of several blocks run
 * side by side. */
void lf_stream_fill_below(uint64_t seed, unsigned purpose, uint64_t component, uint64_t draw,
                          uint64_t n, size_t count, uint32_t *out) {
    uint64_t bits[4];
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        stream_block(seed, purpose, component, draw, i / 4, bits);
        for (size_t k = 0; k < 4; k++)
            out[i + k] = stream_scale(bits[k], n);
    }
    if (i < count) stream_block(seed, purpose, component, draw, i / 4, bits);
    for (size_t k = 0; i + k < count; k++)
        out[i + k] = stream_scale(bits[k], n);
}

double lf_stream_normal(uint64_t bits_a, uint64_t bits_b) {
    const double radius = sqrt(-2 * lf_log1p(-lf_stream_uniform(bits_a)));
    return radius * lf_cospi(2 * lf_stream_uniform(bits_b));
}
