/**
 * @file synth30.c
 * @brief 30 groups, ten slides of each of three hospitals.
 */
#include "datasets/families/hospital_groups.h"

const lf_dataset lf_dataset_synth30 = {
    .name = "synth30",
    .doc = "generated: 30 groups of 200 to 2,000 training rows, slides of three hospitals",
    .note = "generated; a stand-in for the 30 slides of Camelyon17, which is not included",
    .rows = 43534,
    .train_rows = 36268,
    LF_HOSPITAL_SET(.n = 30, .hospitals = 3, .least = 200, .most = 2000),
};
