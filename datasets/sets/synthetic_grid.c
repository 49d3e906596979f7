/**
 * @file synthetic_grid.c
 * @brief Many groups of many rows, of which a problem takes the first: for rates in m and in n_i.
 */
#include "datasets/families/gaussian_groups.h"

const lf_dataset lf_dataset_synthetic_grid = {
    .name = "synthetic_grid",
    .doc = "generated: 64 groups of 1,600 training rows, 32 features",
    .rows = (size_t)64 * (1600 + 100),
    .features = 32,
    .train_rows = (size_t)64 * 1600,
    LF_GAUSSIAN_SET(.m = 64, .train = 1600, .test = 100, .flip = 0.1),
};
