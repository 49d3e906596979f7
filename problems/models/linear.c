/**
 * @file linear.c
 * @brief The linear model: one score a . w for each row, over the three forms of a table.
 *
 * This is the hot path of every convex problem: a full pass over a9a is 451,592 additions.
 */
#include <cblas.h>

#include "problems/models/linear_rows.h"

static void linear_scores_sparse(const lf_data *data, const lf_rows *rows, const double *restrict w,
                                 double *restrict s) {
    lf_linear_fetch_first(data, rows);
    for (size_t i = 0; i < rows->n; i++) {
        lf_linear_fetch_sparse(data, rows, i);
        s[i] = lf_linear_dot_sparse(data, lf_linear_row(rows, i), w);
    }
}

/* Most rows of a hinge loss have slope 0, in no order that a processor could predict, so the
 * others are listed first, without a branch. */
static void linear_backward_sparse(const lf_data *data, const lf_rows *rows, const double *ds,
                                   double *grad) {
    enum { STRETCH = 256 };
    uint16_t live[STRETCH];
    for (size_t first = 0; first < rows->n; first += STRETCH) {
        const size_t n = rows->n - first < STRETCH ? rows->n - first : STRETCH;
        size_t count = 0;
        for (size_t i = 0; i < n; i++) {
            live[count] = (uint16_t)i;
            count += ds[first + i] != 0;
        }
        for (size_t k = 0; k < count; k++) {
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): as many are set */
            const size_t i = first + live[k];
            lf_linear_scatter(data, lf_linear_row(rows, i), ds[i], grad);
        }
    }
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
    if (model->data->dense)
        linear_scores_dense(model->data, rows, w, s);
    else
        linear_scores_sparse(model->data, rows, w, s);
    return LF_OK;
}

static lf_status linear_backward(const lf_model *model, const lf_rows *rows, const double *w,
                                 const double *ds, double *grad) {
    (void)w; /* a linear map is its own derivative */
    if (model->data->dense)
        linear_backward_dense(model->data, rows, ds, grad);
    else
        linear_backward_sparse(model->data, rows, ds, grad);
    return LF_OK;
}

static const lf_model_class linear_class = {
    .name = "linear",
    .scores = linear_scores,
    .backward = linear_backward,
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
    *model = (lf_model){.is = &linear_class, .data = data, .dim = data->features, .outputs = 1};
    return LF_OK;
}
