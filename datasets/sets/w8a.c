/**
 * @file w8a.c
 * @brief The largest w* set; w8a.t is a separate test file.
 *
 * Features: 300 words, unnamed by the publisher. Many rows set none, and are rows all the same.
 * Labels:   +1 is rare, about 3 % of the rows.
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file w8a_files[] = {
    LF_LIBSVM_FILE("w8a", "6a9fa8fd5f524303240a5db07d4b3d4a51e8b7b4b20a914105d8e3e8c81640f2"),
    LF_LIBSVM_FILE("w8a.t", "618929ecb01bebb841daec4cae4aa07b97832d29b08652452775598929547fde"),
    {0},
};

const lf_dataset lf_dataset_w8a = {
    .name = "w8a",
    .doc = "web pages as 0/1 words: is a page of the category?",
    .licence = LF_LIBSVM_LICENCE,
    .citation = LF_LIBSVM_CITATION,
    .rows = 64700,
    .features = 300,
    .train_rows = 49749,
    .version = 1,
    .files = w8a_files,
    .parse = lf_libsvm_pair_parse,
};
