/**
 * @file auc_reference.h
 * @brief F, its optimum given w and P of an AUC problem, from their definitions, row by row.
 */
#pragma once

#include "fixture_problem.h"
#include "problems/auc/parts/auc_view.h"

extern const lf_problem_class lf_problem_auc;

/** The training rows that sample ids mean. */
typedef struct {
    const lf_auc *auc;
    size_t n;
    const uint32_t *id; /**< NULL: all */
    double p, product;  /**< what F is taken with */
} auc_rows;

static inline uint32_t auc_row(const auc_rows *r, size_t i) {
    return r->auc->classes.row[LF_PART_TRAIN][r->id ? r->id[i] : i];
}

static inline bool auc_positive(const auc_rows *r, size_t i) {
    return r->auc->classes.sign[auc_row(r, i)] > 0;
}

/** h of one row */
static inline double auc_h(const auc_rows *r, size_t i, const double *w) {
    const lf_model *model = &r->auc->classes.task.model;
    const uint32_t row = auc_row(r, i);
    double s = NAN;
    assert_ok(model->is->scores(model, &(lf_rows){.n = 1, .row = &row}, w, &s));
    return r->auc->form.raw ? s : 1 / (1 + exp(-s));
}

/** The mean of F at (v, alpha). */
static inline double auc_F(const auc_rows *r, const double *v, double alpha) {
    const size_t d = r->auc->classes.task.model.dim;
    const double p = r->p, a = v[d], b = v[d + 1];
    double sum = 0;
    for (size_t i = 0; i < r->n; i++) {
        const double h = auc_h(r, i, v);
        const double plus = auc_positive(r, i), minus = 1 - plus;
        sum += (1 - p) * (h - a) * (h - a) * plus + p * (h - b) * (h - b) * minus;
        sum += 2 * (1 + alpha) * (p * h * minus - (1 - p) * h * plus) - r->product * alpha * alpha;
    }
    return sum / (double)r->n;
}

/** mean[1] <- E[h | +], mean[0] <- E[h | -] */
static inline void auc_means(const auc_rows *r, const double *w, double mean[2]) {
    size_t n[2] = {0};
    mean[0] = mean[1] = 0;
    for (size_t i = 0; i < r->n; i++) {
        mean[auc_positive(r, i)] += auc_h(r, i, w);
        n[auc_positive(r, i)]++;
    }
    mean[0] /= (double)n[0];
    mean[1] /= (double)n[1];
}

/** Mean of (1 - h + h')^2 over all pairs of a positive and a negative row. */
static inline double auc_pairs(const auc_rows *r, const double *w) {
    double *h = calloc(r->n, sizeof *h), sum = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < r->n; i++)
        h[i] = auc_h(r, i, w);
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = 0; j < r->n; j++) {
            if (!auc_positive(r, i) || auc_positive(r, j)) continue;
            const double off = 1 - h[i] + h[j];
            sum += off * off;
            pairs++;
        }
    free(h);
    return sum / (double)pairs;
}
