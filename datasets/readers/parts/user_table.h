/**
 * @file user_table.h
 * @brief A user's data set between its files and the builder: what its description says and what a
 * reader finds.
 */
#pragma once

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/readers/parts/column.h"
#include "datasets/readers/parts/reader.h"

/** Group columns that a data set may have, and with label and split the files beside its own. */
enum { LF_USER_GROUPS = 8, LF_USER_FILES = LF_USER_GROUPS + 3 };

/** The keys of a description. A column is one of the file by its name, else a file beside it. */
typedef struct {
    char *features, *format, *label, *split;
    char **groups, **classes, **ignore;
    unsigned groups_count, classes_count, ignore_count;
} lf_user_keys;

/** A description that was read, and where its files are. Zero before and after. */
typedef struct {
    char path[LF_PATH_BYTES]; /**< of the description itself */
    const char *name;         /**< its last part, which names the data set */
    lf_user_keys *keys;
    const lf_reader *reader;
    size_t files;
    char *file[LF_USER_FILES]; /**< paths: features, then what is in files of its own */
    const char *label, *split, *group[LF_USER_GROUPS]; /**< paths; NULL: a column, or none */
    char identity[LF_SHA256_TEXT]; /**< over the description and the content of every file */
} lf_user_description;

/** What a survey finds. Zero before. */
struct lf_user_table {
    const lf_user_description *of;
    size_t rows, features;
    bool sparse;    /**< only what is not 0 is filled in */
    char **feature; /**< names; NULL: none are given */
    lf_user_column label, split, group[LF_USER_GROUPS];
    double *value; /**< of each category of the label; after lf_user_settle */
    bool test[2];  /**< is it a test row? of each category of the split */
    char group_name[LF_USER_GROUPS][256];
};

/** Count one more feature, and name it, printf-style. */
lf_status lf_user_table_feature(lf_user_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void lf_user_table_free(lf_user_table *table);

/** Is row i in this part? Without a split all rows are in the first. */
bool lf_user_table_has(const lf_user_table *table, bool test, size_t i);
/** Close the builder's row as row i: its label, its groups. */
lf_status lf_user_table_row(const lf_user_table *table, size_t i, lf_builder *builder);
/** LF_BAD_INPUT: a fill does not find what the survey found. */
lf_status lf_user_table_changed(const lf_user_table *table);
