/**
 * @file synth1252.c
 * @brief Many small groups: 1252, ten or eleven slides of each of 125 hospitals.
 */
#include "datasets/families/hospital_groups.h"

static const lf_hospital_groups synth1252_groups = {
    .seed = 20250602, .n = 1252, .hospitals = 125, .least = 40, .most = 150};

static lf_status synth1252_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    return lf_hospital_groups_fill(&synth1252_groups, builder);
}

const lf_dataset lf_dataset_synth1252 = {
    .name = "synth1252",
    .doc = "generated: 1252 groups of 40 to 150 training rows, slides of 125 hospitals",
    .licence = "that of Levelfield",
    .citation = "Levelfield, datasets/families/hospital_groups.h",
    .note = "generated; a stand-in for the 1252 reviewers of Amazon-WILDS, which is not included",
    .rows = 143643,
    .features = LF_HOSPITAL_FEATURES,
    .train_rows = 119280,
    .version = 1,
    .parse = synth1252_parse,
};
