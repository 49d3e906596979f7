/**
 * @file clock.h
 * @brief The clock for limits and waiting.
 */
#pragma once

#include <time.h>

/** Seconds since some moment; never set back or forward. */
static inline double lf_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
