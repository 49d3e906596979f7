/**
 * @file round_hinge.c
 * @brief Round hinge losses as the certified solvers ask for them: the only margins with a
 *        curvature are those at the kink, of rank one each.
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
/* Margins with less curvature than that, in units of 1/round, are not worth their share of a
 * Hessian. */
static const double hinge_flat = 1e-15;
/* So far from the kink, in units of `round`, loss and slope are 0. */
static const double hinge_none = 1e6;

typedef struct {
    const lf_group_risk *risk;
    double round;
    bool tangent; /* values are those of the hinge's tangent */
} hinge_risk;

static lf_rows hinge_rows(const lf_group_risk *risk, size_t group) {
    return (lf_rows){.n = risk->start[group + 1] - risk->start[group],
                     .row = risk->row + risk->start[group]};
}

/* slope (n x K, with room for two more of its length) <- l of each margin, and *mean, unless it is
 * NULL. Slopes are by margins: one a row, or with K classes one over each, the own one's being 0.
 */
static lf_status hinge_slopes(const hinge_risk *hinge, const lf_rows *rows, const double *w,
                              double *slope, double *mean) {
    const lf_group_risk *risk = hinge->risk;
    const size_t K = risk->model->outputs, n = rows->n * K;
    double sum = 0, *margin = slope + n, *score = margin + n;
    LF_TRY(risk->model->is->scores(risk->model, rows, w, score));
    for (size_t k = 0; k < n; k++) {
        const double label = risk->label[rows->row[k / K]];
        const size_t own = K > 1 ? k - k % K + (size_t)label : n;
        margin[k] = ((own < n ? score[own] - score[k] : label * score[k]) - 1) / hinge->round;
        if (k == own) margin[k] = hinge_none;
    }
    lf_loss_both(LF_LOSS_LOGISTIC, n, margin, score, slope);
    for (size_t k = 0; k < n; k++)
        sum += hinge->tangent ? slope[k] * margin[k] : score[k];
    if (mean) *mean = hinge->round * sum / (double)rows->n;
    return LF_OK;
}

/* slope (K) <- weight times the slopes by scores of a row, from those by margins. */
static void hinge_by_scores(size_t K, double label, double weight, double *slope) {
    double own = 0;
    for (size_t k = 0; k < K; k++) {
        own += slope[k];
        slope[k] *= K > 1 ? -weight : weight * label;
    }
    if (K > 1) slope[(size_t)label] = weight * own;
}

/* *mean <- the risk of a group; grad (d) += weight times its gradient, unless it is NULL. */
static lf_status hinge_group(const hinge_risk *hinge, size_t group, const double *w, double weight,
                             double *mean, double *grad) {
    const lf_group_risk *risk = hinge->risk;
    const lf_rows rows = hinge_rows(risk, group);
    const size_t K = risk->model->outputs;
    double *slope = malloc((3 * rows.n * K + 1) * sizeof *slope);
    if (!slope) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", rows.n);
    lf_status status = hinge_slopes(hinge, &rows, w, slope, mean);
    for (size_t k = 0; k < rows.n; k++)
        hinge_by_scores(K, risk->label[rows.row[k]], weight / (double)rows.n, slope + k * K);
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

/* u (d) <- root times the gradient of a row's margin, over class k of several. */
static void hinge_direction(const lf_group_risk *risk, uint32_t row, size_t k, double root,
                            double *u) {
    const size_t K = risk->model->outputs, p = risk->model->data->features;
    double *own = K > 1 ? u + (size_t)risk->label[row] * p : u;
    lf_vec_zero(K * p, u);
    lf_linear_copy(risk->model->data, &(lf_rows){.n = 1, .row = &row}, 0, 1, own);
    lf_vec_scale(p, root, own);
    if (K > 1) lf_vec_axpy(p, -1, own, u + k * p);
}

/* H (upper triangle) += weight sum of the Hessians of the margins that have a curvature; slope
 * (3 n x K) and u (LF_BLOCK x d) are workspaces. */
static lf_status hinge_curve(const hinge_risk *hinge, size_t group, const double *w, double weight,
                             double *slope, double *u, double *H) {
    const lf_group_risk *risk = hinge->risk;
    const lf_rows rows = hinge_rows(risk, group);
    const size_t d = risk->model->dim, K = risk->model->outputs;
    const double share = weight / ((double)rows.n * hinge->round);
    size_t some = 0;
    LF_TRY(hinge_slopes(hinge, &rows, w, slope, NULL));
    for (size_t k = 0; k < rows.n * K; k++) {
        const double curvature = -slope[k] * (1 + slope[k]);
        if (curvature > hinge_flat)
            hinge_direction(risk, rows.row[k / K], k % K, sqrt(curvature), u + some++ * d);
        if (some < LF_BLOCK && k + 1 < rows.n * K) continue;
        lf_dense_syrk(d, some, share, u, d, H, d);
        some = 0;
    }
    return LF_OK;
}

static lf_status hinge_hessian(void *context, const double *w, const double *q, double *H) {
    const hinge_risk *hinge = context;
    const lf_model *model = hinge->risk->model;
    const size_t d = model->dim, n = hinge->risk->start[hinge->risk->m];
    double *u = malloc((LF_BLOCK * d + 3 * n * model->outputs + 1) * sizeof *u);
    lf_status status = u ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a Hessian of %zu rows", n);
    lf_vec_zero(d * d, H);
    for (size_t i = 0; i < hinge->risk->m && status == LF_OK; i++)
        if (q[i] > 0) status = hinge_curve(hinge, i, w, q[i], u + LF_BLOCK * d, u, H);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++)
            H[i * d + j] = H[j * d + i];
    free(u);
    return status;
}

static lf_group_function hinge_function(hinge_risk *hinge, double radius) {
    return (lf_group_function){.d = hinge->risk->model->dim,
                               .m = hinge->risk->m,
                               .radius = radius,
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

lf_status lf_hinge_certify(lf_group_risk *risk, double radius, lf_certificate *c) {
    hinge_risk hinge = {.risk = risk};
    const lf_group_function f = hinge_function(&hinge, radius);
    if (f.d > LF_HESSIAN_DIM)
        return lf_fail(LF_NOT_FOUND, "no certificate: more than %d unknowns", LF_HESSIAN_DIM);
    c->loss = risk->model->outputs > 1 ? "hinge_pairs" : "hinge";
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
