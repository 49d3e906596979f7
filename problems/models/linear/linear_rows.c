/**
 * @file linear_rows.c
 * @brief Rows copied side by side, for what works on dense blocks only.
 */
#include "problems/models/linear/linear_rows.h"

#include <string.h>

#include <levelfield/wide.h>

LF_WIDE static void rows_copy(size_t p, const double *restrict from, lf_real *restrict x) {
    for (size_t j = 0; j < p; j++)
        x[j] = (lf_real)from[j];
}

void lf_linear_copy(const lf_data *data, const lf_rows *rows, size_t first, size_t n, lf_real *x) {
    const size_t p = data->features;
    for (size_t i = 0; i < n; i++, x += p) {
        const size_t row = lf_linear_row(rows, first + i);
        if (data->dense) {
            lf_linear_fetch(data, rows, first + i + 1);
            rows_copy(p, data->dense + row * p, x);
            continue;
        }
        memset(x, 0, p * sizeof *x);
        lf_linear_scatter(data, row, 1, x);
    }
}
