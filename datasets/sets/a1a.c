/**
 * @file a1a.c
 * @brief The smallest a* set: 1,605 rows for training; with a1a.t all of a9a's training file.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_a1a = {
    .name = "a1a",
    LF_LIBSVM_ADULT,
    .rows = 32561,
    .train_rows = 1605,
    LF_LIBSVM_FILES("a1a", "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e",
                    "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d"),
};
