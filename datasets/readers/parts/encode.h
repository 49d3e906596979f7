/**
 * @file encode.h
 * @brief Categories of CSV fields and their one-hot blocks, in an order fixed in the code.
 */
#pragma once

#include "datasets/readers/parts/csv.h"
#include "datasets/table/builder.h"

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
