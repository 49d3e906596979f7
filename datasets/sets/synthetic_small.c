/**
 * @file synthetic_small.c
 * @brief As synthetic, small enough for tests and for optima to nine digits.
 */
#include "datasets/families/gaussian_groups.h"

const lf_dataset lf_dataset_synthetic_small = {
    .name = "synthetic_small",
    .doc = "generated: 8 groups of 100 training rows, 32 features",
    .rows = (size_t)8 * (100 + 1000),
    .features = 32,
    .train_rows = (size_t)8 * 100,
    LF_GAUSSIAN_SET(.m = 8, .train = 100, .test = 1000, .flip = 0.1),
};
