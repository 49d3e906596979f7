/**
 * @file description.h
 * @brief The YAML file that says what a user's data set is made of. docs/data.md explains it.
 */
#pragma once

#include <stdbool.h>

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/table/builder.h"

/** Group columns that a data set may have, and with label and split the files beside its own. */
enum { LF_USER_GROUPS = 8, LF_USER_FILES = LF_USER_GROUPS + 3 };

/** Most classes, and most columns to ignore: each is held against all. */
enum { LF_USER_WORDS = 10000 };

/** Fewest digits of a pin. */
enum { LF_USER_PIN = 8 };

/** The keys of the file. A column is the name of one in a CSV file, else a file beside it. */
typedef struct {
    char *features, *format, *label, *split;
    char **groups, **classes, **ignore;
    unsigned groups_count, classes_count, ignore_count;
} lf_user_keys;

typedef enum { LF_USER_CSV, LF_USER_LIBSVM, LF_USER_NPY } lf_user_format;

/** A description that was read, and where its files are. Zero before and after. */
typedef struct {
    char path[LF_PATH_BYTES]; /**< of the description itself */
    const char *name;         /**< its last part, which names the data set */
    lf_user_keys *keys;
    lf_user_format format;
    size_t files;
    char *file[LF_USER_FILES]; /**< paths: features, then what is in files of its own */
    const char *label, *split, *group[LF_USER_GROUPS]; /**< paths; NULL: a column, or none */
    char identity[LF_SHA256_TEXT]; /**< over the description and the content of every file */
} lf_user_description;

/** Is it the path of a file, not a name of the catalogue? */
bool lf_user_named(const char *data);

/** Is it, with or without a pin, a file that has the one key that every description has? Such a
 *  file is nothing else, even if more of it is wrong. */
bool lf_user_described(const char *data);

/** Read a description, found as a path or below a folder of $LEVELFIELD_DATA, check its keys, find
 *  its files (beside it, then below those folders) and hash them. "FILE.yaml@DIGITS" is refused
 *  unless the identity begins with these hex digits. After a failure, free is fine. */
lf_status lf_user_describe(const char *data, lf_user_description *description);
void lf_user_description_free(lf_user_description *description);

/** name <- the group's: the column's, or its file's without folder and endings. */
void lf_user_group_name(const lf_user_description *description, size_t group, char name[256]);
