/**
 * @file sample_each.h
 * @brief The sample's results, made before each test and given back after it.
 */
#pragma once

#include "sample.h"

static lf_results results;

static inline int sample_setup(void **state) {
    (void)state;
    sample_make(&results, true);
    return 0;
}

static inline int sample_teardown(void **state) {
    (void)state;
    sample_free(&results);
    return 0;
}
