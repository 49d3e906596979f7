/**
 * @file wide.h
 * @brief Loops over vectors, compiled for wider registers too.
 *
 * The program is built for every processor of its kind. A function marked LF_WIDE is also compiled
 * for AVX2 and for AVX-512, and the processor that runs it decides. No version fuses
 * multiplications with additions or changes the order of a sum, so all give the same bits. For
 * static functions: of any other GCC shows the versions in the shared library, whatever its
 * visibility.
 */
#pragma once

/* Only GCC, and not under sanitizers, which are not ready yet when the choice is made. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LF_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LF_WIDE
#endif
