/**
 * @file a8a.c
 * @brief The a* set with 22,696 rows for training; with a8a.t all of a9a's training file.
 *
 * Features: 123 in 14 blocks, one for each column of Adult; a missing value sets none of its block.
 * Labels:   +1 earns over 50K.
 * Groups:   sex (columns 72 Female, 73 Male) and race (columns 67 to 71).
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file a8a_files[] = {
    LF_LIBSVM_FILE("a8a", "d08a37b3fadd4bd3c8b3fc30bdc93b54d7c0f371265c90cbfb931a7efe97cd28"),
    LF_LIBSVM_FILE("a8a.t", "fc16c3580048add99056ee4d14105c93f0af63fb8ff6a78f3d66bf5d87c13cd3"),
    {0},
};

const lf_dataset lf_dataset_a8a = {
    .name = "a8a",
    .doc = "UCI Adult as 0/1 features: does a person earn over 50K?",
    .licence = LF_LIBSVM_LICENCE "; the underlying UCI Adult is CC BY 4.0",
    .citation = LF_LIBSVM_CITATION,
    .rows = 32561,
    .features = 123,
    .train_rows = 22696,
    .version = 1,
    .files = a8a_files,
    .parse = lf_libsvm_adult_parse,
};
