/**
 * @file a9a.c
 * @brief The largest a* set; its two files are UCI's adult.data and adult.test, row by row.
 *
 * Features: 123 in 14 blocks, one for each column of Adult; a missing value sets none of its block.
 * Labels:   +1 earns over 50K.
 * Groups:   sex (columns 72 Female, 73 Male) and race (columns 67 to 71).
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file a9a_files[] = {
    LF_LIBSVM_FILE("a9a", "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906"),
    LF_LIBSVM_FILE("a9a.t", "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"),
    {0},
};

const lf_dataset lf_dataset_a9a = {
    .name = "a9a",
    .doc = "UCI Adult as 0/1 features: does a person earn over 50K?",
    .licence = LF_LIBSVM_LICENCE "; the underlying UCI Adult is CC BY 4.0",
    .citation = LF_LIBSVM_CITATION,
    .rows = 48842,
    .features = 123,
    .train_rows = 32561,
    .version = 1,
    .files = a9a_files,
    .parse = lf_libsvm_adult_parse,
};
