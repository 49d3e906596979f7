/**
 * @file synth1252.c
 * @brief Many small groups: 1252, ten or eleven slides of each of 125 hospitals.
 */
#include "datasets/families/hospital_groups.h"

const lf_dataset lf_dataset_synth1252 = {
    .name = "synth1252",
    .doc = "generated: 1252 groups of 40 to 150 training rows, slides of 125 hospitals",
    .note = "generated; a stand-in for the 1252 reviewers of Amazon-WILDS, which is not included",
    .rows = 143643,
    .train_rows = 119280,
    LF_HOSPITAL_SET(.n = 1252, .hospitals = 125, .least = 40, .most = 150),
};
