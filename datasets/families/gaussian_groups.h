/**
 * @file gaussian_groups.h
 * @brief Generated groups of noisy linear classification problems, one true weight vector each.
 *
 * Group i has a vector w_i* of length 1. Its samples: x ~ N(0, I), y = sign(x.w_i*) with sign(0) =
 * 1, the other sign with the group's flip probability. Rows of a group lie together, within the
 * training part and within the test part, so a pass over all groups reads the table once from end
 * to end.
 *
 * Source: Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (25 groups, 1,024 features, 10 % flips, w_i*
 * uniform on the sphere); group sizes are not given there.
 */
#pragma once

#include "datasets/table/builder.h"

/** Most groups: their names are "0" to "63". */
enum { LF_GAUSSIAN_GROUPS = 64 };

typedef struct {
    uint64_t seed;
    size_t m;            /**< groups */
    size_t train;        /**< training rows of each group */
    const size_t *sizes; /**< m: training rows of each, instead; NULL: all have `train` */
    size_t test;         /**< test rows of each group */
    double flip;         /**< flip probability of group 0 */
    double flip_step;    /**< less for each group after it */
    double apart; /**< w_i* = (u + apart v_i / sqrt(d)) / |.|, u a unit vector that all share and
                       v_i ~ N(0, I); 0: w_i* = v_i / |v_i| */
} lf_gaussian_groups;

/** Fill an empty builder, whose recipe is an lf_gaussian_groups: a dense table with the attribute
 *  `group`. There are no paths. */
lf_status lf_gaussian_groups_parse(const char *const *paths, lf_builder *builder);

/** What the sets of the paper's section have, with the fields of their recipe behind the seed. */
#define LF_GAUSSIAN_SET(...)                                                                       \
    .licence = "that of Levelfield",                                                               \
    .citation = "Yu, Cai, Jiang & Zhang, ICML 2024, Section 6 (group sizes are ours)",             \
    .version = 2, .parse = lf_gaussian_groups_parse, .recipe = &(const lf_gaussian_groups) {       \
        .seed = 20240723, __VA_ARGS__                                                              \
    }
