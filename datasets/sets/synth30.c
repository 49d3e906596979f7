/**
 * @file synth30.c
 * @brief 30 groups, ten slides of each of three hospitals.
 */
#include "datasets/families/hospital_groups.h"

static const lf_hospital_groups synth30_groups = {
    .seed = 20250602, .n = 30, .hospitals = 3, .least = 200, .most = 2000};

static lf_status synth30_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_hospital_groups_fill(&synth30_groups, builder);
}

const lf_dataset lf_dataset_synth30 = {
    .name = "synth30",
    .doc = "generated: 30 groups of 200 to 2,000 training rows, slides of three hospitals",
    .licence = "that of Levelfield",
    .citation = "Levelfield, datasets/families/hospital_groups.h",
    .note = "generated; a stand-in for the 30 slides of Camelyon17, which is not included",
    .rows = 43534,
    .features = LF_HOSPITAL_FEATURES,
    .train_rows = 36268,
    .version = 1,
    .parse = synth30_parse,
};
