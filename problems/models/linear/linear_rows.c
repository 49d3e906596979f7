/**
 * @file linear_rows.c
 * @brief Rows copied side by side, for what works on dense blocks only.
 */
#include "problems/models/linear/linear_rows.h"

#include <levelfield/vector.h>

void lf_linear_copy(const lf_data *data, const lf_rows *rows, size_t first, size_t n, double *x) {
    const size_t p = data->features;
    for (size_t i = 0; i < n; i++, x += p) {
        const size_t row = lf_linear_row(rows, first + i);
        if (data->dense) {
            lf_linear_fetch(data, rows, first + i + 1);
            lf_vec_copy(p, data->dense + row * p, x);
            continue;
        }
        lf_vec_zero(p, x);
        lf_linear_scatter(data, row, 1, x);
    }
}
