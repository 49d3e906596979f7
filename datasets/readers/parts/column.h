/**
 * @file column.h
 * @brief A column of words, such as labels or groups, as categories and a code for every row.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

#include "datasets/table/spill.h"

/** Most categories of a column: what the table's codes of 16 bits hold. */
enum { LF_USER_CATEGORIES = 65535 };

/** Zero before the first row. */
typedef struct {
    size_t rows;
    uint16_t *code; /**< rows, in this spill */
    lf_spill codes;
    size_t categories;
    char **category; /**< in order of their first row; sorted by lf_user_column_sort */
    void *known;     /**< for tsearch */
} lf_user_column;

/** What stands for a value that is missing or not finite, beside "" and 1e999; and others. */
#define LF_USER_MISSING "NA, N/A, ?, null, None, nan, inf and the like"
/** Does the word? */
bool lf_user_column_missing(const char *word);
/** Append a row. LF_BAD_INPUT at the first category too many. */
lf_status lf_user_column_add(lf_user_column *column, const char *word);
/** Append a row of a category that is known by its code. */
lf_status lf_user_column_again(lf_user_column *column, uint16_t code);
/** Categories in order: by value if all are finite numbers, else by their bytes; the codes follow.
 *  So the order does not depend on that of the rows. One number in several forms, 1 and 1.0, is one
 *  category, by its shortest. */
lf_status lf_user_column_sort(lf_user_column *column);
void lf_user_column_free(lf_user_column *column);
