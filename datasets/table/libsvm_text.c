/**
 * @file libsvm_text.c
 * @brief Rows as text, in pieces of a megabyte.
 */
#include "datasets/table/libsvm_text.h"

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
