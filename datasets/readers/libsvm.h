/**
 * @file libsvm.h
 * @brief Reader of the LIBSVM format: "label index:value index:value ...".
 *
 * Indices count from 1 and increase in a row. A row without any feature is a row. More blanks than
 * needed, CR LF and a byte-order mark are accepted; anything else that deviates is refused with its
 * place.
 */
#pragma once

#include "datasets/table/builder.h"

/** One label as written in a file, and what the table stores for it. */
typedef struct {
    double written, stored;
} lf_label;

/** Two classes, written -1 and +1, or 0 and 1; both stored as -1 and +1. */
extern const lf_label lf_label_signs[2], lf_label_bits[2];

/** One row: its label and n entries. */
typedef struct {
    double label;
    size_t n;
    const uint32_t *column; /**< n, from 0, increasing */
    const double *value;    /**< n; NULL: all are 1 */
} lf_libsvm_row;

/** What is done with a file that is walked through. */
typedef struct {
    size_t features; /**< bounds the indices */
    size_t labels;   /**< only these are accepted; 0: any finite number, given as written */
    const lf_label *label;
    void *context;
    lf_status (*row)(void *context, const lf_libsvm_row *row);
} lf_libsvm_sink;

/** Go through a file. hex <- its checksum, unless NULL. An empty file is refused. */
lf_status lf_libsvm_walk(const char *path, const lf_libsvm_sink *sink, char hex[LF_SHA256_TEXT]);

/** Append the rows of a file to the builder, whose features bound the indices, and note the file's
 *  checksum there. Only the `labels` given are accepted. An empty file is refused. */
lf_status lf_libsvm_read(const char *path, size_t labels, const lf_label *label,
                         lf_builder *builder);
