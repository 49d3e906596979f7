/**
 * @file npy.c
 * @brief A user's NPY file: n x p features, everything else beside it.
 */
#include "datasets/readers/parts/npy.h"

#include <math.h>

#include "datasets/readers/parts/user_table.h"

/* Bytes between two times that the pages behind are given back. */
enum { NPY_FORGET = 1 << 25 };

/* The first file says how many features there are. */
static lf_status npy_settle(const lf_npy *npy, size_t f, lf_user_table *t, lf_builder *builder) {
    if (npy->dimensions != 2)
        return lf_npy_fail(npy, 0, "found one dimension, expected features as (rows, columns)");
    if (npy->rows >= UINT32_MAX || npy->columns >= UINT32_MAX)
        return lf_npy_fail(npy, 0, "more than 2^32 rows or columns");
    if (f > 0) return npy->columns == t->features ? LF_OK : lf_user_table_differs(t, f);
    t->features = npy->columns;
    lf_user_table_settle(t, builder);
    return LF_OK;
}

static lf_status npy_take_rows(const lf_npy *npy, lf_user_table *t, lf_builder *builder) {
    const size_t row_bytes = t->features * npy->item_bytes + 1;
    for (size_t i = 0; i < npy->rows; i++) {
        if (i % (NPY_FORGET / row_bytes + 1) == 0) lf_npy_forget(npy);
        for (size_t j = 0; j < t->features; j++) {
            const double value = lf_npy_at(npy, i, j);
            if (!isfinite(value))
                return lf_npy_fail(npy, lf_npy_offset(npy, i, j),
                                   "row %zu, column %zu is %g, expected a finite number", i + 1,
                                   j + 1, value);
            LF_TRY(lf_builder_entry(builder, (uint32_t)j, value));
        }
        LF_TRY(lf_user_table_row(t, builder));
    }
    return LF_OK;
}

static lf_status npy_take(lf_user_table *t, lf_builder *builder) {
    lf_status status = LF_OK;
    for (size_t f = 0; f < t->of->features && status == LF_OK; f++) {
        lf_npy npy;
        LF_TRY(lf_npy_open(t->of->file[f], &npy));
        status = npy_settle(&npy, f, t, builder);
        if (status == LF_OK) status = npy_take_rows(&npy, t, builder);
        lf_npy_close(&npy);
    }
    return status;
}

const lf_reader lf_reader_npy = {.format = "npy", .take = npy_take};
