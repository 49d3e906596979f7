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

/** Group columns that a data set may have; files of all kinds that it may lie in. */
enum { LF_USER_GROUPS = 8, LF_USER_FILES = 4096 };

/** The keys of a description. A column is one of the file by its name, else a file beside it. */
typedef struct {
    char *features, *test, *format, *label, *split, *sha256, *separator;
    char **groups, **classes, **ignore;
    size_t *shape; /**< rows and features that there should be */
    unsigned groups_count, classes_count, ignore_count, shape_count;
} lf_user_keys;

/** A description that was read, and where its files are. Zero before and after. */
typedef struct {
    char path[LF_PATH_BYTES]; /**< of the description itself */
    const char *name;         /**< its last part, which names the data set */
    lf_user_keys *keys;
    const lf_reader *reader;
    size_t files, features; /**< all of them; those of the features, which come first */
    size_t training;        /**< of the features: the first ones, the others are of `test` */
    char **file;            /**< paths */
    const char *label, *split, *group[LF_USER_GROUPS]; /**< paths; NULL: a column, or none */
    char *yaml;                                        /**< the text */
    size_t yaml_bytes;
    char pin[LF_SHA256_TEXT]; /**< the digits that the identity has to begin with; "": any */
} lf_user_description;

/** What a pass over the features finds beside them. Zero before. */
struct lf_user_table {
    const lf_user_description *of;
    lf_dataset
        entry; /**< of the builder: limits before the features are known, then what there is */
    size_t rows, features;
    size_t train_rows; /**< those of the files that train, where others test; else 0 */
    bool sparse;       /**< only what is not 0 is in the builder */
    char **feature;    /**< names; NULL: none are given */
    lf_user_column label, split, group[LF_USER_GROUPS];
    double *value; /**< of each category of the label; after lf_user_settle */
    bool test[2];  /**< is it a test row? of each category of the split */
    char group_name[LF_USER_GROUPS][256];
};

/** Count one more feature, and name it, printf-style. */
lf_status lf_user_table_feature(lf_user_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void lf_user_table_free(lf_user_table *table);

/** The features are all counted: tell the builder, whose table is dense unless it is sparse. */
void lf_user_table_settle(lf_user_table *table, lf_builder *builder);
/** The rows of file f of the features come next: of the first of `test` on, they test. */
void lf_user_table_file(lf_user_table *table, size_t f, lf_builder *builder);
/** Close the builder's row, which gets its label later. */
lf_status lf_user_table_row(lf_user_table *table, lf_builder *builder);
/** LF_BAD_INPUT: file f of the features has other columns than the first: these, whose names may be
 *  NULL. The first that is another is named. */
lf_status lf_user_table_differs(const lf_user_table *table, size_t f, size_t features,
                                char *const *feature);
