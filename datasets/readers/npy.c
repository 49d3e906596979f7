/**
 * @file npy.c
 * @brief A user's NPY file: n x p features, everything else beside it.
 */
#include "datasets/readers/parts/npy.h"

#include <math.h>

#include "datasets/readers/parts/user_table.h"

static lf_status npy_survey(lf_user_table *t) {
    lf_npy npy;
    LF_TRY(lf_npy_open(t->of->file[0], &npy));
    lf_status status = LF_OK;
    t->rows = npy.rows;
    t->features = npy.columns;
    if (npy.dimensions != 2)
        status = lf_npy_fail(&npy, 0, "found one dimension, expected features as (rows, columns)");
    if (npy.rows >= UINT32_MAX || npy.columns >= UINT32_MAX)
        status = lf_npy_fail(&npy, 0, "more than 2^32 rows or columns");
    lf_npy_close(&npy);
    return status;
}

static lf_status npy_fill_rows(const lf_npy *npy, const lf_user_table *t, bool test,
                               lf_builder *builder) {
    for (size_t i = 0; i < t->rows; i++) {
        if (!lf_user_table_has(t, test, i)) continue;
        for (size_t j = 0; j < t->features; j++) {
            const double value = lf_npy_at(npy, i, j);
            if (!isfinite(value))
                return lf_npy_fail(npy, lf_npy_offset(npy, i, j),
                                   "row %zu, column %zu is %g, expected a finite number", i + 1,
                                   j + 1, value);
            LF_TRY(lf_builder_entry(builder, (uint32_t)j, value));
        }
        LF_TRY(lf_user_table_row(t, i, builder));
    }
    return LF_OK;
}

static lf_status npy_fill(const lf_user_table *t, bool test, lf_builder *builder) {
    lf_npy npy;
    LF_TRY(lf_npy_open(t->of->file[0], &npy));
    const bool same = npy.rows == t->rows && npy.columns == t->features;
    const lf_status status =
        same ? npy_fill_rows(&npy, t, test, builder) : lf_user_table_changed(t);
    lf_npy_close(&npy);
    return status;
}

const lf_reader lf_reader_npy = {.format = "npy", .survey = npy_survey, .fill = npy_fill};
