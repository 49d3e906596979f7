/**
 * @file two_classes_table.c
 * @brief Tables of a problem's own, beside the data's.
 */
#include "problems/auc/parts/two_classes_table.h"

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
        sign[i] = c->own_signs[c->own_rows[i]];
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

/* value (n) <- value / |value| */
static void unit_scale(size_t n, double *value) {
    const double length = lf_vec_norm(n, value);
    if (length > 0) lf_vec_scale(n, 1 / length, value);
}

lf_status lf_two_classes_unit(lf_two_classes *c) {
    const lf_data *from = c->table;
    const size_t n = from->dense ? from->rows * from->features : from->row_start[from->rows];
    double *value = c->own_values; /* of images: already the problem's own */
    if (!value) value = c->own_values = malloc((n + 1) * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory to scale %zu rows", from->rows);
    const double *known = from->dense ? from->dense : from->value;
    for (size_t k = 0; k < n && known != value; k++)
        value[k] = known ? known[k] : 1;
    for (size_t i = 0; i < from->rows; i++) {
        const size_t start = from->dense ? i * from->features : from->row_start[i];
        const size_t end = from->dense ? start + from->features : from->row_start[i + 1];
        unit_scale(end - start, value + start);
    }
    c->own = *from;
    if (from->dense)
        c->own.dense = value;
    else
        c->own.value = value;
    c->table = &c->own;
    return LF_OK;
}
