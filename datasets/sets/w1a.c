/**
 * @file w1a.c
 * @brief The smallest w* set: 2,477 rows for training; with w1a.t all of w8a's training file.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_w1a = {
    .name = "w1a",
    LF_LIBSVM_W,
    .rows = 49749,
    .train_rows = 2477,
    LF_LIBSVM_FILES("w1a", "0ae2b1c40f6a99061d1c6f4a1f3b50eea58a2f3b8bf851a337c25c2a65a49d32",
                    "c5e489a499286d69c8c2035cb04bc48e2ea1f73e56153c72cc50b29732a9316a"),
};
