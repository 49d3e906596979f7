/**
 * @file group_functions.h
 * @brief Group risks made by hand for the certified solvers: quadratics, whose answers are
 * geometry, and logistic losses of random rows.
 */
#pragma once

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "near.h"
#include "problems/common/group_function.h"
#include "random_table.h"

/** R_i(w) = sum_j scale_j (w_j - centre_ij)^2 / 2, all groups with the same scale. */
typedef struct {
    size_t d, m;
    const double *centre; /* m x d */
    const double *scale;  /* d; NULL: all 1 */
    double turn;          /* a false gradient: multiplied by 1 - 2 turn ... */
    double shift; /* ... and of centres moved by so much in every coordinate; 0, 0: the true one */
    size_t passes;
} quadratics;

static inline double quadratic_scale(const quadratics *f, size_t j) {
    return f->scale ? f->scale[j] : 1;
}

/* Entry j of the gradient of group i. */
static inline double quadratic_slope(const quadratics *f, size_t i, size_t j, const double *w) {
    const double away = w[j] - f->centre[i * f->d + j] - f->shift;
    return (1 - 2 * f->turn) * quadratic_scale(f, j) * away;
}

static inline lf_status quadratic_gradients(void *context, const double *w, double *rows) {
    const quadratics *f = context;
    for (size_t i = 0; i < f->m; i++)
        for (size_t j = 0; j < f->d; j++)
            rows[i * f->d + j] = quadratic_slope(f, i, j, w);
    return LF_OK;
}

static inline lf_status quadratic_risks(void *context, const double *w, const double *q, double *r,
                                        double *grad) {
    quadratics *f = context;
    f->passes++;
    if (grad) lf_vec_zero(f->d, grad);
    for (size_t i = 0; i < f->m; i++) {
        r[i] = 0;
        for (size_t j = 0; j < f->d; j++) {
            const double away = w[j] - f->centre[i * f->d + j];
            r[i] += quadratic_scale(f, j) * away * away / 2;
            if (grad) grad[j] += q[i] * quadratic_slope(f, i, j, w);
        }
    }
    return LF_OK;
}

static inline lf_status quadratic_hessian(void *context, const double *w, const double *q,
                                          double *H) {
    const quadratics *f = context;
    (void)w;
    double sum = 0;
    for (size_t i = 0; i < f->m; i++)
        sum += q[i];
    lf_vec_zero(f->d * f->d, H);
    for (size_t j = 0; j < f->d; j++)
        H[j * f->d + j] = sum * quadratic_scale(f, j);
    return LF_OK;
}

static inline lf_group_function quadratics_ask(quadratics *f, double radius, bool hessian) {
    return (lf_group_function){f->d,
                               f->m,
                               radius,
                               f,
                               quadratic_risks,
                               quadratic_gradients,
                               hessian ? quadratic_hessian : NULL};
}

/** R_i(w) = mean over n rows z of log(1 + exp(-z.w)), the labels in the signs of z. */
typedef struct {
    size_t d, m, n;
    double *z; /* m x n x d */
    size_t passes;
} logistics;

/** Rows uniform in [-1, 1) around a direction of each group's own. Each column j is multiplied by
 *  decay^j; the last `copies` columns repeat the first ones. */
static inline logistics logistics_create(size_t m, size_t n, size_t d, double decay, size_t copies,
                                         uint64_t seed) {
    logistics f = {.d = d, .m = m, .n = n, .z = malloc(m * n * d * sizeof *f.z)};
    double *lean = malloc(d * sizeof *lean);
    for (size_t i = 0; i < m; i++) {
        table_point(seed + 1 + i, d, 1, lean);
        for (size_t k = 0; k < n; k++) {
            double *z = f.z + (i * n + k) * d, column = 1;
            table_point(1000 * seed + i * n + k, d, 1, z);
            const double side = table_random(seed, i * n + k, -1, 1);
            const double sign = lf_vec_dot(d, z, lean) + side > 0 ? 1 : -1;
            for (size_t j = 0; j < d; j++, column *= decay)
                z[j] *= sign * column;
            for (size_t j = 0; j < copies; j++)
                z[d - copies + j] = z[j];
        }
    }
    free(lean);
    return f;
}

static inline lf_status logistic_risks(void *context, const double *w, const double *q, double *r,
                                       double *grad) {
    logistics *f = context;
    f->passes++;
    if (grad) lf_vec_zero(f->d, grad);
    for (size_t i = 0; i < f->m; i++) {
        r[i] = 0;
        for (size_t k = 0; k < f->n; k++) {
            const double *z = f->z + (i * f->n + k) * f->d;
            const double t = lf_vec_dot(f->d, z, w), e = exp(-fabs(t));
            r[i] += (log1p(e) + fmax(-t, 0)) / (double)f->n;
            if (grad)
                lf_vec_axpy(f->d, -q[i] * (t > 0 ? e / (1 + e) : 1 / (1 + e)) / (double)f->n, z,
                            grad);
        }
    }
    return LF_OK;
}

static inline lf_status logistic_gradients(void *context, const double *w, double *rows) {
    const logistics *f = context;
    for (size_t i = 0; i < f->m; i++) {
        logistics one = {.d = f->d, .m = 1, .n = f->n, .z = f->z + i * f->n * f->d};
        double r;
        LF_TRY(logistic_risks(&one, w, &(double){1}, &r, rows + i * f->d));
    }
    return LF_OK;
}

static inline lf_status logistic_hessian(void *context, const double *w, const double *q,
                                         double *H) {
    const logistics *f = context;
    lf_vec_zero(f->d * f->d, H);
    for (size_t i = 0; i < f->m * f->n; i++) {
        const double *z = f->z + i * f->d;
        const double e = exp(-fabs(lf_vec_dot(f->d, z, w)));
        const double weight = q[i / f->n] * e / ((1 + e) * (1 + e)) / (double)f->n;
        for (size_t j = 0; j < f->d; j++)
            lf_vec_axpy(f->d, weight * z[j], z, H + j * f->d);
    }
    return LF_OK;
}

static inline lf_group_function logistics_ask(logistics *f, double radius, bool hessian) {
    return (lf_group_function){f->d,
                               f->m,
                               radius,
                               f,
                               logistic_risks,
                               logistic_gradients,
                               hessian ? logistic_hessian : NULL};
}
