/**
 * @file linear_rows.h
 * @brief Rows of a table as the linear models go through them: which they are, which are
 * neighbours, and the sparse loops.
 *
 * The sparse loops keep four partial sums, because one chain of additions would wait for itself.
 */
#pragma once

#include "numeric/real.h"
#include "problems/models/model.h"

/** The row of the table that the i-th row of the list is. */
static inline size_t lf_linear_row(const lf_rows *rows, size_t i) {
    return rows->row ? rows->row[i] : rows->first + i;
}

/** How many rows of the list, from the i-th, lie one after the other in the table. */
static inline size_t lf_linear_stretch(const lf_rows *rows, size_t i) {
    if (!rows->row) return rows->n - i;
    size_t n = 1;
    while (i + n < rows->n && rows->row[i + n] == rows->row[i] + n)
        n++;
    return n;
}

/** For functions that only prefetch: GCC takes such a one for a function without effect, and leaves
 *  out every call of it that is not inlined before it looks. */
#define LF_FETCHES __attribute__((always_inline)) inline

/** Begin to fetch the i-th row of the list, if there is one: scattered rows of a large table come
 *  from memory, and the processor only guesses how a row goes on, not where the next one begins. */
LF_FETCHES static void lf_linear_fetch(const lf_data *data, const lf_rows *rows, size_t i) {
    enum { LINE = 64, LINES = 16 };
    if (i >= rows->n) return;
    const char *at = (const char *)(data->dense + lf_linear_row(rows, i) * data->features);
    const size_t bytes = data->features * sizeof(double);
    for (size_t k = 0; k < LINES && k * LINE < bytes; k++)
        __builtin_prefetch(at + k * LINE);
}

/** How many rows ahead entries are fetched, and twice as many where they begin. */
enum { LF_FETCH_AHEAD = 8 };

/* Where the entries of the i-th row begin. */
LF_FETCHES static void linear_fetch_start(const lf_data *data, const lf_rows *rows, size_t i) {
    if (i < rows->n) __builtin_prefetch(data->row_start + rows->row[i]);
}

/* The entries themselves: a short row often lies across two lines, and a long one goes on as the
 * processor guesses. */
LF_FETCHES static void linear_fetch_entries(const lf_data *data, const lf_rows *rows, size_t i) {
    if (i >= rows->n) return;
    const size_t start = data->row_start[rows->row[i]], end = data->row_start[rows->row[i] + 1];
    __builtin_prefetch(data->column + start);
    __builtin_prefetch(data->column + end);
    if (data->scale) __builtin_prefetch(data->scale + rows->row[i]);
    if (!data->value) return;
    __builtin_prefetch(data->value + start);
    __builtin_prefetch(data->value + end);
}

/** Begin to fetch the entries of the row that comes some rows after the i-th, and where those of
 *  one behind it begin. Rows that follow each other in the table need no help. */
LF_FETCHES static void lf_linear_fetch_sparse(const lf_data *data, const lf_rows *rows, size_t i) {
    if (!rows->row) return;
    linear_fetch_start(data, rows, i + 2 * LF_FETCH_AHEAD);
    linear_fetch_entries(data, rows, i + LF_FETCH_AHEAD);
}

/** The same for the first rows, which come after none. */
LF_FETCHES static void lf_linear_fetch_first(const lf_data *data, const lf_rows *rows) {
    if (!rows->row) return;
    for (size_t i = 0; i < 2 * LF_FETCH_AHEAD; i++)
        linear_fetch_start(data, rows, i);
    for (size_t i = 0; i < LF_FETCH_AHEAD; i++)
        linear_fetch_entries(data, rows, i);
}

/* sum_k w[column[k]], n additions */
static inline lf_real linear_gather(size_t n, const uint32_t *restrict column,
                                    const lf_real *restrict w) {
    lf_real a = 0, b = 0, c = 0, d = 0;
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        a += w[column[k]];
        b += w[column[k + 1]];
        c += w[column[k + 2]];
        d += w[column[k + 3]];
    }
    for (; k < n; k++)
        a += w[column[k]];
    return (a + b) + (c + d);
}

/* sum_k value[k] w[column[k]], 2n flops */
static inline lf_real linear_gather_valued(size_t n, const uint32_t *restrict column,
                                           const double *restrict value,
                                           const lf_real *restrict w) {
    lf_real a = 0, b = 0, c = 0, d = 0;
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        a += (lf_real)value[k] * w[column[k]];
        b += (lf_real)value[k + 1] * w[column[k + 1]];
        c += (lf_real)value[k + 2] * w[column[k + 2]];
        d += (lf_real)value[k + 3] * w[column[k + 3]];
    }
    for (; k < n; k++)
        a += (lf_real)value[k] * w[column[k]];
    return (a + b) + (c + d);
}

/* The same of values that are multiplied by `scale` first, as if they were stored so; without
 * values each is 1. */
static inline lf_real linear_gather_scaled(size_t n, const uint32_t *restrict column,
                                           const double *restrict value, double scale,
                                           const lf_real *restrict w) {
    lf_real sum[4] = {0};
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
        for (size_t l = 0; l < 4; l++)
            sum[l] += (lf_real)(value ? value[k + l] * scale : scale) * w[column[k + l]];
    for (; k < n; k++)
        sum[0] += (lf_real)(value ? value[k] * scale : scale) * w[column[k]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/** Row . w of a sparse table; row i has columns column[row_start[i]] .. column[row_start[i + 1] -
 *  1]. */
static inline lf_real lf_linear_dot_sparse(const lf_data *data, size_t row, const lf_real *w) {
    const size_t start = data->row_start[row], n = data->row_start[row + 1] - start;
    if (data->scale)
        return linear_gather_scaled(n, data->column + start,
                                    data->value ? data->value + start : NULL, data->scale[row], w);
    return data->value ? linear_gather_valued(n, data->column + start, data->value + start, w)
                       : linear_gather(n, data->column + start, w);
}

/** One row of a sparse table: grad[column] += slope * value, 2n flops */
static inline void lf_linear_scatter(const lf_data *data, size_t row, lf_real slope,
                                     lf_real *restrict grad) {
    const uint32_t *restrict column = data->column;
    const double *restrict value = data->value;
    const size_t end = data->row_start[row + 1];
    if (value && data->scale)
        for (size_t k = data->row_start[row]; k < end; k++)
            grad[column[k]] += slope * (lf_real)(value[k] * data->scale[row]);
    else if (value)
        for (size_t k = data->row_start[row]; k < end; k++)
            grad[column[k]] += slope * (lf_real)value[k];
    else {
        if (data->scale) slope *= (lf_real)data->scale[row];
        for (size_t k = data->row_start[row]; k < end; k++)
            grad[column[k]] += slope;
    }
}

/** x (n x features, row-major) <- rows first .. first + n - 1 of the list, whatever the form. */
void lf_linear_copy(const lf_data *data, const lf_rows *rows, size_t first, size_t n, lf_real *x);

/** Most rows that are listed at a time. */
enum { LF_LISTED = 16 };

/** Rows that have a slope. Zero before the first. */
typedef struct {
    size_t next; /**< of the list: the first that was not looked at */
    size_t n;
    uint32_t row[LF_LISTED]; /**< n of the table */
    double slope[LF_LISTED]; /**< n */
} lf_listed;

/** some <- the next rows whose ds is not 0, how many there are; 0: there are none left. Most rows
 * of a hinge loss have slope 0, in no order that a processor could predict, so there is no branch.
 */
static inline size_t lf_linear_list(const lf_rows *rows, const double *ds, lf_listed *some) {
    size_t i = some->next, n = 0;
    for (; i < rows->n && n < LF_LISTED; i++) {
        some->row[n] = (uint32_t)lf_linear_row(rows, i);
        some->slope[n] = ds[i];
        n += ds[i] != 0;
    }
    some->next = i;
    some->n = n;
    return n;
}
