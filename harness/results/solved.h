/**
 * @file solved.h
 * @brief How far runs on a problem came.
 */
#pragma once

#include "harness/results/results.h"

/** From the worst start of any run on a problem to the best value that any run reached. */
typedef struct {
    double start, best; /**< of the metric; best > start where more of it is better */
} lf_span;

/** false: no run knows the metric, or nothing got better. */
bool lf_span_find(const lf_results *results, size_t problem, const char *metric, lf_span *span);
