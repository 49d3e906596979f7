/**
 * @file synthetic.c
 * @brief The synthetic set of the group DRO paper, which does not say how large its groups are.
 */
#include "datasets/families/gaussian_groups.h"

static const lf_gaussian_groups synthetic_groups = {
    .seed = 20240723, .m = 25, .train = 1000, .test = 1000, .flip = 0.1};

static lf_status synthetic_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_gaussian_groups_fill(&synthetic_groups, builder);
}

const lf_dataset lf_dataset_synthetic = {
    .name = "synthetic",
    .doc = "generated: 25 groups of 1,000 training rows, 1,024 features; needs no files",
    .licence = "that of Levelfield",
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",
    .rows = LF_GAUSSIAN_ROWS(25, 25000, 1000),
    .features = 1024,
    .train_rows = 25000,
    .version = 2,
    .parse = synthetic_parse,
};
