/**
 * @file softmax_linear.c
 * @brief The linear model with C scores a row: s = W a, W (C x p) kept row after row in w.
 *
 * Blocks of dense rows are matrix products, of rows that are neighbours in the table where they
 * lie, of scattered ones after copying them side by side. A row alone is one gemv forward and one
 * rank-one update backward, so that a sample costs no more than it must.
 */
#include <stdlib.h>
#include <string.h>

#include "numeric/dense.h"
#include "problems/models/linear/linear_rows.h"

/* Rows that are copied at once: enough for a product to run at its speed, few enough to stay in the
 * processor's cache. */
enum { SOFTMAX_COPIED = 64 };

/* The model's state. The way back asks for the rows of the way forth: what is copied is kept. */
typedef struct {
    size_t n; /* rows copied last */
    uint32_t row[SOFTMAX_COPIED];
    double x[]; /* SOFTMAX_COPIED x p */
} softmax_copy;

/* Rows i .. i + *n - 1 of the list as one matrix (*n x p). */
static const double *softmax_block(const lf_model *model, const lf_rows *rows, size_t i,
                                   size_t *n) {
    const lf_data *data = model->data;
    const size_t left = rows->n - i;
    softmax_copy *copy = model->state;
    *n = lf_linear_stretch(rows, i);
    if (*n == left || *n >= SOFTMAX_COPIED)
        return data->dense + lf_linear_row(rows, i) * data->features;
    *n = left < SOFTMAX_COPIED ? left : SOFTMAX_COPIED;
    const size_t bytes = *n * sizeof *copy->row;
    if (copy->n != *n || memcmp(copy->row, rows->row + i, bytes) != 0) {
        lf_linear_copy(data, rows, i, *n, copy->x);
        memcpy(copy->row, rows->row + i, bytes);
        copy->n = *n;
    }
    return copy->x;
}

/* s (n x C) <- X W^T */
static void softmax_scores_dense(const lf_model *model, const lf_rows *rows, const double *w,
                                 double *s) {
    const size_t c = model->outputs, p = model->data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n, s += n * c) {
        const double *x = softmax_block(model, rows, i, &n);
        if (n == 1)
            lf_dense_gemv(c, p, 1, w, x, 0, s);
        else
            lf_dense_gemm(LF_DENSE_NT, n, c, p, 1, x, p, w, p, 0, s, c);
    }
}

/* grad (C x p) += dS^T X */
static void softmax_backward_dense(const lf_model *model, const lf_rows *rows, const double *ds,
                                   double *grad) {
    const size_t c = model->outputs, p = model->data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n, ds += n * c) {
        const double *x = softmax_block(model, rows, i, &n);
        if (n == 1)
            lf_dense_ger(c, p, 1, ds, x, grad);
        else
            lf_dense_gemm(LF_DENSE_TN, c, p, n, 1, ds, c, x, p, 1, grad, p);
    }
}

static lf_status softmax_scores(const lf_model *model, const lf_rows *rows, const double *w,
                                double *s) {
    const size_t c = model->outputs, p = model->data->features;
    if (model->data->dense) {
        softmax_scores_dense(model, rows, w, s);
        return LF_OK;
    }
    for (size_t i = 0; i < rows->n; i++)
        for (size_t k = 0; k < c; k++)
            s[i * c + k] = lf_linear_dot_sparse(model->data, lf_linear_row(rows, i), w + k * p);
    return LF_OK;
}

static lf_status softmax_backward(const lf_model *model, const lf_rows *rows, const double *w,
                                  const double *ds, double *grad) {
    const size_t c = model->outputs, p = model->data->features;
    (void)w; /* a linear map is its own derivative */
    if (model->data->dense) {
        softmax_backward_dense(model, rows, ds, grad);
        return LF_OK;
    }
    for (size_t i = 0; i < rows->n; i++)
        for (size_t k = 0; k < c; k++)
            lf_linear_scatter(model->data, lf_linear_row(rows, i), ds[i * c + k], grad + k * p);
    return LF_OK;
}

static void softmax_release(lf_model *model) {
    free(model->state);
}

static const lf_model_class softmax_class = {
    .name = "softmax-linear",
    .scores = softmax_scores,
    .backward = softmax_backward,
    .release = softmax_release,
    .linear = true,
};

lf_status lf_softmax_linear_create(const lf_data *data, size_t classes, lf_model *model) {
    *model = (lf_model){
        .is = &softmax_class, .data = data, .dim = classes * data->features, .outputs = classes};
    if (!data->dense) return LF_OK;
    softmax_copy *copy = malloc(sizeof *copy + SOFTMAX_COPIED * data->features * sizeof *copy->x);
    model->state = copy;
    if (copy) copy->n = 0;
    if (copy) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for %d rows of %zu features", (int)SOFTMAX_COPIED,
                   data->features);
}
