/**
 * @file numpy_permutation.c
 * @brief The generator and the shuffle.
 */
#include "datasets/made/numpy_permutation.h"

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
