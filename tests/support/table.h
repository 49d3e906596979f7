/**
 * @file table.h
 * @brief Small catalogue entries and helpers for the readers' tests.
 */
#pragma once

#include "near.h"
#include "scratch.h"

#include "datasets/parse.h"
#include "datasets/readers/parts/reader.h"
#include "datasets/table/image.h"

/** A builder for tests: no catalogue behind it. */
static inline lf_builder *table_builder(lf_dataset *entry, size_t rows, size_t features) {
    lf_builder *builder = NULL;
    *entry = (lf_dataset){.name = "test", .rows = rows, .features = features};
    assert_ok(lf_builder_create(entry, &builder));
    return builder;
}

/** *data <- the table that the entry's format makes of the files; `paths` is ended by NULL, and the
 *  entry still lacks its name and its files. `data` NULL: only read. */
static inline lf_status table_read(lf_dataset entry, const char *const *paths, lf_data **data) {
    lf_dataset_file files[4] = {{0}};
    lf_builder *builder = NULL;
    for (size_t f = 0; paths[f]; f++)
        files[f].path = paths[f];
    entry.name = "test";
    entry.files = files;
    assert_ok(lf_builder_create(&entry, &builder));
    lf_status status = lf_dataset_fill(&entry, paths, builder);
    for (size_t f = 0; status == LF_OK && paths[f]; f++)
        assert_non_null(lf_builder_digest(builder, paths[f]));
    if (status == LF_OK && data) status = lf_builder_finish(builder, "id", data);
    lf_builder_free(builder);
    return status;
}

/** Are the two tables the same, down to the last bit and name? */
static inline int table_equal(const lf_data *a, const lf_data *b) {
    size_t n = a->rows;
    int same = n == b->rows && a->features == b->features && a->train_rows == b->train_rows &&
               !a->dense == !b->dense && !a->pixel == !b->pixel && a->channels == b->channels &&
               a->height == b->height && a->width == b->width && !a->value == !b->value &&
               !a->column == !b->column && a->attributes == b->attributes &&
               strcmp(a->name, b->name) == 0 && strcmp(a->sha256, b->sha256) == 0;
    if (!same) return 0;
    if (a->dense) same &= memcmp(a->dense, b->dense, n * a->features * sizeof(double)) == 0;
    if (a->pixel) same &= memcmp(a->pixel, b->pixel, n * a->features) == 0;
    if (a->row_start) {
        size_t nonzeros = a->row_start[n];
        same &= memcmp(a->row_start, b->row_start, (n + 1) * sizeof(uint64_t)) == 0;
        same = same && memcmp(a->column, b->column, nonzeros * sizeof(uint32_t)) == 0;
        same = same && (!a->value || memcmp(a->value, b->value, nonzeros * sizeof(double)) == 0);
    }
    same &= memcmp(a->label, b->label, n * sizeof(double)) == 0;
    same = same && !a->feature == !b->feature;
    for (size_t j = 0; same && a->feature && j < a->features; j++)
        same &= strcmp(a->feature[j], b->feature[j]) == 0;
    for (size_t k = 0; same && k < a->attributes; k++) {
        const lf_attribute *x = &a->attribute[k], *y = &b->attribute[k];
        same &= strcmp(x->name, y->name) == 0 && x->categories == y->categories;
        same = same && memcmp(x->code, y->code, n * sizeof *x->code) == 0;
        for (size_t c = 0; same && c < x->categories; c++)
            same &= strcmp(x->category[c], y->category[c]) == 0;
    }
    return same;
}

/** The block behind a table, which is closed, in memory of its own, so that reading past its end
 * shows under the sanitizers: the caller frees it. */
static inline char *table_block(lf_data *data, size_t *size) {
    const void *bytes = lf_image_bytes(data, size);
    char *copy = malloc(*size);
    assert_non_null(copy);
    memcpy(copy, bytes, *size);
    lf_data_close(data);
    return copy;
}

/** A table and what is opened from its block are the same. */
static inline void table_round_trip(lf_data *(*make)(void)) {
    size_t size;
    lf_data *first = make(), *second = NULL;
    char *copy = table_block(make(), &size);
    assert_ok(lf_image_open(copy, size, LF_IMAGE_HEAP, &second));
    int same = table_equal(first, second);
    lf_data_close(first);
    lf_data_close(second);
    assert_true(same);
}

/** A block with a flipped bit, or one that is cut, is refused. */
static inline void table_damage_is_noticed(lf_data *(*make)(void)) {
    size_t size;
    char *copy = table_block(make(), &size);
    lf_data *d = NULL;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        assert_int_equal(lf_image_open(copy, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t cut = 0; cut < size; cut++) {
        char *shorter = malloc(cut ? cut : 1);
        assert_non_null(shorter);
        memcpy(shorter, copy, cut);
        lf_status status = lf_image_open(shorter, cut, LF_IMAGE_HEAP, &d);
        free(shorter);
        assert_int_equal(status, LF_BAD_INPUT);
    }
    free(copy);
}

/** A generator's table is the one of this hash: a change of it changes what everybody measured, and
 * needs another version. */
static inline void table_stays(const char *name, const char *sha256) {
    lf_data *data;
    lf_sha256 hash;
    char hex[LF_SHA256_TEXT];
    assert_ok(lf_dataset_parse(lf_dataset_find(name), &data));
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, data->dense, data->rows * data->features * sizeof(double));
    lf_sha256_add(&hash, data->label, data->rows * sizeof(double));
    assert_ok(lf_sha256_finish(&hash, hex));
    lf_data_close(data);
    assert_string_equal(hex, sha256);
}

/** The value of a table at (row, column). */
static inline double table_at(const lf_data *data, size_t row, size_t column) {
    if (data->dense) return data->dense[row * data->features + column];
    if (data->pixel) return data->pixel[row * data->features + column];
    for (uint64_t k = data->row_start[row]; k < data->row_start[row + 1]; k++)
        if (data->column[k] == column) return data->value ? data->value[k] : 1;
    return 0;
}

/** Hash an attribute's codes as bytes, the form in which the golden hashes have them. */
static inline void table_hash_codes(lf_sha256 *hash, const lf_data *data, size_t attribute) {
    for (size_t i = 0; i < data->rows; i++) {
        assert_true(data->attribute[attribute].code[i] < 256);
        const uint8_t byte = (uint8_t)data->attribute[attribute].code[i];
        lf_sha256_add(hash, &byte, 1);
    }
}

/** Asserts that the message holds a text; prints it if not. */
#define assert_message(text)                                                                       \
    do {                                                                                           \
        if (!strstr(lf_message(), (text))) print_error("message: %s\n", lf_message());             \
        assert_non_null(strstr(lf_message(), (text)));                                             \
    } while (0)

/** Skips the test when the real data is not at hand. */
#define skip_without_data()                                                                        \
    do {                                                                                           \
        const char *lf_data_folders = getenv("LEVELFIELD_DATA");                                   \
        if (!lf_data_folders || !lf_data_folders[0]) {                                             \
            print_message("skipped: LEVELFIELD_DATA is not set\n");                                \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
