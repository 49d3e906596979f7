/**
 * @file a1a.c
 * @brief The smallest a* set: 1,605 rows for training; with a1a.t all of a9a's training file.
 *
 * Features: 123 in 14 blocks, one for each column of Adult; a missing value sets none of its block.
 * Labels:   +1 earns over 50K.
 * Groups:   sex (columns 72 Female, 73 Male) and race (columns 67 to 71).
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file a1a_files[] = {
    LF_LIBSVM_FILE("a1a", "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e"),
    LF_LIBSVM_FILE("a1a.t", "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d"),
    {0},
};

const lf_dataset lf_dataset_a1a = {
    .name = "a1a",
    .doc = "UCI Adult as 0/1 features: does a person earn over 50K?",
    .licence = LF_LIBSVM_LICENCE "; the underlying UCI Adult is CC BY 4.0",
    .citation = LF_LIBSVM_CITATION,
    .rows = 32561,
    .features = 123,
    .train_rows = 1605,
    .version = 1,
    .files = a1a_files,
    .parse = lf_libsvm_adult_parse,
};
