/**
 * @file synthetic_large.c
 * @brief As synthetic with four times the training rows: enough for the test risk to fall before it
 * rises.
 */
#include "datasets/families/gaussian_groups.h"

const lf_dataset lf_dataset_synthetic_large = {
    .name = "synthetic_large",
    .doc = "generated: as synthetic, with 4,000 training rows a group",
    .rows = (size_t)25 * (4000 + 1000),
    .features = 1024,
    .train_rows = (size_t)25 * 4000,
    LF_GAUSSIAN_SET(.m = 25, .train = 4000, .test = 1000, .flip = 0.1),
};
