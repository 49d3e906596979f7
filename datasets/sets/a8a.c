/**
 * @file a8a.c
 * @brief The a* set with 22,696 rows for training; with a8a.t all of a9a's training file.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_a8a = {
    .name = "a8a",
    LF_LIBSVM_ADULT,
    .rows = 32561,
    .train_rows = 22696,
    LF_LIBSVM_FILES("a8a", "d08a37b3fadd4bd3c8b3fc30bdc93b54d7c0f371265c90cbfb931a7efe97cd28",
                    "fc16c3580048add99056ee4d14105c93f0af63fb8ff6a78f3d66bf5d87c13cd3"),
};
