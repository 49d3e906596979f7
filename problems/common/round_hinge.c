/**
 * @file round_hinge.c
 * @brief Round hinge losses as the certified solvers ask for them: the only rows with a curvature
 *        are those at the kink.
 */
#include "problems/common/round_hinge.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "problems/common/convex_bound.h"
#include "problems/common/limited_optimum.h"
#include "problems/common/losses.h"
#include "problems/models/linear/linear_rows.h"

/* The last `round`, which the checker knows, too. */
static const double hinge_last = 0x1p-22;
/* Rows with less curvature than that, in units of 1/round, are not worth their share of a Hessian.
 */
static const double hinge_flat = 1e-15;

typedef struct {
    const lf_group_risk *risk;
    double round;
    bool tangent; /* values are those of the hinge's tangent */
} hinge_risk;

static lf_rows hinge_rows(const lf_group_risk *risk, size_t group) {
    return (lf_rows){.n = risk->start[group + 1] - risk->start[group],
                     .row = risk->row + risk->start[group]};
}

/* slope (n) <- l of each row, and *mean, unless it is NULL; slopes are by margins. */
static lf_status hinge_slopes(const hinge_risk *hinge, const lf_rows *rows, const double *w,
                              double *slope, double *mean) {
    const lf_group_risk *risk = hinge->risk;
    double sum = 0, margin[LF_BLOCK], value[LF_BLOCK];
    LF_TRY(risk->model->is->scores(risk->model, rows, w, slope));
    for (size_t at = 0, n; at < rows->n; at += n, slope += n) {
        n = rows->n - at < LF_BLOCK ? rows->n - at : LF_BLOCK;
        for (size_t k = 0; k < n; k++)
            margin[k] = (risk->label[rows->row[at + k]] * slope[k] - 1) / hinge->round;
        lf_loss_both(LF_LOSS_LOGISTIC, n, margin, value, slope);
        for (size_t k = 0; k < n; k++)
            sum += hinge->tangent ? slope[k] * margin[k] : value[k];
    }
    if (mean) *mean = hinge->round * sum / (double)rows->n;
    return LF_OK;
}

/* *mean <- the risk of a group; grad (d) += weight times its gradient, unless it is NULL. */
static lf_status hinge_group(const hinge_risk *hinge, size_t group, const double *w, double weight,
                             double *mean, double *grad) {
    const lf_group_risk *risk = hinge->risk;
    const lf_rows rows = hinge_rows(risk, group);
    double *slope = malloc((rows.n + 1) * sizeof *slope);
    if (!slope) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", rows.n);
    lf_status status = hinge_slopes(hinge, &rows, w, slope, mean);
    for (size_t k = 0; k < rows.n; k++)
        slope[k] *= weight / (double)rows.n * risk->label[rows.row[k]];
    if (grad && status == LF_OK)
        status = risk->model->is->backward(risk->model, &rows, w, slope, grad);
    free(slope);
    return status;
}

static lf_status hinge_risks(void *context, const double *w, const double *q, double *r,
                             double *grad) {
    const hinge_risk *hinge = context;
    if (grad) lf_vec_zero(hinge->risk->model->dim, grad);
    for (size_t i = 0; i < hinge->risk->m; i++)
        LF_TRY(hinge_group(hinge, i, w, grad ? q[i] : 0, &r[i], grad));
    return LF_OK;
}

static lf_status hinge_gradients(void *context, const double *w, double *rows) {
    const hinge_risk *hinge = context;
    const size_t d = hinge->risk->model->dim;
    lf_vec_zero(hinge->risk->m * d, rows);
    for (size_t i = 0; i < hinge->risk->m; i++)
        LF_TRY(hinge_group(hinge, i, w, 1, NULL, rows + i * d));
    return LF_OK;
}

/* H (upper triangle) += weight sum of the Hessians of the rows that have a curvature; slope (n), x
 * (LF_BLOCK x d) and kink (LF_BLOCK) are workspaces. */
static lf_status hinge_curve(const hinge_risk *hinge, size_t group, const double *w, double weight,
                             double *slope, double *x, uint32_t *kink, double *H) {
    const lf_group_risk *risk = hinge->risk;
    const lf_rows rows = hinge_rows(risk, group);
    const size_t d = risk->model->dim;
    double root[LF_BLOCK];
    lf_rows some = {.row = kink};
    LF_TRY(hinge_slopes(hinge, &rows, w, slope, NULL));
    for (size_t k = 0; k < rows.n; k++) {
        const double curvature = -slope[k] * (1 + slope[k]);
        if (curvature > hinge_flat) {
            root[some.n] = sqrt(curvature);
            kink[some.n++] = rows.row[k];
        }
        if (some.n < LF_BLOCK && k + 1 < rows.n) continue;
        lf_linear_copy(risk->model->data, &some, 0, some.n, x);
        for (size_t i = 0; i < some.n; i++)
            lf_vec_scale(d, root[i], x + i * d);
        lf_dense_syrk(d, some.n, weight / ((double)rows.n * hinge->round), x, d, H, d);
        some.n = 0;
    }
    return LF_OK;
}

static lf_status hinge_hessian(void *context, const double *w, const double *q, double *H) {
    const hinge_risk *hinge = context;
    const size_t d = hinge->risk->model->dim, n = hinge->risk->start[hinge->risk->m];
    double *x = malloc((LF_BLOCK * d + n + 1) * sizeof *x);
    uint32_t *kink = malloc(LF_BLOCK * sizeof *kink);
    lf_status status =
        x && kink ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a Hessian of %zu rows", n);
    lf_vec_zero(d * d, H);
    for (size_t i = 0; i < hinge->risk->m && status == LF_OK; i++)
        if (q[i] > 0) status = hinge_curve(hinge, i, w, q[i], x + LF_BLOCK * d, x, kink, H);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++)
            H[i * d + j] = H[j * d + i];
    free(kink);
    free(x);
    return status;
}

static lf_group_function hinge_function(hinge_risk *hinge) {
    return (lf_group_function){.d = hinge->risk->model->dim,
                               .m = hinge->risk->m,
                               .radius = LF_CERTIFICATE_RADIUS,
                               .context = hinge,
                               .risks = hinge_risks,
                               .gradients = hinge_gradients,
                               .hessian = hinge_hessian};
}

/* Rounder at first. Near the end margins of rows at the kink are 1 and a multiple of `round`, so
 * that the next minimiser lies on the line through the last two; before (d): a workspace. */
static lf_status hinge_solve(const lf_group_function *f, hinge_risk *hinge, double *before,
                             lf_certificate *c) {
    enum { HINGE_SHARPER = 4 };
    double p = 0;
    lf_status status = LF_OK;
    for (hinge->round = 1; status == LF_OK || status == LF_DIVERGED;
         hinge->round /= HINGE_SHARPER) {
        for (size_t i = 0; i < c->d; i++) {
            const double change = hinge->round < 1 ? c->v[i] - before[i] : 0;
            before[i] = c->v[i];
            c->v[i] += change / HINGE_SHARPER;
        }
        status = lf_limited_optimum(f, c, &p);
        if (hinge->round <= hinge_last) break;
    }
    hinge->tangent = true;
    return status;
}

lf_status lf_hinge_certify(lf_group_risk *risk, lf_certificate *c) {
    hinge_risk hinge = {.risk = risk};
    const lf_group_function f = hinge_function(&hinge);
    if (f.d > LF_HESSIAN_DIM)
        return lf_fail(LF_NOT_FOUND, "no certificate: more than %d unknowns", LF_HESSIAN_DIM);
    c->loss = "hinge";
    c->radius = f.radius;
    c->d = f.d;
    LF_TRY(lf_certificate_room(c));
    c->q[0] = 1;
    double *before = calloc(f.d + 1, sizeof *before);
    lf_status status = before ? hinge_solve(&f, &hinge, before, c)
                              : lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", f.d);
    free(before);
    return lf_certificate_bound(status, &f, c);
}
