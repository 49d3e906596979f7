/**
 * @file packed_few.c
 * @brief A few packed rows, for which copies of w and of sums would take longer than the rows: the
 * loops of linear_rows.h, with their bits, on one cache line a row where the table has three.
 */
#include "problems/models/linear/packed_rows.h"

bool lf_packed_serves_few(const lf_packed *packed) {
    return packed && packed->column && !packed->scale;
}

/* The row's columns, *n of them. */
static inline const uint8_t *few_row(const lf_packed *packed, size_t row, size_t *n) {
    const uint8_t *column = packed->column[row];
    *n = 0;
    for (size_t k = 0; k < LF_PACKED_ENTRIES; k++)
        *n += column[k] < packed->features;
    return column;
}

LF_FETCHES static void few_fetch(const lf_packed *packed, const lf_rows *rows, size_t i) {
    if (rows->row && i + LF_FETCH_AHEAD < rows->n)
        __builtin_prefetch(packed->column[rows->row[i + LF_FETCH_AHEAD]]);
}

void lf_packed_scores_few(const lf_packed *packed, const lf_rows *rows, const double *w,
                          double *s) {
    for (size_t i = 0; i < rows->n; i++) {
        few_fetch(packed, rows, i);
        double sum[4] = {0};
        size_t n, k = 0;
        const uint8_t *column = few_row(packed, lf_linear_row(rows, i), &n);
        for (; k + 4 <= n; k += 4)
            for (size_t l = 0; l < 4; l++)
                sum[l] += w[column[k + l]];
        for (; k < n; k++)
            sum[0] += w[column[k]];
        s[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

void lf_packed_backward_few(const lf_packed *packed, const lf_rows *rows, const double *ds,
                            double *grad) {
    for (size_t i = 0; i < rows->n; i++) {
        size_t n;
        const uint8_t *column = few_row(packed, lf_linear_row(rows, i), &n);
        for (size_t k = 0; k < n && ds[i] != 0; k++)
            grad[column[k]] += ds[i];
    }
}
