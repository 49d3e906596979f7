/**
 * @file auc_certify.c
 * @brief Cross-entropy, and P as a quadratic of w, the saddle form with a, b and alpha at their
 * best.
 */
#include "problems/auc/parts/auc_certify.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/auc/parts/auc_view.h"
#include "problems/common/ball_minimum.h"
#include "problems/common/convex_bound.h"
#include "problems/common/group_risk.h"

/* The scores of all training rows, class by class: how many, their mean h. [0] is negative. */
typedef struct {
    double rows[2], mean[2];
} certify_classes;

static certify_classes certify_means(size_t n, const double *sign, const uint32_t *row,
                                     const double *score) {
    certify_classes of = {0};
    for (size_t i = 0; i < n; i++) {
        const int side = sign[row[i]] > 0;
        of.rows[side]++;
        of.mean[side] += score[i];
    }
    for (int side = 0; side < 2; side++)
        of.mean[side] /= of.rows[side];
    return of;
}

/* lf_group_function.risks of one function, P: var+ h + var- h + (1 - (mu+ - mu-))^2, h = a.w, or
 * what the margin makes of the last term. */
static lf_status certify_square(void *context, const double *w, const double *q, double *r,
                                double *grad) {
    const lf_auc *auc = context;
    const lf_two_classes *classes = &auc->classes;
    const lf_model *model = &classes->task.model;
    const size_t n = classes->n[LF_PART_TRAIN];
    const uint32_t *row = classes->row[LF_PART_TRAIN];
    const lf_rows rows = {.n = n, .row = row};
    double *score = malloc((n + 1) * sizeof *score);
    if (!score) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", n);
    lf_status status = model->is->scores(model, &rows, w, score);
    const certify_classes of = certify_means(n, classes->sign, row, score);
    const double aside = lf_auc_surrogate_short(&auc->form.surrogate, of.mean[1] - of.mean[0]);
    *r = aside * aside;
    for (size_t i = 0; i < n; i++) {
        const int side = classes->sign[row[i]] > 0;
        const double off = score[i] - of.mean[side];
        *r += off * off / of.rows[side];
        score[i] = 2 * (off + (side ? -aside : aside)) / of.rows[side] * (grad ? *q : 0);
    }
    if (grad) lf_vec_zero(model->dim, grad);
    if (grad && status == LF_OK) status = model->is->backward(model, &rows, w, score, grad);
    free(score);
    return status;
}

/* C <- the sum of both classes' covariances, its upper triangle; apart (d) <- m+ - m-, their means'
 * difference, with m- behind it. */
static lf_status certify_spread(const lf_two_classes *classes, double *apart, double *C) {
    const size_t n = classes->n[LF_PART_TRAIN], d = classes->task.model.data->features;
    const uint32_t *row = classes->row[LF_PART_TRAIN];
    uint32_t *of_side = malloc((n + 1) * sizeof *of_side);
    lf_status status = of_side ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    lf_vec_zero(2 * d, apart);
    lf_vec_zero(d * d, C);
    for (int side = 0; side < 2 && status == LF_OK; side++) {
        size_t rows = 0;
        for (size_t i = 0; i < n; i++)
            if ((classes->sign[row[i]] > 0) == side) of_side[rows++] = row[i];
        status = lf_rows_covariance(classes->task.model.data, of_side, rows,
                                    side ? apart : apart + d, C);
    }
    lf_vec_axpy(d, -1, apart + d, apart);
    free(of_side);
    return status;
}

/* lf_group_function.hessian of P: 2 (cov+ + cov- + (m+ - m-)(m+ - m-)'), without the last where the
 * margin is kept. */
static lf_status certify_curve(void *context, const double *w, const double *q, double *H) {
    const lf_auc *auc = context;
    const lf_auc_surrogate *surrogate = &auc->form.surrogate;
    const size_t d = auc->classes.task.model.data->features;
    double *apart = malloc((2 * d + 1) * sizeof *apart);
    if (!apart) return lf_fail(LF_NO_MEMORY, "no memory for means of %zu features", d);
    const lf_status status = certify_spread(&auc->classes, apart, H);
    const double aside = lf_auc_surrogate_short(surrogate, lf_vec_dot(d, apart, w));
    const bool bends = !surrogate->has_margin || aside > 0;
    for (size_t i = 0; i < d && status == LF_OK; i++) {
        double *from = H + i * d;
        if (bends) lf_vec_axpy(d - i, apart[i], apart + i, from + i);
        lf_vec_scale(d - i, 2 * *q, from + i);
        for (size_t j = 0; j < i; j++)
            from[j] = H[j * d + i];
    }
    free(apart);
    return status;
}

static lf_status certify_solve(const lf_group_function *f, lf_certificate *c) {
    double value, lower;
    c->radius = f->radius;
    c->d = f->d;
    LF_TRY(lf_certificate_room(c));
    *c->q = 1;
    return lf_certificate_bound(
        lf_ball_minimum(f, c->q, LF_CERTIFICATE_TOLERANCE, c->v, &value, &lower), f, c);
}

lf_status lf_entropy_certify(const lf_two_classes *classes, const double *label,
                             lf_certificate *c) {
    const size_t start[2] = {0, classes->n[LF_PART_TRAIN]};
    lf_group_function f;
    lf_group_risk risk = {.model = &classes->task.model,
                          .label = label,
                          .m = 1,
                          .start = start,
                          .row = classes->row[LF_PART_TRAIN]};
    if (classes->task.data->pixel || risk.model->dim > LF_HESSIAN_DIM)
        return lf_fail(LF_NOT_FOUND, "no certificate of images, or of more than %d unknowns",
                       LF_HESSIAN_DIM);
    lf_status status = lf_group_risk_init(&risk);
    lf_group_risk_function(&risk, LF_CERTIFICATE_RADIUS, &f);
    if (status == LF_OK) status = certify_solve(&f, c);
    lf_group_risk_release(&risk);
    return status;
}

/* Is a row's sign its label, and what a model sees the data's own features? */
static bool certify_plain(const lf_two_classes *classes) {
    const lf_data *data = classes->task.data;
    for (size_t i = 0; i < data->rows; i++)
        if (data->label[i] * data->label[i] != 1) return false;
    return !data->pixel && classes->task.model.dim <= LF_HESSIAN_DIM;
}

lf_status lf_auc_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    lf_auc *auc = problem->state;
    const bool raw = auc->judge.raw; /* or a score with an intercept, or a network's */
    const bool affine = auc->classes.task.model.dim == auc->classes.table->features + 1;
    const bool margin = auc->form.surrogate.has_margin;
    *c = (lf_certificate){.metric = k == 0 ? "ce" : "P", .parts = 1, .cap = 1};
    if (!(affine || raw) || !certify_plain(&auc->classes) || k > raw)
        return lf_fail(LF_NOT_FOUND, "no certificate %zu of this model and its rows", k);
    c->loss = raw ? "unit logistic" : "affine logistic";
    if (k == 0) return lf_entropy_certify(&auc->classes, auc->classes.sign, c);
    c->loss = margin ? "unit margin_auc" : "unit square_auc";
    const lf_group_function f = {.d = auc->classes.task.model.dim,
                                 .m = 1,
                                 .radius = LF_CERTIFICATE_RADIUS,
                                 .context = auc,
                                 .risks = certify_square,
                                 .hessian = certify_curve};
    return certify_solve(&f, c);
}
