/**
 * @file linear.c
 * @brief The linear model: one score a . w for each row, over the three forms of a table.
 *
 * This is the hot path of every convex problem: a full pass over a9a is 451,592 additions. The
 * sparse loops keep four partial sums, because one chain of additions would wait for itself.
 */
#include "problems/models/model.h"

#include <cblas.h>

/* The row of the table that the i-th row of the list is. */
static inline size_t linear_row(const lf_rows *rows, size_t i) {
    return rows->row ? rows->row[i] : rows->first + i;
}

/* ---- sparse: row i has columns column[row_start[i]] .. column[row_start[i + 1] - 1] ---- */

/* sum_k w[column[k]], n additions */
static inline double linear_gather(size_t n, const uint32_t *restrict column,
                                   const double *restrict w) {
    double a = 0, b = 0, c = 0, d = 0;
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        a += w[column[k]];
        b += w[column[k + 1]];
        c += w[column[k + 2]];
        d += w[column[k + 3]];
    }
    for (; k < n; k++)
        a += w[column[k]];
    return (a + b) + (c + d);
}

/* sum_k value[k] w[column[k]], 2n flops */
static inline double linear_gather_valued(size_t n, const uint32_t *restrict column,
                                          const double *restrict value, const double *restrict w) {
    double a = 0, b = 0, c = 0, d = 0;
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        a += value[k] * w[column[k]];
        b += value[k + 1] * w[column[k + 1]];
        c += value[k + 2] * w[column[k + 2]];
        d += value[k + 3] * w[column[k + 3]];
    }
    for (; k < n; k++)
        a += value[k] * w[column[k]];
    return (a + b) + (c + d);
}

static void linear_scores_sparse(const lf_data *data, const lf_rows *rows, const double *restrict w,
                                 double *restrict s) {
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = linear_row(rows, i), start = data->row_start[row];
        const size_t n = data->row_start[row + 1] - start;
        s[i] = data->value ? linear_gather_valued(n, data->column + start, data->value + start, w)
                           : linear_gather(n, data->column + start, w);
    }
}

/* One row: grad[column] += slope * value, 2n flops */
static inline void linear_scatter(const lf_data *data, size_t row, double slope,
                                  double *restrict grad) {
    const uint32_t *restrict column = data->column;
    const double *restrict value = data->value;
    const size_t end = data->row_start[row + 1];
    if (value)
        for (size_t k = data->row_start[row]; k < end; k++)
            grad[column[k]] += slope * value[k];
    else
        for (size_t k = data->row_start[row]; k < end; k++)
            grad[column[k]] += slope;
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
            const size_t i = first + live[k];
            linear_scatter(data, linear_row(rows, i), ds[i], grad);
        }
    }
}

/* ---- dense: stretches of neighbouring rows go to gemv, on one thread ---- */

/* Rows i .. i + result - 1 of the list lie one after the other in the table. */
static size_t linear_stretch(const lf_rows *rows, size_t i) {
    if (!rows->row) return rows->n - i;
    size_t n = 1;
    while (i + n < rows->n && rows->row[i + n] == rows->row[i] + n)
        n++;
    return n;
}

static void linear_scores_dense(const lf_data *data, const lf_rows *rows, const double *w,
                                double *s) {
    const blasint d = (blasint)data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = linear_stretch(rows, i);
        const double *a = data->dense + linear_row(rows, i) * data->features;
        cblas_dgemv(CblasRowMajor, CblasNoTrans, (blasint)n, d, 1, a, d, w, 1, 0, s + i, 1);
    }
}

static void linear_backward_dense(const lf_data *data, const lf_rows *rows, const double *ds,
                                  double *grad) {
    const blasint d = (blasint)data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = linear_stretch(rows, i);
        const double *a = data->dense + linear_row(rows, i) * data->features;
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
