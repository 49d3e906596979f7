/**
 * @file a9a.c
 * @brief The largest a* set; its two files are UCI's adult.data and adult.test, row by row.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_a9a = {
    .name = "a9a",
    LF_LIBSVM_ADULT,
    .rows = 48842,
    .train_rows = 32561,
    LF_LIBSVM_FILES("a9a", "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906",
                    "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"),
};
