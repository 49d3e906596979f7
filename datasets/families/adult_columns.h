/**
 * @file adult_columns.h
 * @brief The columns of the UCI Adult data and their categories.
 *
 * The order within each column is that of the publisher's adult.names. The LIBSVM encodings a1a to
 * a9a use the same order, which the tests check on every row.
 */
#pragma once

#include "datasets/readers/parts/encode.h"

/** Columns before the label, in the file's order. */
enum { LF_ADULT_COLUMNS = 14, LF_ADULT_MARITAL = 5, LF_ADULT_RACE = 8, LF_ADULT_SEX = 9 };

/** Name and categories of each; continuous ones have no categories. */
extern const lf_categories lf_adult_column[LF_ADULT_COLUMNS];
