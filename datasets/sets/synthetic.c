/**
 * @file synthetic.c
 * @brief The synthetic set of the group DRO paper, which does not say how large its groups are.
 */
#include "datasets/families/gaussian_groups.h"

const lf_dataset lf_dataset_synthetic = {
    .name = "synthetic",
    .doc = "generated: 25 groups of 1,000 training rows, 1,024 features; needs no files",
    .rows = (size_t)25 * (1000 + 1000),
    .features = 1024,
    .train_rows = (size_t)25 * 1000,
    LF_GAUSSIAN_SET(.m = 25, .train = 1000, .test = 1000, .flip = 0.1),
};
