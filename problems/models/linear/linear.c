/**
 * @file linear.c
 * @brief Linear models: one score a . w for each row, with an intercept or not, over the three
 * forms of a table, over a fourth that short rows of ones are packed into, and over the few
 * entries of a dense table that differ from a base.
 *
 * This is the hot path of every convex problem: a full pass over a9a is 451,592 additions.
 */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>
#include <levelfield/wide.h>

#include "numeric/dense.h"
#include "problems/models/linear/packed_rows.h"
#include "problems/models/linear/sparse_rows.h"

/* Shorter dense rows are as quick as they lie: two or three cache lines, without an index. */
enum { LINEAR_WIDE = 64 };

/* The model's state. */
typedef struct {
    lf_packed *packed;     /* NULL: rows do not fit into that form */
    lf_sparse_rows sparse; /* of a dense table, if it has a base */
    bool intercept;        /* the last of w */
} linear_form;

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

/* column (n x LINEAR_SHORT), many (n) <- the entries of these rows, if all are short and ones. */
static bool linear_copy_short(const lf_data *data, size_t n, const uint32_t *row,
                              uint32_t column[][LINEAR_SHORT], size_t *many) {
    const size_t entries = data->row_start[data->rows];
    if (data->value || data->scale) return false;
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
    const size_t d = data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = lf_linear_stretch(rows, i);
        const double *a = data->dense + lf_linear_row(rows, i) * d;
        lf_linear_fetch(data, rows, i + n);
        if (n == 1)
            s[i] = lf_dense_dot(d, a, w);
        else
            lf_dense_gemv(n, d, 1, a, w, 0, s + i);
    }
}

static void linear_backward_dense(const lf_data *data, const lf_rows *rows, const double *ds,
                                  double *grad) {
    const size_t d = data->features;
    for (size_t i = 0, n = 0; i < rows->n; i += n) {
        n = lf_linear_stretch(rows, i);
        const double *a = data->dense + lf_linear_row(rows, i) * d;
        if (n == 1)
            lf_dense_axpy(d, ds[i], a, grad);
        else
            lf_dense_gemv_t(n, d, 1, a, ds + i, 1, grad);
    }
}

/* What all rows have in common: c . w of their base, and the intercept. */
static double linear_common(const lf_model *model, const double *w) {
    const linear_form *form = model->state;
    const size_t p = model->data->features;
    return (form->sparse.base ? lf_vec_dot(p, form->sparse.base, w) : 0) +
           (form->intercept ? w[p] : 0);
}

static bool linear_has_common(const linear_form *form) {
    return form->sparse.base || form->intercept;
}

LF_WIDE static void linear_lift(size_t n, double by, double *s) {
    for (size_t i = 0; i < n; i++)
        s[i] += by;
}

/* What all rows have in common goes back once: grad += (sum_i ds_i) (c, 1). */
static void linear_backward_common(const lf_model *model, size_t n, const double *ds,
                                   double *grad) {
    const linear_form *form = model->state;
    const size_t p = model->data->features;
    double part[4] = {0};
    for (size_t i = 0; i < n; i++)
        part[i % 4] += ds[i];
    const double sum = (part[0] + part[1]) + (part[2] + part[3]);
    if (form->sparse.base) lf_vec_axpy(p, sum, form->sparse.base, grad);
    if (form->intercept) grad[p] += sum;
}

static lf_status linear_scores(const lf_model *model, const lf_rows *rows, const double *w,
                               double *s) {
    const linear_form *form = model->state;
    if (lf_packed_serves(form->packed, rows->n))
        lf_packed_scores(form->packed, rows, w, s);
    else if (lf_packed_serves_few(form->packed))
        lf_packed_scores_few(form->packed, rows, w, s);
    else if (form->sparse.base)
        linear_scores_sparse(&form->sparse.e, rows, w, s);
    else if (model->data->dense)
        linear_scores_dense(model->data, rows, w, s);
    else
        linear_scores_sparse(model->data, rows, w, s);
    if (linear_has_common(form)) linear_lift(rows->n, linear_common(model, w), s);
    return LF_OK;
}

static lf_status linear_scores_both(const lf_model *model, const lf_rows *rows, const double *w,
                                    const double *w_too, double *s, double *s_too) {
    const linear_form *form = model->state;
    if (!lf_packed_serves(form->packed, rows->n)) {
        LF_TRY(linear_scores(model, rows, w, s));
        return linear_scores(model, rows, w_too, s_too);
    }
    lf_packed_scores_both(form->packed, rows, w, w_too, s, s_too);
    if (!linear_has_common(form)) return LF_OK;
    linear_lift(rows->n, linear_common(model, w), s);
    linear_lift(rows->n, linear_common(model, w_too), s_too);
    return LF_OK;
}

static lf_status linear_backward(const lf_model *model, const lf_rows *rows, const double *w,
                                 const double *ds, double *grad) {
    const linear_form *form = model->state;
    (void)w; /* a linear map is its own derivative */
    if (lf_packed_serves(form->packed, rows->n))
        lf_packed_backward(form->packed, rows, ds, grad);
    else if (lf_packed_serves_few(form->packed))
        lf_packed_backward_few(form->packed, rows, ds, grad);
    else if (form->sparse.base)
        linear_backward_sparse(&form->sparse.e, rows, ds, grad);
    else if (model->data->dense)
        linear_backward_dense(model->data, rows, ds, grad);
    else
        linear_backward_sparse(model->data, rows, ds, grad);
    if (linear_has_common(form)) linear_backward_common(model, rows->n, ds, grad);
    return LF_OK;
}

/* A score is linear in w and b together, and so its own change along a direction. */
static lf_status linear_jvp(const lf_model *model, const lf_rows *rows, const double *w,
                            const double *v, double *js) {
    (void)w;
    return linear_scores(model, rows, v, js);
}

static void linear_support(const lf_model *model, const lf_rows *rows, lf_support *support) {
    const lf_data *data = model->data;
    lf_linear_fetch_first(data, rows);
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = lf_linear_row(rows, i);
        lf_linear_fetch_sparse(data, rows, i);
        for (size_t k = data->row_start[row]; k < data->row_start[row + 1]; k++)
            lf_support_add(support, data->column[k]);
    }
    if (model->is->intercept) lf_support_add(support, data->features);
}

static void linear_release(lf_model *model) {
    linear_form *form = model->state;
    if (!form) return;
    lf_packed_release(form->packed);
    lf_sparse_rows_release(&form->sparse);
    free(form);
}

static const lf_model_class linear_class = {
    .name = "linear",
    .scores = linear_scores,
    .scores_both = linear_scores_both,
    .backward = linear_backward,
    .support = linear_support,
    .release = linear_release,
    .linear = true,
    .through_origin = true,
};

/* Not `linear`: who asks that reckons with features, not with parameters. */
static const lf_model_class affine_class = {
    .name = "affine",
    .scores = linear_scores,
    .scores_both = linear_scores_both,
    .backward = linear_backward,
    .jvp = linear_jvp,
    .support = linear_support,
    .release = linear_release,
    .through_origin = true,
    .intercept = true,
};

static lf_status linear_create(const lf_data *data, bool intercept, lf_model *model) {
    *model = (lf_model){0};
    if (data->pixel)
        return lf_fail(
            LF_BAD_INPUT,
            "data set %s holds images; a linear model needs a table of features, such as "
            "a9a",
            data->name);
    linear_form *form = calloc(1, sizeof *form);
    if (!form) return lf_fail(LF_NO_MEMORY, "no memory for a linear model");
    form->intercept = intercept;
    *model = (lf_model){.is = intercept ? &affine_class : &linear_class,
                        .data = data,
                        .dim = data->features + intercept,
                        .outputs = 1,
                        .state = form};
    if (data->dense && data->features >= LINEAR_WIDE)
        LF_TRY(lf_sparse_rows_create(data, &form->sparse));
    LF_TRY(lf_packed_create(data, &form->packed));
    model->passes = form->packed && form->packed->pair;
    return LF_OK;
}

lf_status lf_linear_create(const lf_data *data, lf_model *model) {
    return linear_create(data, false, model);
}

lf_status lf_affine_create(const lf_data *data, lf_model *model) {
    return linear_create(data, true, model);
}
