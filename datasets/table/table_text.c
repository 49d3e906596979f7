/**
 * @file table_text.c
 * @brief Rows as text, in pieces of a megabyte, or as one array.
 */
#include "datasets/table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"

/* A piece, and more than an entry's bytes: blank, ten digits, colon, a number. */
enum { TEXT_PIECE = 1 << 20, TEXT_ENTRY = 64 };

typedef struct {
    lf_draft draft;
    char *bytes; /* TEXT_PIECE */
    size_t used;
} text_file;

static lf_status text_flush(text_file *t) {
    const size_t used = t->used;
    t->used = 0;
    return lf_draft_append(&t->draft, t->bytes, used);
}

static void text_index(text_file *t, size_t index) {
    char digit[24];
    size_t n = 0;
    do
        digit[n++] = (char)('0' + index % 10);
    while ((index /= 10) > 0);
    while (n > 0)
        t->bytes[t->used++] = digit[--n];
}

static void text_number(text_file *t, double value) {
    char word[LF_NUMBER_BYTES];
    if (value == 1)
        t->bytes[t->used++] = '1';
    else
        t->used += (size_t)(stpcpy(t->bytes + t->used, lf_number_text(value, word)) -
                            (t->bytes + t->used));
}

static lf_status text_entry(text_file *t, size_t column, double value) {
    if (value == 0) return LF_OK;
    if (t->used + TEXT_ENTRY > TEXT_PIECE) LF_TRY(text_flush(t));
    t->bytes[t->used++] = ' ';
    text_index(t, column + 1);
    t->bytes[t->used++] = ':';
    text_number(t, value);
    return LF_OK;
}

static lf_status text_row(text_file *t, const lf_data *data, size_t i) {
    if (t->used + TEXT_ENTRY > TEXT_PIECE) LF_TRY(text_flush(t));
    text_number(t, data->label[i]);
    for (size_t j = 0; data->dense && j < data->features; j++)
        LF_TRY(text_entry(t, j, data->dense[i * data->features + j]));
    const uint64_t first = data->row_start ? data->row_start[i] : 0;
    for (uint64_t k = first; data->row_start && k < data->row_start[i + 1]; k++)
        LF_TRY(text_entry(t, data->column[k], data->value ? data->value[k] : 1));
    if (t->used + TEXT_ENTRY > TEXT_PIECE) LF_TRY(text_flush(t));
    t->bytes[t->used++] = '\n';
    return LF_OK;
}

lf_status lf_data_write_libsvm(const lf_data *data, const char *path) {
    if (data->pixel)
        return lf_fail(LF_UNSUPPORTED, "%s has images, expected a table of features", data->name);
    text_file t = {.bytes = malloc(TEXT_PIECE)};
    if (!t.bytes) return lf_fail(LF_NO_MEMORY, "%s: no memory to write it", path);
    lf_status status = lf_draft_open(&t.draft, path);
    for (size_t i = 0; i < data->rows && status == LF_OK; i++)
        status = text_row(&t, data, i);
    if (status == LF_OK) status = text_flush(&t);
    if (status == LF_OK) status = lf_draft_commit(&t.draft);
    lf_draft_discard(&t.draft);
    free(t.bytes);
    return status;
}

/* The magic, the version, and how long the rest is, which ends on a multiple of 64 bytes. */
enum { NPY_HEAD = 10, NPY_BYTES = 128 };

static lf_status npy_head(const lf_data *data, lf_draft *draft) {
    char head[NPY_BYTES + 1] = "\x93NUMPY\x01";
    head[8] = NPY_BYTES - NPY_HEAD;
    const int n = snprintf(head + NPY_HEAD, sizeof head - NPY_HEAD,
                           "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                           data->rows, data->features + 1);
    memset(head + NPY_HEAD + n, ' ', NPY_BYTES - NPY_HEAD - (size_t)n);
    head[NPY_BYTES - 1] = '\n';
    return lf_draft_append(draft, head, NPY_BYTES);
}

/* row (1 + features) <- row i */
static void npy_row(const lf_data *data, size_t i, double *row) {
    const size_t p = data->features;
    row[0] = data->label[i];
    if (data->dense) {
        memcpy(row + 1, data->dense + i * p, p * sizeof *row);
        return;
    }
    memset(row + 1, 0, p * sizeof *row);
    for (uint64_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
        row[1 + data->column[k]] = data->value ? data->value[k] : 1;
}

lf_status lf_data_write_npy(const lf_data *data, const char *path) {
    if (data->pixel)
        return lf_fail(LF_UNSUPPORTED, "%s has images, expected a table of features", data->name);
    const size_t bytes = (data->features + 1) * sizeof(double);
    double *row = malloc(bytes);
    if (!row) return lf_fail(LF_NO_MEMORY, "%s: no memory to write it", path);
    lf_draft draft = {0};
    lf_status status = lf_draft_open(&draft, path);
    if (status == LF_OK) status = npy_head(data, &draft);
    for (size_t i = 0; i < data->rows && status == LF_OK; i++) {
        npy_row(data, i, row);
        status = lf_draft_append(&draft, row, bytes);
    }
    if (status == LF_OK) status = lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    free(row);
    return status;
}
