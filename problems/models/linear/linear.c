/**
 * @file linear.c
 * @brief The linear model: one score a . w for each row, over the three forms of a table,
 * and over a fourth that short rows of ones are packed into.
 *
 * This is the hot path of every convex problem: a full pass over a9a is 451,592 additions.
 */
#include <string.h>

#include <cblas.h>

#include "problems/models/linear/packed_rows.h"

static void linear_scores_sparse(const lf_data *data, const lf_rows *rows, const double *restrict w,
                                 double *restrict s) {
    lf_linear_fetch_first(data, rows);
    for (size_t i = 0; i < rows->n; i++) {
        lf_linear_fetch_sparse(data, rows, i);
        s[i] = lf_linear_dot_sparse(data, lf_linear_row(rows, i), w);
    }
}

/* The most entries that short rows have. */
enum { LINEAR_SHORT = 16 };

/* column (n x LINEAR_SHORT), many (n) <- the entries of these rows, if all are short and without
 * values. */
static bool linear_copy_short(const lf_data *data, size_t n, const uint32_t *row,
                              uint32_t column[][LINEAR_SHORT], size_t *many) {
    const size_t entries = data->row_start[data->rows];
    if (data->value) return false;
    for (size_t k = 0; k < n; k++) {
        const size_t start = data->row_start[row[k]];
        many[k] = data->row_start[row[k] + 1] - start;
        if (many[k] > LINEAR_SHORT || entries - start < LINEAR_SHORT) return false;
        memcpy(column[k], data->column + start, sizeof column[k]); /* a fixed size needs no call */
    }
    return true;
}

/* grad += sum_k slope_k a_k. A processor reads columns that were copied side by side before it
 * begins to add sooner than between its stores, from wherever the rows lie: 6.3 in place of 8.7 ns
 * a row of a9a, and less than half where the rows are not in the first cache. */
static void linear_scatter_group(const lf_data *data, const lf_listed *some,
                                 double *restrict grad) {
    uint32_t column[LF_LISTED][LINEAR_SHORT];
    size_t many[LF_LISTED];
    if (!linear_copy_short(data, some->n, some->row, column, many)) {
        for (size_t k = 0; k < some->n; k++)
            lf_linear_scatter(data, some->row[k], some->slope[k], grad);
        return;
    }
    for (size_t k = 0; k < some->n; k++) {
        const double by = some->slope[k];
        for (size_t j = 0, end = many[k]; j < end; j++)
            grad[column[k][j]] += by;
    }
}

static void linear_backward_sparse(const lf_data *data, const lf_rows *rows, const double *ds,
                                   double *grad) {
    lf_listed some = {0};
    while (lf_linear_list(rows, ds, &some))
        linear_scatter_group(data, &some, grad);
}

/* ---- dense: stretches of neighbouring rows go to gemv, on one thread; a row alone is quicker
 * without it ---- */

static void linear_scores_dense(const lf_data *data, const lf_rows *rows, const double *w,
                                double *s) {
    const blasint d = (blasint)data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = lf_linear_stretch(rows, i);
        const double *a = data->dense + lf_linear_row(rows, i) * data->features;
        lf_linear_fetch(data, rows, i + n);
        if (n == 1)
            s[i] = cblas_ddot(d, a, 1, w, 1);
        else
            cblas_dgemv(CblasRowMajor, CblasNoTrans, (blasint)n, d, 1, a, d, w, 1, 0, s + i, 1);
    }
}

static void linear_backward_dense(const lf_data *data, const lf_rows *rows, const double *ds,
                                  double *grad) {
    const blasint d = (blasint)data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = lf_linear_stretch(rows, i);
        const double *a = data->dense + lf_linear_row(rows, i) * data->features;
        if (n == 1)
            cblas_daxpy(d, ds[i], a, 1, grad, 1);
        else
            cblas_dgemv(CblasRowMajor, CblasTrans, (blasint)n, d, 1, a, d, ds + i, 1, 1, grad, 1);
    }
}

static lf_status linear_scores(const lf_model *model, const lf_rows *rows, const double *w,
                               double *s) {
    if (lf_packed_serves(model->state, rows->n))
        lf_packed_scores(model->state, rows, w, s);
    else if (model->data->dense)
        linear_scores_dense(model->data, rows, w, s);
    else
        linear_scores_sparse(model->data, rows, w, s);
    return LF_OK;
}

static lf_status linear_scores_both(const lf_model *model, const lf_rows *rows, const double *w,
                                    const double *w_too, double *s, double *s_too) {
    if (lf_packed_serves(model->state, rows->n)) {
        lf_packed_scores_both(model->state, rows, w, w_too, s, s_too);
        return LF_OK;
    }
    LF_TRY(linear_scores(model, rows, w, s));
    return linear_scores(model, rows, w_too, s_too);
}

static lf_status linear_backward(const lf_model *model, const lf_rows *rows, const double *w,
                                 const double *ds, double *grad) {
    (void)w; /* a linear map is its own derivative */
    if (lf_packed_serves(model->state, rows->n))
        lf_packed_backward(model->state, rows, ds, grad);
    else if (model->data->dense)
        linear_backward_dense(model->data, rows, ds, grad);
    else
        linear_backward_sparse(model->data, rows, ds, grad);
    return LF_OK;
}

static void linear_release(lf_model *model) {
    lf_packed_release(model->state);
}

static const lf_model_class linear_class = {
    .name = "linear",
    .scores = linear_scores,
    .scores_both = linear_scores_both,
    .backward = linear_backward,
    .release = linear_release,
    .linear = true,
};

lf_status lf_linear_create(const lf_data *data, lf_model *model) {
    *model = (lf_model){0};
    if (data->pixel)
        return lf_fail(
            LF_BAD_INPUT,
            "data set %s holds images; a linear model needs a table of features, such as "
            "a9a",
            data->name);
    /* A problem may be built outside a run, where nobody has seen to it yet, and what it computes
     * then is kept in the cache: the sums of gemv depend on the number of threads. */
    if (data->dense) openblas_set_num_threads(1);
    lf_packed *packed;
    LF_TRY(lf_packed_create(data, &packed));
    *model = (lf_model){.is = &linear_class,
                        .data = data,
                        .dim = data->features,
                        .outputs = 1,
                        .passes = packed && packed->pair,
                        .state = packed};
    return LF_OK;
}
