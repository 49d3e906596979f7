/**
 * @file random_table.h
 * @brief Small random tables in the three forms of lf_data, for tests that need no data set.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "datasets/table/dataset.h"
#include "numeric/stream.h"

/** The i-th number of a test's own stream, uniform in [low, high). */
static inline double table_random(uint64_t seed, uint64_t i, double low, double high) {
    uint64_t bits[4];
    lf_stream_block(seed, LF_STREAM_TEST, 0, i, 0, bits);
    return low + (high - low) * lf_stream_uniform(bits[0]);
}

typedef enum { TABLE_DENSE, TABLE_BINARY, TABLE_VALUED, TABLE_FORMS } table_form;

/** A third of the entries is not zero; labels are +-1; some rows of a sparse table are empty. */
static inline lf_data *table_create(table_form form, size_t rows, size_t features, uint64_t seed) {
    lf_data *data = calloc(1, sizeof *data);
    const size_t most = rows * features;
    double *label = calloc(rows, sizeof *label), *value = calloc(most, sizeof *value);
    uint64_t *start = calloc(rows + 1, sizeof *start);
    uint32_t *column = calloc(most, sizeof *column);
    size_t used = 0;
    for (size_t i = 0; i < rows; i++) {
        label[i] = table_random(seed, most + i, -1, 1) > 0.2 ? 1 : -1;
        for (size_t j = 0; j < features; j++) {
            const double x = table_random(seed, i * features + j, -3, 1.5);
            if (form == TABLE_DENSE) value[i * features + j] = x > 0 ? x - 0.5 : 0;
            if (form == TABLE_DENSE || x <= 0 || i % 17 == 5) continue;
            column[used] = (uint32_t)j;
            value[used++] = x - 0.5;
        }
        start[i + 1] = used;
    }
    *data = (lf_data){.name = "table",
                      .sha256 = "7ab1e00000000000000000000000000000000000000000000000000000000000",
                      .rows = rows,
                      .features = features,
                      .label = label};
    data->row_start = form == TABLE_DENSE ? NULL : start;
    data->column = form == TABLE_DENSE ? NULL : column;
    data->value = form == TABLE_VALUED ? value : NULL;
    data->dense = form == TABLE_DENSE ? value : NULL;
    if (form == TABLE_DENSE) free(start), free(column);
    if (form == TABLE_BINARY) free(value);
    return data;
}

static inline void table_free(lf_data *data) {
    free((void *)(uintptr_t)data->label);
    free((void *)(uintptr_t)data->row_start);
    free((void *)(uintptr_t)data->column);
    free((void *)(uintptr_t)data->value);
    free((void *)(uintptr_t)data->dense);
    free(data);
}

/** Entry (i, j), whatever the form. */
static inline double table_entry(const lf_data *data, size_t i, size_t j) {
    if (data->dense) return data->dense[i * data->features + j];
    for (size_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
        if (data->column[k] == j)
            return (data->value ? data->value[k] : 1) * (data->scale ? data->scale[i] : 1);
    return 0;
}

/** w (n) <- uniform numbers in [-size, size). */
static inline void table_point(uint64_t seed, size_t n, double size, double *w) {
    for (size_t i = 0; i < n; i++)
        w[i] = table_random(seed, i, -size, size);
}
