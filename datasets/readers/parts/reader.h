/**
 * @file reader.h
 * @brief The interface of a file format, and how one is found by its word.
 *
 * A format is one file datasets/readers/<format>.c with a constant lf_reader; the list is
 * generated. Sets of the catalogue name it in their entry (`.format = "idx"`), user data in its
 * description (`format: csv`) or by the ending of its file. A reader serves either or both.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "datasets/table/builder.h"

typedef struct lf_user_table lf_user_table;
typedef struct lf_user_rows lf_user_rows;

/** A format. Its symbol is lf_reader_<file name>. */
typedef struct {
    const char *format; /**< its word, which is the ending of user files too, behind a dot */

    /* For sets of the catalogue; NULL: none is of this format. */
    size_t files; /**< that are read together: 2 for images and their labels */
    /** Append the rows of so many files and note their checksums. The builder has the entry's image
     *  shape and attributes. */
    lf_status (*read)(const lf_dataset *entry, const char *const *paths, lf_builder *builder);

    /* For user data; NULL: none. */
    const lf_user_rows *rows; /**< columns have names, and a description's label, split, groups and
                                   ignore are such: how lf_user_rows_take goes through the file;
                                   NULL: these are files beside the features */
    bool labelled;            /**< rows begin with their labels, so that a description names none */
    /** Append the rows of all files of features in one pass, and what else is in them to the table:
     *  names, labels, split and groups. Files read as a stream have their checksums noted. */
    lf_status (*take)(lf_user_table *table, lf_builder *builder);
} lf_reader;

/** All readers, sorted by format. */
size_t lf_reader_list(const lf_reader *const **readers);
/** That of a format, or NULL. */
const lf_reader *lf_reader_find(const char *format);

/** Bytes of a list of formats. */
enum { LF_READER_WORDS = 128 };
/** text <- the formats of user data, of those with named columns alone if so asked, as in "csv,
 *  libsvm or npy"; returns it. */
const char *lf_reader_words(bool named, char text[LF_READER_WORDS]);

/** Fill an empty builder from the paths, one a file, as the entry says: by its format, by its
 *  parse, or first by the one and then by the other. */
lf_status lf_dataset_fill(const lf_dataset *entry, const char *const *paths, lf_builder *builder);
