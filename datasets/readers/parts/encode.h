/**
 * @file encode.h
 * @brief Categories and their one-hot blocks, in an order fixed in the code.
 */
#pragma once

#include "datasets/readers/parts/csv.h"
#include "datasets/table/builder.h"

/** A column's name and its categories, in the order of their codes and of the block's columns. A
 *  continuous column has none. */
typedef struct {
    const char *name;
    size_t categories;
    const char *const *category;
} lf_categories;

/** An lf_categories out of a name and a static array of strings. */
#define LF_CATEGORIES(name, array)                                                                 \
    { (name), sizeof(array) / sizeof *(array), (array) }

/** *code <- the number of the field's category. An unknown one is LF_BAD_INPUT with its place and
 *  the nearest known one. */
lf_status lf_encode_code(const lf_csv *csv, const lf_csv_field *field, const lf_categories *list,
                         size_t *code);

/** Add the field to the open row as a one-hot block that starts at column `first`; a missing field
 *  sets nothing. */
lf_status lf_encode_block(const lf_csv *csv, const lf_csv_field *field, const lf_categories *list,
                          uint32_t first, lf_builder *builder);

/** Name the block's columns "workclass=Private"; a continuous column gets its own name. *next <-
 * the column behind it. */
lf_status lf_encode_names(const lf_categories *list, lf_builder *builder, uint32_t *next);
