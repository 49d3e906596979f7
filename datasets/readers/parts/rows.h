/**
 * @file rows.h
 * @brief A user's files of named columns: the pass over their rows, the same for every format.
 */
#pragma once

#include "datasets/readers/parts/user_table.h"

/** How a reader goes through such a file. */
struct lf_user_rows {
    /** *file <- the file, opened, its header read. Closed in any case, NULL if there is none. */
    lf_status (*open)(const lf_user_description *of, const char *path, void **file);
    void (*close)(void *file);
    /** The name of a column; NULL behind the last one. */
    const char *(*name)(const void *file, size_t column);
    /** *column <- the first of that name, or LF_BAD_INPUT. */
    lf_status (*find)(const void *file, const char *name, size_t *column);
    /** Name the features of the table, those of the columns where `is_feature`. The table may be
     *  told that it is sparse, until a row is none. */
    lf_status (*declare)(void *file, const bool *is_feature, lf_user_table *table);
    /** Go to the next row; *found is false behind the last one. */
    lf_status (*next)(void *file, lf_user_table *table, bool *found);
    /** Append the row's value in a column. */
    lf_status (*take)(void *file, size_t column, lf_user_column *to);
    /** Add the row's features, in the order of their names. */
    lf_status (*features)(void *file, const bool *is_feature, lf_builder *builder);
    /** hex <- the checksum of the file, read to its end. */
    lf_status (*digest)(void *file, char hex[LF_SHA256_TEXT]);
};

/** As of lf_reader.take. LF_BAD_INPUT too if a column that the description names is not there, or
 *  there twice: the second one would be taken for a feature, the label itself perhaps. */
lf_status lf_user_rows_take(lf_user_table *table, lf_builder *builder);
