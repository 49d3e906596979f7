/**
 * @file hospital_groups.h
 * @brief Generated groups that are slides of hospitals: features are shifted, labels follow weights
 * that hospital and slide change, and some labels are wrong.
 *
 * d = 20. Group i belongs to hospital h = i mod H and is its slide i div H. All draws independent:
 *
 *   base ~ N(0, I);  of hospital h: shift_h ~ .5 N(0, I), direction D_h ~ N(0, I)
 *   of group i: N_i uniform on least .. most, shift_i = shift_h + .3 N(0, I),
 *               w_i = base + .4 D_h + .3 N(0, I), a_i ~ U[1, 3], p_i = .25 U^2 with U ~ U[0, 1]
 *   a sample: x = shift_i + N(0, I), y = +1 with probability sigma(a_i w_i.(x - shift_i)), else -1,
 *             then the other sign with probability p_i; its features are (x, 1) / sqrt(d)
 *
 * Each group has N_i training rows and ceil(N_i / 5) test rows of the same kind. Rows of a group
 * lie together, within the training part and within the test part.
 *
 * Source:    the setting, slides of hospitals as groups, is that of Chen, Wang, Yang, Lin & Yang
 *            2025, arXiv:2506.02504; 30 groups stand in for their Camelyon17, 1252 for Amazon.
 * Deviation: the generator is Levelfield's own, and so are its test rows.
 */
#pragma once

#include "datasets/table/builder.h"

enum { LF_HOSPITAL_DIM = 20, LF_HOSPITAL_FEATURES = LF_HOSPITAL_DIM + 1, LF_HOSPITAL_MOST = 130 };

typedef struct {
    uint64_t seed;
    size_t n;           /**< groups */
    size_t hospitals;   /**< H <= LF_HOSPITAL_MOST, as many slides as there are at most too */
    size_t least, most; /**< bounds of N_i, both included */
} lf_hospital_groups;

/** N_i: training rows of group i < n. */
size_t lf_hospital_size(const lf_hospital_groups *groups, size_t i);

/** Fill an empty builder, whose recipe is an lf_hospital_groups: a dense table with the attributes
 *  `hospital` and `slide`. There are no paths. */
lf_status lf_hospital_groups_parse(const char *const *paths, lf_builder *builder);

/** What the sets have, with the fields of their recipe behind the seed. */
#define LF_HOSPITAL_SET(...)                                                                       \
    .licence = "that of Levelfield",                                                               \
    .citation = "Levelfield, datasets/families/hospital_groups.h",                                 \
    .features = LF_HOSPITAL_FEATURES, .version = 1, .parse = lf_hospital_groups_parse,             \
    .recipe = &(const lf_hospital_groups) {                                                        \
        .seed = 20250602, __VA_ARGS__                                                              \
    }
