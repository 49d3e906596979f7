/**
 * @file stream.h
 * @brief Counter-based random numbers (Philox 4x64, ten rounds, from Random123).
 *
 * A stream is keyed by (seed, purpose, component) and indexed by draw and position, so any number
 * can be found without those before it: streams need no state, and the i-th batch of a component is
 * the same for every method.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/batch.h>

/** What a stream is for; samples of a role use the role's own number. */
typedef enum {
    LF_STREAM_SAMPLES = 0,                     /**< + role */
    LF_STREAM_COMPONENTS = LF_ROLES,           /**< + role: which components are picked */
    LF_STREAM_METHOD = 2 * LF_ROLES,           /**< random choices of the method */
    LF_STREAM_SEAL,                            /**< keys of the signatures of batches */
    LF_STREAM_DATA,                            /**< generated data sets */
    LF_STREAM_SPLIT,                           /**< permutations of rows */
    LF_STREAM_BOOTSTRAP,                       /**< resampling of results */
    LF_STREAM_TEST,                            /**< for tests */
    LF_STREAM_TUNING,                          /**< points of search spaces */
    LF_STREAM_KEY,                             /**< + role: keys of draws */
    LF_STREAM_START = LF_STREAM_KEY + LF_ROLES /**< starts that are moved */
} lf_stream;

/** out[4] <- the four 64-bit numbers of one block. */
void lf_stream_block(uint64_t seed, unsigned purpose, uint64_t component, uint64_t draw,
                     uint64_t block, uint64_t out[4]);

/** A number in [0, 1) with 53 random bits. */
double lf_stream_uniform(uint64_t bits);

/** A number in [0, n), n < 2^32: the bias is below 2^-32. */
uint32_t lf_stream_below(uint64_t bits, uint64_t n);

/** out (count) <- lf_stream_below of all the numbers of blocks 0, 1, ..., one after the other. */
void lf_stream_fill_below(uint64_t seed, unsigned purpose, uint64_t component, uint64_t draw,
                          uint64_t n, size_t count, uint32_t *out);

/** A standard normal number from two uniform ones (Box-Muller). */
double lf_stream_normal(uint64_t bits_a, uint64_t bits_b);
