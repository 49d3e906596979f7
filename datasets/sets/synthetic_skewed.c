/**
 * @file synthetic_skewed.c
 * @brief Groups of very different sizes that share much of their weight vector; the small ones are
 * cleaner.
 */
#include "datasets/families/gaussian_groups.h"

static const size_t synthetic_skewed_sizes[] = {400, 200, 100, 50, 25, 12, 8, 5};

const lf_dataset lf_dataset_synthetic_skewed = {
    .name = "synthetic_skewed",
    .doc = "generated: 8 groups of 5 to 400 training rows, 32 features",
    .rows = 800 + 8 * 1000,
    .features = 32,
    .train_rows = 800,
    LF_GAUSSIAN_SET(.m = 8, .sizes = synthetic_skewed_sizes, .test = 1000, .flip = 0.25,
                    .flip_step = 0.03, .apart = 0.6),
};
