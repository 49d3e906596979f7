/**
 * @file draws.c
 * @brief Uniform numbers, the chance of a label, and permutations; normal.c has normal numbers.
 */
#include "datasets/made/draws.h"

#include <math.h>

#include "numeric/stream.h"

void lf_uniform_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *u) {
    for (size_t i = 0; i < n; i += 4) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_DATA, component, draw, i / 4, bits);
        for (size_t k = 0; k < 4 && i + k < n; k++)
            u[i + k] = lf_stream_uniform(bits[k]);
    }
}

/* e^x for |x| <= 40: x = k ln 2 + t with |t| < 0.35, a Taylor polynomial of t, the exponent k. The
 * upper part of ln 2 has so few digits that its product with k is exact. */
static double sigmoid_exp(double x) {
    static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    const double k = floor(x * 0x1.71547652b82fep+0 + 0.5);
    const double t = (x - k * ln2_high) - k * ln2_low;
    double sum = 1;
    for (int n = 14; n > 0; n--)
        sum = 1 + sum * t / n;
    return ldexp(sum, (int)k);
}

double lf_sigmoid_exact(double z) {
    return 1 / (1 + sigmoid_exp(fmin(fmax(-z, -40), 40)));
}

/* Draws that are made before the first of their places is looked at. */
enum { DRAWS_AHEAD = 32 };

/* Fisher and Yates, stopped when the places asked for are settled. A place that is drawn lies
 * anywhere, and is fetched while others are drawn. */
void lf_shuffle(uint64_t seed, uint64_t stream, size_t n, size_t settled, uint32_t *order) {
    for (size_t i = 0, m; i < settled; i += m) {
        size_t other[DRAWS_AHEAD];
        m = settled - i < DRAWS_AHEAD ? settled - i : DRAWS_AHEAD;
        for (size_t k = 0; k < m; k++) {
            uint64_t bits[4];
            lf_stream_block(seed, LF_STREAM_SPLIT, stream, i + k, 0, bits);
            other[k] = i + k + lf_stream_below(bits[0], n - i - k);
            __builtin_prefetch(&order[other[k]], 1);
        }
        for (size_t k = 0; k < m; k++) {
            const uint32_t row = order[other[k]];
            order[other[k]] = order[i + k];
            order[i + k] = row;
        }
    }
}

enum { NUMPY_WORDS = 624, NUMPY_SHIFT = 397 };

typedef struct {
    uint32_t word[NUMPY_WORDS];
    size_t next;
} numpy_state;

static void numpy_seed(numpy_state *s, uint32_t seed) {
    s->word[0] = seed;
    for (uint32_t i = 1; i < NUMPY_WORDS; i++) {
        const uint32_t before = s->word[i - 1];
        s->word[i] = 1812433253u * (before ^ before >> 30) + i;
    }
    s->next = NUMPY_WORDS;
}

/* All words move on by one round of the recurrence. */
static void numpy_turn(numpy_state *s) {
    for (size_t i = 0; i < NUMPY_WORDS; i++) {
        const uint32_t y =
            (s->word[i] & 0x80000000u) | (s->word[(i + 1) % NUMPY_WORDS] & 0x7fffffffu);
        s->word[i] = s->word[(i + NUMPY_SHIFT) % NUMPY_WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    s->next = 0;
}

static uint32_t numpy_draw(numpy_state *s) {
    if (s->next == NUMPY_WORDS) numpy_turn(s);
    uint32_t y = s->word[s->next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* A number in 0 .. most: the lowest bits that can hold it, until they do not exceed it. */
static uint32_t numpy_up_to(numpy_state *s, uint32_t most) {
    uint32_t mask = most, value;
    for (unsigned k = 1; k < 32; k *= 2)
        mask |= mask >> k;
    do
        value = numpy_draw(s) & mask;
    while (value > most);
    return value;
}

void lf_numpy_permutation(uint32_t seed, size_t n, uint32_t *order) {
    numpy_state s;
    numpy_seed(&s, seed);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = n; i-- > 1;) {
        const uint32_t j = numpy_up_to(&s, (uint32_t)i), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}
