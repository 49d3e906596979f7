/**
 * @file precision_rows.h
 * @brief Average precision from its definition: scores of rows in, inner values, slopes by the
 * scores and the surrogate out.
 */
#pragma once

#include <math.h>
#include <stddef.h>

/** Rows of a batch, with the weight of each in the mean. */
typedef struct {
    size_t n;
    const double *h, *y, *weight;
    double margin;
} precision_rows;

static inline double precision_short(const precision_rows *r, double h_i, size_t j) {
    return fmax(r->margin - h_i + r->h[j], 0);
}

/** c (2) <- the inner values of a row with h_i */
static inline void precision_inner(const precision_rows *r, double h_i, double *c) {
    c[0] = c[1] = 0;
    for (size_t j = 0; j < r->n; j++) {
        const double loss = r->weight[j] * pow(precision_short(r, h_i, j), 2);
        c[0] += r->y[j] > 0 ? loss : 0;
        c[1] += loss;
    }
}

/** dh (n) += a y^T dc / dh_j; returns a y^T dc / dh_i. */
static inline double precision_slopes(const precision_rows *r, double h_i, const double *y,
                                      double a, double *dh) {
    double own = 0;
    for (size_t j = 0; j < r->n; j++) {
        const double q = a * r->weight[j] * ((r->y[j] > 0 ? y[0] : 0) + y[1]);
        dh[j] += 2 * q * precision_short(r, h_i, j);
        own -= 2 * q * precision_short(r, h_i, j);
    }
    return own;
}

/** y (2) <- grad of -u_1 / u_2 */
static inline void precision_outer(const double *u, double *y) {
    y[0] = -1 / u[1];
    y[1] = u[0] / (u[1] * u[1]);
}
