/**
 * @file libsvm_pair.h
 * @brief The LIBSVM sets that come as a training file and a .t file: a1a ... a9a and w1a ... w8a.
 *
 * Features of a*: 123 in 14 blocks, one for each column of UCI Adult; a missing value sets none of
 *                 its block. Labels: +1 earns over 50K. Groups: sex (columns 72 Female, 73 Male)
 * and race (columns 67 to 71). Features of w*: 300 words, unnamed by the publisher. Many rows set
 * none, and are rows all the same. Labels: +1 is rare, about 3 % of the rows.
 */
#pragma once

#include "datasets/table/builder.h"

/** The file of a LIBSVM set as staged folders and the publisher's page have it. */
#define LF_LIBSVM_FILE(name, checksum)                                                             \
    {                                                                                              \
        .path = "libsvm/" name ".gz",                                                              \
        .url = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/" name,             \
        .sha256 = (checksum)                                                                       \
    }

/** Both files of a set, by their checksums: that for training and the .t file. */
#define LF_LIBSVM_FILES(name, checksum, test_checksum)                                             \
    .train_files = 1, .files = (const lf_dataset_file[]) {                                         \
        LF_LIBSVM_FILE(name, checksum), LF_LIBSVM_FILE(name ".t", test_checksum), {0},             \
    }

/** What every set has; the a* sets; the w* sets. What the LIBSVM page says of its files, and the
 *  paper to cite for them. */
#define LF_LIBSVM_SET                                                                              \
    .citation = "Platt, Fast training of support vector machines using SMO, 1998; Chang and Lin, " \
                "LIBSVM, 2011",                                                                    \
    .version = 1, .format = "libsvm"
#define LF_LIBSVM_LICENCE "none stated on the LIBSVM page"
#define LF_LIBSVM_A                                                                                \
    .licence = LF_LIBSVM_LICENCE "; the underlying UCI Adult is CC BY 4.0", .features = 123,       \
    LF_LIBSVM_SET
#define LF_LIBSVM_W                                                                                \
    .doc = "web pages as 0/1 words: is a page of the category?", .licence = LF_LIBSVM_LICENCE,     \
    .features = 300, LF_LIBSVM_SET

/** Name the features of an a* set, and add the attributes sex and race. */
lf_status lf_libsvm_adult_parse(const char *const *paths, lf_builder *builder);
#define LF_LIBSVM_ADULT                                                                            \
    .doc = "UCI Adult as 0/1 features: does a person earn over 50K?",                              \
    .parse = lf_libsvm_adult_parse, LF_LIBSVM_A

/** As above, with three attributes of two categories more: white (race), married (to a civil or an
 *  armed-forces spouse) and income (the label). */
lf_status lf_libsvm_adult16_parse(const char *const *paths, lf_builder *builder);
