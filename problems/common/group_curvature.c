/**
 * @file group_curvature.c
 * @brief The group risks as the solvers ask for them: values and gradients on all samples, and the
 * Hessian.
 *
 * With scores s = W x of C classes the Hessian of one loss is made of C x C blocks a_kl x x', where
 * a = diag(p) - p p' (one score: a = sigma (1 - sigma)). All a_kl of a block have one sign, so
 * each is a product X' diag(|a_kl|) X, formed by dsyrk from scaled rows.
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "problems/common/group_risk.h"
#include "problems/common/losses.h"
#include "problems/models/linear/linear_rows.h"

static lf_status curvature_risks(void *context, const double *w, const double *q, double *r,
                                 double *grad) {
    const lf_group_risk *risk = context;
    size_t *n = malloc((risk->m + 1) * sizeof *n);
    if (!n) return lf_fail(LF_NO_MEMORY, "no memory for %zu groups", risk->m);
    for (size_t i = 0; i < risk->m; i++)
        n[i] = risk->start[i + 1] - risk->start[i];
    if (grad) lf_vec_zero(risk->model->dim, grad);
    const lf_samples all = {
        .role = LF_ROLE_INNER, .component = LF_EVERY, .n = risk->start[risk->m], .per_stratum = n};
    const lf_status status = lf_group_risk_evaluate(risk, &all, w, grad ? q : NULL, r, grad);
    free(n);
    return status;
}

static lf_status curvature_gradients(void *context, const double *w, double *rows) {
    const lf_group_risk *risk = context;
    const double one = 1;
    const size_t d = risk->model->dim;
    for (size_t i = 0; i < risk->m; i++, rows += d) {
        const size_t n = risk->start[i + 1] - risk->start[i];
        const lf_samples group = {.role = LF_ROLE_INNER, .component = i, .n = n, .per_stratum = &n};
        lf_vec_zero(d, rows);
        LF_TRY(lf_group_risk_evaluate(risk, &group, w, &one, NULL, rows));
    }
    return LF_OK;
}

/* What one block of rows needs: X, its rows scaled, and for every row its p (or sigma). */
typedef struct {
    const lf_group_risk *risk;
    size_t c, p;        /* scores; features, and a 1 behind them if there is an intercept */
    double *x, *scaled; /* LF_BLOCK x p each */
    double *chance;     /* LF_BLOCK x c */
    double value[LF_BLOCK], label[LF_BLOCK];
} curvature_block;

/* chance (n x c) <- softmax(s), or sigma(s): the slopes of losses whose label is known, put back.
 */
static lf_status curvature_chances(curvature_block *b, const lf_rows *rows, const double *w) {
    const lf_model *model = b->risk->model;
    LF_TRY(model->is->scores(model, rows, w, b->chance));
    if (b->c == 1) {
        for (size_t k = 0; k < rows->n; k++)
            b->chance[k] = lf_sigmoid(b->chance[k]);
        return LF_OK;
    }
    lf_vec_zero(rows->n, b->label);
    lf_softmax_loss(rows->n, b->c, b->chance, b->label, b->value, b->chance);
    for (size_t k = 0; k < rows->n; k++)
        b->chance[k * b->c] += 1; /* label 0: p - e_0 */
    return LF_OK;
}

static void curvature_rows(curvature_block *b, const lf_rows *rows) {
    const size_t features = b->risk->model->data->features;
    double *to = b->p == features ? b->x : b->scaled;
    lf_linear_copy(b->risk->model->data, rows, 0, rows->n, to);
    for (size_t i = 0; i < rows->n && to != b->x; i++) {
        lf_vec_copy(features, to + i * features, b->x + i * b->p);
        b->x[i * b->p + features] = 1;
    }
}

/* |a_kl| of one row */
static double curvature_entry(const double *chance, size_t k, size_t l) {
    return k == l ? chance[k] * (1 - chance[k]) : chance[k] * chance[l];
}

/* The upper triangle of block (k, l) of H += weight sum a_kl x x' over these n rows. */
static void curvature_add(curvature_block *b, size_t n, size_t k, size_t l, double weight,
                          double *H) {
    const size_t d = b->c * b->p;
    for (size_t i = 0; i < n; i++) {
        const double a = sqrt(curvature_entry(b->chance + i * b->c, k, l));
        for (size_t j = 0; j < b->p; j++)
            b->scaled[i * b->p + j] = a * b->x[i * b->p + j];
    }
    lf_dense_syrk(b->p, n, k == l ? weight : -weight, b->scaled, b->p, H + k * b->p * d + l * b->p,
                  d);
}

/* H += weight sum_j Hess l_j over the samples of one group */
static lf_status curvature_group(curvature_block *b, size_t group, const double *w, double weight,
                                 double *H) {
    const lf_group_risk *risk = b->risk;
    for (size_t at = risk->start[group], n; at < risk->start[group + 1]; at += n) {
        n = risk->start[group + 1] - at;
        if (n > LF_BLOCK) n = LF_BLOCK;
        const lf_rows rows = {.n = n, .row = risk->row + at};
        LF_TRY(curvature_chances(b, &rows, w));
        curvature_rows(b, &rows);
        for (size_t k = 0; k < b->c; k++)
            for (size_t l = k; l < b->c; l++)
                curvature_add(b, n, k, l, weight, H);
    }
    return LF_OK;
}

/* Each block is symmetric, and so is H: fill the blocks' lower triangles, then the blocks below. */
static void curvature_mirror(size_t c, size_t p, double *H) {
    const size_t d = c * p;
    for (size_t k = 0; k < c; k++)
        for (size_t l = k; l < c; l++)
            for (size_t i = 0; i < p; i++)
                for (size_t j = 0; j < i; j++)
                    H[(k * p + i) * d + l * p + j] = H[(k * p + j) * d + l * p + i];
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++)
            H[i * d + j] = H[j * d + i];
}

static lf_status curvature_hessian(void *context, const double *w, const double *q, double *H) {
    const lf_group_risk *risk = context;
    const size_t c = risk->model->outputs, p = risk->model->dim / c;
    double *work = malloc(LF_BLOCK * (2 * p + c) * sizeof *work);
    if (!work) return lf_fail(LF_NO_MEMORY, "no memory for a Hessian of %zu rows", c * p);
    curvature_block b = {.risk = risk, .c = c, .p = p};
    b.x = work;
    b.scaled = work + LF_BLOCK * p;
    b.chance = b.scaled + LF_BLOCK * p;
    lf_status status = LF_OK;
    lf_vec_zero(c * p * c * p, H);
    for (size_t i = 0; i < risk->m && status == LF_OK; i++) {
        const size_t n = risk->start[i + 1] - risk->start[i];
        if (q[i] > 0 && n > 0) status = curvature_group(&b, i, w, q[i] / (double)n, H);
    }
    if (status == LF_OK) curvature_mirror(c, p, H);
    free(work);
    return status;
}

lf_status lf_rows_covariance(const lf_data *data, const uint32_t *row, size_t n, double *mean,
                             double *C) {
    const size_t d = data->features;
    double *x = malloc((LF_BLOCK + 1) * d * sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for %d rows of %zu features", LF_BLOCK, d);
    double *m = x + LF_BLOCK * d;
    lf_vec_zero(d, m);
    for (size_t at = 0, some; at < n; at += some) {
        some = n - at < LF_BLOCK ? n - at : LF_BLOCK;
        const lf_rows rows = {.n = some, .row = row + at};
        lf_linear_copy(data, &rows, 0, some, x);
        lf_dense_syrk(d, some, 1 / (double)n, x, d, C, d);
        for (size_t i = 0; i < some; i++)
            lf_vec_axpy(d, 1 / (double)n, x + i * d, m);
    }
    for (size_t i = 0; i < d; i++)
        lf_vec_axpy(d - i, -m[i], m + i, C + i * d + i);
    lf_vec_axpy(d, 1, m, mean);
    free(x);
    return LF_OK;
}

void lf_group_risk_function(lf_group_risk *risk, double radius, lf_group_function *f) {
    const bool linear = lf_model_linear(risk->model) || risk->model->is->intercept;
    *f = (lf_group_function){
        .d = risk->model->dim,
        .m = risk->m,
        .radius = radius,
        .context = risk,
        .risks = curvature_risks,
        .gradients = curvature_gradients,
        .hessian = linear && risk->model->dim <= LF_HESSIAN_DIM ? curvature_hessian : NULL};
}
