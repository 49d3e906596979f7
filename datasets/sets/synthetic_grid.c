/**
 * @file synthetic_grid.c
 * @brief Many groups of many rows, of which a problem takes the first: for rates in m and in n_i.
 */
#include "datasets/families/gaussian_groups.h"

static const lf_gaussian_groups synthetic_grid_groups = {
    .seed = 20240723, .m = 64, .train = 1600, .test = 100, .flip = 0.1};

static lf_status synthetic_grid_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_gaussian_groups_fill(&synthetic_grid_groups, builder);
}

const lf_dataset lf_dataset_synthetic_grid = {
    .name = "synthetic_grid",
    .doc = "generated: 64 groups of 1,600 training rows, 32 features",
    .licence = "that of Levelfield",
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",
    .rows = LF_GAUSSIAN_ROWS(64, 102400, 100),
    .features = 32,
    .train_rows = 102400,
    .version = 2,
    .parse = synthetic_grid_parse,
};
