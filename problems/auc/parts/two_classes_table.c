/**
 * @file two_classes_table.c
 * @brief Tables of a problem's own, beside the data's.
 */
#include "problems/auc/parts/two_classes_table.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/pixels.h"

lf_status lf_two_classes_images(lf_two_classes *c, size_t pool) {
    const lf_data *data = c->task.data;
    const size_t n = c->n[LF_PART_TRAIN] + c->n[LF_PART_VALIDATION] + c->n[LF_PART_TEST];
    const uint32_t *at;
    double *sign = malloc((n + 1) * sizeof *sign);
    c->own_table_rows = malloc((n + 1) * sizeof *c->own_table_rows);
    if (!sign || !c->own_table_rows) {
        free(sign);
        return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    }
    for (size_t i = 0; i < n; i++) { /* parts lie one after the other */
        sign[i] = c->sign[c->own_rows[i]];
        c->own_table_rows[i] = (uint32_t)i;
    }
    free(c->own_signs);
    c->sign = c->own_signs = sign;
    c->own = (lf_data){.name = data->name, .sha256 = data->sha256, .rows = n, .label = sign};
    LF_TRY(lf_pixels_plain(data, pool, n, c->own_rows, &c->own_values, &c->own.features));
    c->own.dense = c->own_values;
    c->table = &c->own;
    at = c->own_table_rows;
    for (size_t k = 0; k < LF_CLASS_PARTS; at += c->n[k++])
        c->row[k] = at;
    return LF_OK;
}

/* *scale <- what brings a row of that length to 1; rows of zeros stay. */
static lf_status unit_scale(const lf_data *of, size_t row, double length, double *scale) {
    *scale = length > 0 ? 1 / length : 1;
    if (isnormal(*scale)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "data set %s: row %zu has the length %g, whose inverse is out of range; scale "
                   "the features",
                   of->name, row + 1, length);
}

/* Rows of a dense table: a copy, unless it is the problem's own already, as images are. */
static lf_status unit_dense(lf_two_classes *c) {
    const lf_data *from = c->table;
    const size_t n = from->rows * from->features;
    double *value = c->own_values;
    if (!value) value = c->own_values = malloc((n + 1) * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory to scale %zu rows", from->rows);
    if (from->dense != value) lf_vec_copy(n, from->dense, value);
    for (size_t i = 0; i < from->rows; i++) {
        double *row = value + i * from->features;
        double scale;
        LF_TRY(unit_scale(from, i, lf_vec_norm(from->features, row), &scale));
        if (scale != 1) lf_vec_scale(from->features, scale, row);
    }
    c->own = *from;
    c->own.dense = value;
    return LF_OK;
}

/* The length of a row of n ones, in the order in which any row's is found. */
static double unit_ones(size_t n, double *ones, size_t *known, double *length) {
    for (size_t k = 0; n != *known && k < n; k++)
        ones[k] = 1;
    if (n != *known) *length = lf_vec_norm(n, ones);
    *known = n;
    return *length;
}

/* A number for each row of a sparse table: its values would take many times as much memory. */
static lf_status unit_sparse(lf_two_classes *c) {
    const lf_data *from = c->table;
    size_t longest = 0, known = 0;
    double length = 0;
    for (size_t i = 0; i < from->rows; i++) {
        const size_t n = from->row_start[i + 1] - from->row_start[i];
        if (n > longest) longest = n;
    }
    double *ones = malloc((longest + 1) * sizeof *ones);
    c->own_scales = malloc((from->rows + 1) * sizeof *c->own_scales);
    if (!ones || !c->own_scales) {
        free(ones);
        return lf_fail(LF_NO_MEMORY, "no memory to scale %zu rows", from->rows);
    }
    lf_status status = LF_OK;
    for (size_t i = 0; i < from->rows && status == LF_OK; i++) {
        const size_t start = from->row_start[i], n = from->row_start[i + 1] - start;
        const double of =
            from->value ? lf_vec_norm(n, from->value + start) : unit_ones(n, ones, &known, &length);
        status = unit_scale(from, i, of, &c->own_scales[i]);
    }
    free(ones);
    LF_TRY(status);
    c->own = *from;
    c->own.scale = c->own_scales;
    return LF_OK;
}

lf_status lf_two_classes_unit(lf_two_classes *c) {
    LF_TRY(c->table->dense ? unit_dense(c) : unit_sparse(c));
    c->table = &c->own;
    return LF_OK;
}
