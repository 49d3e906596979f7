/**
 * @file user_table.h
 * @brief A user's data set between its files and the builder, and the readers' interface.
 *
 * A reader goes over its file twice or thrice, so that features are never held twice: a survey
 * finds rows, columns and categories, then one pass fills in the rows that train and, where there
 * is a split, another one the rows that test.
 */
#pragma once

#include "datasets/user/column.h"
#include "datasets/user/description.h"

/** What a survey finds. Zero before. */
typedef struct {
    const lf_user_description *of;
    size_t rows, features;
    char **feature; /**< names; NULL: none are given */
    lf_user_column label, split, group[LF_USER_GROUPS];
    double *value; /**< of each category of the label; after lf_user_table_settle */
    bool test[2];  /**< is it a test row? of each category of the split */
    char group_name[LF_USER_GROUPS][256];
} lf_user_table;

/** A file format. */
typedef struct {
    /** Find rows, features and their names, and all columns that the file itself has. */
    lf_status (*survey)(lf_user_table *table);
    /** Append the rows of one part, in their order; the columns were sorted before. */
    lf_status (*fill)(const lf_user_table *table, bool test, lf_builder *builder);
} lf_user_reader;

extern const lf_user_reader lf_user_csv, lf_user_libsvm, lf_user_npy;

/** Read columns that are files of their own, sort all, and decide what labels and split mean. */
lf_status lf_user_table_settle(lf_user_table *table);
void lf_user_table_free(lf_user_table *table);

/** Is row i in this part? Without a split all rows are in the first. */
bool lf_user_table_has(const lf_user_table *table, bool test, size_t i);
/** Close the builder's row as row i: its label, its groups. */
lf_status lf_user_table_row(const lf_user_table *table, size_t i, lf_builder *builder);

/** Append a file with a value a line, or a .npy of one, to an empty column. */
lf_status lf_user_side_read(const char *path, lf_user_column *column);
