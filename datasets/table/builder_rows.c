/**
 * @file builder_rows.c
 * @brief Rows that a builder has already: looked at, changed, copied.
 */
#include <assert.h>
#include <string.h>

#include "datasets/table/builder_parts.h"

double lf_builder_value(const lf_builder *builder, size_t row, size_t column) {
    const lf_builder *b = builder;
    assert(row < b->rows && column < b->entry->features);
    if (b->form == BUILDER_DENSE) return b->dense[row * b->entry->features + column];
    if (b->form == BUILDER_PIXELS) return b->pixel[row * b->entry->features + column];
    for (uint64_t k = b->row_start[row]; k < b->row_start[row + 1]; k++)
        if (b->column[k] == column) return b->value ? b->value[k] : 1;
    return 0;
}

double lf_builder_label(const lf_builder *builder, size_t row) {
    assert(row < builder->rows);
    return builder->label[row];
}

void lf_builder_relabel(lf_builder *builder, size_t row, double label) {
    assert(row < builder->rows);
    builder->label[row] = label;
    lf_spill_passed(&builder->labels, row * sizeof label, (row + 1) * sizeof label);
}

double *lf_builder_dense(lf_builder *builder) {
    return builder->dense;
}

bool lf_builder_small(const lf_builder *builder) {
    const lf_builder *b = builder;
    const lf_spill *const all[] = {&b->starts, &b->columns, &b->values, &b->cells, &b->labels};
    bool small = true;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        small &= all[k]->room_bytes < LF_SPILL_STEP;
    return small;
}

lf_status lf_builder_copy(lf_builder *builder, const lf_builder *from, size_t row) {
    assert(row < from->rows && builder->form == from->form);
    if (from->form == BUILDER_DENSE) {
        const size_t cells = from->entry->features, row_bytes = cells * sizeof *from->dense;
        LF_TRY(lf_builder_cells(builder, from->dense + row * cells));
        lf_spill_passed(&from->cells, row * row_bytes, (row + 1) * row_bytes);
    } else {
        const uint64_t start = from->row_start[row], n = from->row_start[row + 1] - start;
        if (n > 0) /* or there may be no array yet */
            LF_TRY(lf_builder_entries(builder, n, from->column + start,
                                      from->value ? from->value + start : NULL));
        lf_spill_passed(&from->columns, start * sizeof(uint32_t), (start + n) * sizeof(uint32_t));
        lf_spill_passed(&from->values, start * sizeof(double), (start + n) * sizeof(double));
    }
    const double label = from->label[row];
    lf_spill_passed(&from->labels, row * sizeof label, (row + 1) * sizeof label);
    lf_spill_passed(&from->starts, row * sizeof(uint64_t), (row + 1) * sizeof(uint64_t));
    return lf_builder_row(builder, label);
}

lf_status lf_builder_expand(lf_builder *builder) {
    lf_builder *b = builder, sparse = *b;
    if (b->form == BUILDER_DENSE) return LF_OK;
    b->form = BUILDER_DENSE;
    b->rows = b->nonzeros = 0;
    b->row_start = NULL;
    b->column = NULL;
    b->value = NULL;
    b->label = NULL;
    b->starts = b->columns = b->values = b->labels = (lf_spill){0};
    if (sparse.columns.file) b->cells.lent = 0; /* the columns lie there */
    lf_status status = LF_OK;
    for (size_t i = 0; i < sparse.rows && status == LF_OK; i++) {
        for (uint64_t k = sparse.row_start[i]; k < sparse.row_start[i + 1] && status == LF_OK; k++)
            status = lf_builder_entry(b, sparse.column[k], sparse.value ? sparse.value[k] : 1);
        if (status == LF_OK) status = lf_builder_row(b, sparse.label[i]);
    }
    lf_spill_free(&sparse.starts);
    lf_spill_free(&sparse.columns);
    lf_spill_free(&sparse.values);
    lf_spill_free(&sparse.labels);
    return status;
}
