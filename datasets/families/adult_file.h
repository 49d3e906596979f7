/**
 * @file adult_file.h
 * @brief UCI Adult's raw files, adult.data (training) and adult.test, from which two sets are made.
 *
 * Labels: +1 earns over 50K. Attributes: sex, race.
 */
#pragma once

#include "datasets/families/adult_columns.h"

/** Rows of adult.data and of adult.test. */
enum { LF_ADULT_TRAIN = 32561, LF_ADULT_TEST = 16281 };

/** Add the entries of the open row; field (LF_ADULT_COLUMNS + 1) in the file's order. */
typedef lf_status (*lf_adult_features)(const lf_csv *csv, const lf_csv_field *field,
                                       lf_builder *builder);

/** Read both files into the builder, adult.data as the training part. `skip` (LF_ADULT_TRAIN) says
 *  which of its rows are left out; NULL: none. */
lf_status lf_adult_read(const char *const *paths, const bool *skip, lf_adult_features features,
                        lf_builder *builder);

/** The files, their licence and their source. */
extern const lf_dataset_file lf_adult_files[];
#define LF_ADULT_SET                                                                               \
    .licence = "CC BY 4.0 (UCI)",                                                                  \
    .citation = "Kohavi, Scaling up the accuracy of naive-Bayes classifiers, KDD 1996",            \
    .files = lf_adult_files
