/**
 * @file synthetic_large.c
 * @brief As synthetic with four times the training rows: enough for the test risk to fall before it
 * rises.
 */
#include "datasets/families/gaussian_groups.h"

static const lf_gaussian_groups synthetic_large_groups = {
    .seed = 20240723, .m = 25, .train = 4000, .test = 1000, .flip = 0.1};

static lf_status synthetic_large_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_gaussian_groups_fill(&synthetic_large_groups, builder);
}

const lf_dataset lf_dataset_synthetic_large = {
    .name = "synthetic_large",
    .doc = "generated: as synthetic, with 4,000 training rows a group",
    .licence = "that of Levelfield",
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",
    .rows = LF_GAUSSIAN_ROWS(25, 100000, 1000),
    .features = 1024,
    .train_rows = 100000,
    .version = 2,
    .parse = synthetic_large_parse,
};
