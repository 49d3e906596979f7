/**
 * @file libsvm_pair.h
 * @brief The LIBSVM sets that come as a training file and a .t file: a1a ... a9a and w1a ... w8a.
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

/** What the LIBSVM page says of its files, and the paper to cite for them. */
#define LF_LIBSVM_LICENCE "none stated on the LIBSVM page"
#define LF_LIBSVM_CITATION                                                                         \
    "Platt, Fast training of support vector machines using SMO, 1998; Chang and Lin, LIBSVM, 2011"

/** paths[0] and then paths[1]; the rows of the first are the training part. */
lf_status lf_libsvm_pair_parse(const char *const *paths, lf_builder *builder);

/** As above for the a* sets: with named features, and the attributes sex and race. */
lf_status lf_libsvm_adult_parse(const char *const *paths, lf_builder *builder);

/** As above, with three attributes of two categories more: white (race), married (to a civil or an
 *  armed-forces spouse) and income (the label). */
lf_status lf_libsvm_adult16_parse(const char *const *paths, lf_builder *builder);
