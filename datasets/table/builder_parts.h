/**
 * @file builder_parts.h
 * @brief What the two files of the builder share; nobody else includes it.
 */
#pragma once

#include "datasets/table/builder.h"
#include "datasets/table/spill.h"

/** More than any set of the catalogue needs, so that the list does not have to grow. */
enum { BUILDER_ATTRIBUTES = 8 };
/** The code of a row whose category is not known yet. */
enum { BUILDER_UNSET = UINT16_MAX };

typedef enum { BUILDER_SPARSE, BUILDER_DENSE, BUILDER_PIXELS } builder_form;

typedef struct {
    const char *name;
    size_t categories;
    const char *const *category;
    uint16_t *code; /* entry->rows + 1 */
    lf_spill codes;
} builder_attribute;

typedef struct {
    char *path;
    char sha256[LF_SHA256_TEXT];
} builder_source;

struct lf_builder {
    const lf_dataset *entry;
    builder_form form;
    bool row_open;
    size_t rows, train_rows, nonzeros;
    uint64_t *row_start; /* rows + 1 */
    uint32_t *column;    /* nonzeros */
    double *value;       /* nonzeros; NULL while all are 1 */
    double *dense;       /* rows x features */
    uint8_t *pixel;      /* rows x features */
    size_t channels, height, width;
    double *label; /* rows */
    lf_spill starts, columns, values, cells,
        labels;     /* where these arrays lie; cells: dense, pixel */
    char **feature; /* features; NULL: unnamed; NULL itself while all are */
    size_t attributes, sources;
    builder_attribute attribute[BUILDER_ATTRIBUTES];
    builder_source *source;
};
