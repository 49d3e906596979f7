/**
 * @file seal.h
 * @brief The signature on a ticket: SipHash-1-3 of its fields under a key of the run's own.
 *
 * A method sees as many signed tickets as it draws, so the signature must tell nothing of the key,
 * whatever is computed from them: a linear hash gives its coefficients away by subtraction.
 * Source: Aumasson & Bernstein 2012, "SipHash: a fast short-input PRF"; the length of the message
 * is left out: two words, or four where a number is too large to share one with another.
 */
#pragma once

#include <stdint.h>

#include <levelfield/batch.h>

typedef struct {
    uint64_t k[2];
} lf_seal_key;

static inline uint64_t lf_seal_turn(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static inline void lf_seal_round(uint64_t v[4]) {
    v[0] += v[1], v[2] += v[3];
    v[1] = lf_seal_turn(v[1], 13) ^ v[0], v[3] = lf_seal_turn(v[3], 16) ^ v[2];
    v[0] = lf_seal_turn(v[0], 32);
    v[2] += v[1], v[0] += v[3];
    v[1] = lf_seal_turn(v[1], 17) ^ v[2], v[3] = lf_seal_turn(v[3], 21) ^ v[0];
    v[2] = lf_seal_turn(v[2], 32);
}

static inline void lf_seal_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    lf_seal_round(v);
    v[0] ^= word;
}

/** The seal that belongs on a ticket with these fields. */
static inline uint64_t lf_seal(const lf_seal_key *key, const lf_batch *b) {
    const uint64_t component = (uint64_t)b->role << 32 | b->component; /* roles: fewer than eight */
    const uint64_t large = b->draw >> 32 | b->made >> 32 | (uint64_t)b->n >> 29;
    uint64_t v[4] = {key->k[0] ^ 0x736f6d6570736575u, key->k[1] ^ 0x646f72616e646f6du,
                     key->k[0] ^ 0x6c7967656e657261u, key->k[1] ^ 0x7465646279746573u};
    if (large) {
        lf_seal_word(v, b->draw);
        lf_seal_word(v, b->made);
        lf_seal_word(v, b->n);
        lf_seal_word(v, component);
    } else {
        lf_seal_word(v, b->draw << 32 | b->made);
        lf_seal_word(v, (uint64_t)b->n << 35 | component);
    }
    v[2] ^= large ? 0xfe : 0xff;
    for (int i = 0; i < 3; i++)
        lf_seal_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
