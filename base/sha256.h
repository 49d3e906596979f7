/**
 * @file sha256.h
 * @brief SHA-256 of bytes as they come, as 64 lower-case hex digits.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** Bytes of a digest's text with its final NUL. */
#define LF_SHA256_TEXT 65

/** A hash under way; start it, add to it, then finish or drop it. Zeroed: not started. */
typedef struct {
    void *context;
    int failed; /**< the library refused something: finish reports it */
} lf_sha256;

/** Begin. A failure is kept and reported by finish. */
void lf_sha256_start(lf_sha256 *hash);
/** Take in `size` bytes. */
void lf_sha256_add(lf_sha256 *hash, const void *bytes, size_t size);
/** hex <- digest of all that was added, and release the hash. LF_NO_MEMORY if the library failed;
 *  `hex` is then empty. */
lf_status lf_sha256_finish(lf_sha256 *hash, char hex[LF_SHA256_TEXT]);
/** Release a hash without its result; fine after finish and when never started. */
void lf_sha256_drop(lf_sha256 *hash);

/** hex <- digest of `size` bytes. */
lf_status lf_sha256_of(const void *bytes, size_t size, char hex[LF_SHA256_TEXT]);
