/**
 * @file synthetic_small.c
 * @brief As synthetic, small enough for tests and for optima to nine digits.
 */
#include "datasets/families/gaussian_groups.h"

static const lf_gaussian_groups synthetic_small_groups = {
    .seed = 20240723, .m = 8, .train = 100, .test = 1000, .flip = 0.1};

static lf_status synthetic_small_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_gaussian_groups_fill(&synthetic_small_groups, builder);
}

const lf_dataset lf_dataset_synthetic_small = {
    .name = "synthetic_small",
    .doc = "generated: 8 groups of 100 training rows, 32 features",
    .licence = "that of Levelfield",
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",
    .rows = LF_GAUSSIAN_ROWS(8, 800, 1000),
    .features = 32,
    .train_rows = 800,
    .version = 2,
    .parse = synthetic_small_parse,
};
