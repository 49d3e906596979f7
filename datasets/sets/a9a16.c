/**
 * @file a9a16.c
 * @brief a9a with the attributes that make 16 groups of it: its files, rows and features.
 *
 * Groups: sex (Female, Male), white (race), married (to a civil or an armed-forces spouse) and
 * income (the label): sex*white*married*income. A set of its own, so that what was measured on a9a
 * keeps its identity.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_a9a16 = {
    .name = "a9a16",
    .doc = "a9a with more attributes: 16 groups by sex, race, marriage and label",
    .note = "its 16 groups are a stand-in for those of CelebA, which is not included",
    .parse = lf_libsvm_adult16_parse,
    LF_LIBSVM_A,
    .rows = 48842,
    .train_rows = 32561,
    LF_LIBSVM_FILES("a9a", "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906",
                    "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"),
};
