#include "datasets/made/uniform.h"

#include "numeric/stream.h"

void lf_uniform_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *u) {
    for (size_t i = 0; i < n; i += 4) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_DATA, component, draw, i / 4, bits);
        for (size_t k = 0; k < 4 && i + k < n; k++)
            u[i + k] = lf_stream_uniform(bits[k]);
    }
}
