/**
 * @file synthetic_skewed.c
 * @brief Groups of very different sizes that share much of their weight vector; the small ones are
 * cleaner.
 */
#include "datasets/families/gaussian_groups.h"

static const size_t synthetic_skewed_sizes[] = {400, 200, 100, 50, 25, 12, 8, 5};
static const lf_gaussian_groups synthetic_skewed_groups = {.seed = 20240723,
                                                           .m = 8,
                                                           .sizes = synthetic_skewed_sizes,
                                                           .test = 1000,
                                                           .flip = 0.25,
                                                           .flip_step = 0.03,
                                                           .apart = 0.6};

static lf_status synthetic_skewed_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_gaussian_groups_fill(&synthetic_skewed_groups, builder);
}

const lf_dataset lf_dataset_synthetic_skewed = {
    .name = "synthetic_skewed",
    .doc = "generated: 8 groups of 5 to 400 training rows, 32 features",
    .licence = "that of Levelfield",
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",
    .rows = LF_GAUSSIAN_ROWS(8, 800, 1000),
    .features = 32,
    .train_rows = 800,
    .version = 2,
    .parse = synthetic_skewed_parse,
};
