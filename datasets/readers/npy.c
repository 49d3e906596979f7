/**
 * @file npy.c
 * @brief A user's NPY file: n x p features, everything else beside it.
 */
#include "datasets/readers/parts/npy.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/readers/parts/user_table.h"

/* Numbers that are read at a time, if that is a row or more. */
enum { NPY_BLOCK = 1 << 19 };

/* The first file says how many features there are. */
static lf_status npy_settle(const lf_npy *npy, size_t f, lf_user_table *t, lf_builder *builder) {
    if (npy->dimensions != 2)
        return lf_npy_fail(npy, 0, "found one dimension, expected features as (rows, columns)");
    if (npy->rows >= UINT32_MAX || npy->columns >= UINT32_MAX)
        return lf_npy_fail(npy, 0, "more than 2^32 rows or columns");
    if (f > 0)
        return npy->columns == t->features ? LF_OK
                                           : lf_user_table_differs(t, f, npy->columns, NULL);
    t->features = npy->columns;
    lf_user_table_settle(t, builder);
    return LF_OK;
}

/* Row i, whose numbers are `row`. */
static lf_status npy_take_row(const lf_npy *npy, size_t i, const double *row, lf_user_table *t,
                              lf_builder *builder) {
    for (size_t j = 0; j < t->features; j++) {
        if (!isfinite(row[j]))
            return lf_npy_fail(npy, lf_npy_offset(npy, i, j),
                               "row %zu, column %zu is %g, expected a finite number", i + 1, j + 1,
                               row[j]);
        LF_TRY(lf_builder_entry(builder, (uint32_t)j, row[j]));
    }
    return lf_user_table_row(t, builder);
}

static lf_status npy_take_rows(lf_npy *npy, lf_user_table *t, lf_builder *builder) {
    const size_t rows = npy->columns < NPY_BLOCK ? NPY_BLOCK / npy->columns : 1;
    double *block = malloc(rows * npy->columns * sizeof *block);
    lf_status status =
        block ? LF_OK : lf_fail(LF_NO_MEMORY, "%s: no memory for its rows", npy->path);
    for (size_t i = 0; i < npy->rows && status == LF_OK; i += rows) {
        const size_t n = npy->rows - i < rows ? npy->rows - i : rows;
        status = lf_npy_rows(npy, i, n, block);
        for (size_t k = 0; k < n && status == LF_OK; k++)
            status = npy_take_row(npy, i + k, block + k * npy->columns, t, builder);
    }
    free(block);
    return status;
}

static lf_status npy_take(lf_user_table *t, lf_builder *builder) {
    lf_status status = LF_OK;
    for (size_t f = 0; f < t->of->features && status == LF_OK; f++) {
        lf_npy npy;
        lf_user_table_file(t, f, builder);
        LF_TRY(lf_npy_open(t->of->file[f], &npy));
        status = npy_settle(&npy, f, t, builder);
        if (status == LF_OK) status = npy_take_rows(&npy, t, builder);
        lf_npy_close(&npy);
    }
    return status;
}

const lf_reader lf_reader_npy = {.format = "npy", .take = npy_take};
