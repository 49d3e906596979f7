/**
 * @file ticks.h
 * @brief The cheapest clock there is, to share out CPU time between oracle and algorithm.
 */
#pragma once

#include <stdint.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <time.h>
#endif

/** Ticks of an unspecified, steady unit; only ratios mean anything. */
static inline uint64_t lf_ticks(void) {
#if defined(__x86_64__)
    return __rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}
