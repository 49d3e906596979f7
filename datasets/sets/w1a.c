/**
 * @file w1a.c
 * @brief The smallest w* set: 2,477 rows for training; with w1a.t all of w8a's training file.
 *
 * Features: 300 words, unnamed by the publisher. Many rows set none, and are rows all the same.
 * Labels:   +1 is rare, about 3 % of the rows.
 */
#include "datasets/families/libsvm_pair.h"

static const lf_dataset_file w1a_files[] = {
    LF_LIBSVM_FILE("w1a", "0ae2b1c40f6a99061d1c6f4a1f3b50eea58a2f3b8bf851a337c25c2a65a49d32"),
    LF_LIBSVM_FILE("w1a.t", "c5e489a499286d69c8c2035cb04bc48e2ea1f73e56153c72cc50b29732a9316a"),
    {0},
};

const lf_dataset lf_dataset_w1a = {
    .name = "w1a",
    .doc = "web pages as 0/1 words: is a page of the category?",
    .licence = LF_LIBSVM_LICENCE,
    .citation = LF_LIBSVM_CITATION,
    .rows = 49749,
    .features = 300,
    .train_rows = 2477,
    .version = 1,
    .files = w1a_files,
    .parse = lf_libsvm_pair_parse,
};
