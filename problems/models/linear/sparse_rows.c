/**
 * @file sparse_rows.c
 * @brief Finds the base of a dense table by votes, and writes down what differs from it.
 */
#include "problems/models/linear/sparse_rows.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

/* Doubles of a cache line; rows that a table is first judged by: if they are far from sparse, the
 * others are not looked at. */
enum { SPARSE_LINE = 8, SPARSE_FIRST = 256 };

/* Products on dense rows make four or five times as many additions a second. */
static const double sparse_density = 0.2;

/* A value of more than this size stays out of the base: x - c would lose digits of a small x. */
static const double sparse_largest = 1;

void *lf_sparse_doubles(size_t n) {
    const size_t line = SPARSE_LINE * sizeof(double);
    double *x = aligned_alloc(line, (n * sizeof *x / line + 1) * line);
    if (x) lf_vec_zero(n, x);
    return x;
}

/* base (p) <- the value of each column that more than half of the rows have, if there is one, in
 * one pass: every vote takes back another's (Boyer & Moore), so that only such a value is sure to
 * be left. 0 if it is too large or not finite. */
static void sparse_vote(const lf_data *data, size_t rows, size_t *votes, double *base) {
    const size_t p = data->features;
    const double *x = data->dense;
    for (size_t i = 0; i < rows; i++, x += p)
        for (size_t j = 0; j < p; j++) {
            if (votes[j] == 0) base[j] = x[j];
            if (base[j] == x[j])
                votes[j]++;
            else if (votes[j] > 0)
                votes[j]--;
        }
    for (size_t j = 0; j < p; j++)
        if (!(fabs(base[j]) <= sparse_largest)) base[j] = 0;
}

/* Entries of the first rows that differ from their base, which is found first. */
static size_t sparse_count(const lf_data *data, size_t rows, size_t *votes, double *base) {
    const size_t p = data->features;
    const double *x = data->dense;
    size_t count = 0;
    for (size_t j = 0; j < p; j++)
        votes[j] = 0;
    sparse_vote(data, rows, votes, base);
    for (size_t i = 0; i < rows; i++, x += p)
        for (size_t j = 0; j < p; j++)
            count += x[j] != base[j];
    return count;
}

static bool sparse_few(const lf_data *data, size_t rows, size_t entries, double density) {
    return (double)entries <= density * (double)rows * (double)data->features;
}

/* The arrays of e from a dense table, in its order. */
static void sparse_fill(const lf_data *data, lf_sparse_rows *s) {
    const size_t p = data->features;
    const double *x = data->dense;
    size_t k = 0;
    s->own_start[0] = 0;
    for (size_t i = 0; i < data->rows; i++, x += p) {
        for (size_t j = 0; j < p; j++) {
            if (x[j] == s->base[j]) continue;
            s->own_column[k] = (uint32_t)j;
            s->own_value[k++] = x[j] - s->base[j];
        }
        s->own_start[i + 1] = k;
    }
}

static lf_status sparse_no_memory(const lf_data *data) {
    return lf_fail(LF_NO_MEMORY, "no memory for the sparse rows of data set %s", data->name);
}

/* e <- what the table has beside the base; no base if that is too much. */
static lf_status sparse_take_dense(const lf_data *data, lf_sparse_rows *s) {
    const size_t first = data->rows < SPARSE_FIRST ? data->rows : SPARSE_FIRST;
    size_t *votes = malloc((data->features + 1) * sizeof *votes), entries = 0;
    if (!votes) return sparse_no_memory(data);
    bool few =
        sparse_few(data, first, sparse_count(data, first, votes, s->base), 2 * sparse_density);
    if (few) entries = sparse_count(data, data->rows, votes, s->base);
    few = few && sparse_few(data, data->rows, entries, sparse_density);
    free(votes);
    if (!few) {
        lf_sparse_rows_release(s);
        return LF_OK;
    }
    s->own_start = malloc((data->rows + 1) * sizeof *s->own_start);
    s->own_column = malloc((entries + 1) * sizeof *s->own_column);
    s->own_value = malloc((entries + 1) * sizeof *s->own_value);
    if (!s->own_start || !s->own_column || !s->own_value) return sparse_no_memory(data);
    sparse_fill(data, s);
    s->e.row_start = s->own_start;
    s->e.column = s->own_column;
    s->e.value = s->own_value;
    return LF_OK;
}

lf_status lf_sparse_rows_create(const lf_data *data, lf_sparse_rows *s) {
    *s = (lf_sparse_rows){.e = *data};
    s->e.dense = NULL;
    if (data->row_start &&
        !sparse_few(data, data->rows, data->row_start[data->rows], sparse_density))
        return LF_OK;
    s->base = lf_sparse_doubles(data->features);
    if (!s->base) return sparse_no_memory(data);
    return data->dense ? sparse_take_dense(data, s) : LF_OK;
}

void lf_sparse_rows_release(lf_sparse_rows *s) {
    free(s->base);
    free(s->own_start);
    free(s->own_column);
    free(s->own_value);
    *s = (lf_sparse_rows){0};
}
