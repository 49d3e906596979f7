/**
 * @file a9a16.c
 * @brief a9a with the attributes that make 16 groups of it: its files, rows and features.
 *
 * Groups: sex (Female, Male), white (race), married (to a civil or an armed-forces spouse) and
 * income (the label): sex*white*married*income. A set of its own, so that what was measured on a9a
 * keeps its identity.
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file a9a16_files[] = {
    LF_LIBSVM_FILE("a9a", "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906"),
    LF_LIBSVM_FILE("a9a.t", "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"),
    {0},
};

const lf_dataset lf_dataset_a9a16 = {
    .name = "a9a16",
    .doc = "a9a with more attributes: 16 groups by sex, race, marriage and label",
    .licence = LF_LIBSVM_LICENCE "; the underlying UCI Adult is CC BY 4.0",
    .citation = LF_LIBSVM_CITATION,
    .note = "its 16 groups are a stand-in for those of CelebA, which is not included",
    .rows = 48842,
    .features = 123,
    .train_rows = 32561,
    .version = 1,
    .files = a9a16_files,
    .parse = lf_libsvm_adult16_parse,
};
