/**
 * @file libm.h
 * @brief Which variants of its functions the C library's mathematics use in this process.
 *
 * glibc has several of most, with and without fused multiply-add, whose last bits differ. It
 * chooses by the CPU as it is started, and an environment variable, GLIBC_TUNABLES, changes its
 * mind.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/status.h>

/** Room for the words of both. */
#define LF_CPU_WORDS 128

/** words <- what the CPU has of what numbers can depend on, "sse4.1 avx avx2 fma"; `used`: of these
 *  what glibc makes use of. */
void lf_cpu_words(bool used, char words[LF_CPU_WORDS]);

/** hex <- eight digits that are others where a function of libm is another variant: over where in
 *  the library each function is, and over values of those whose variant is chosen inside. */
lf_status lf_libm_variants(char hex[9]);
