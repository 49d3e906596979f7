#include <levelfield/vector.h>

#include <math.h>
#include <string.h>

#include <levelfield/wide.h>

#include "numeric/dense.h"
#include "numeric/family.h"

/* y <- a x + b y where one of them is of the family of this run, if there is one. */
static inline bool vector_sparse(double a, const double *x, double b, double *y) {
    lf_family *f = lf_family_now();
    return f && lf_family_combine(f, a, x, b, y);
}

void lf_vec_zero(size_t n, double *x) {
    if (vector_sparse(0, NULL, 0, x)) return;
    if (n > 0) memset(x, 0, n * sizeof *x);
}

void lf_vec_copy(size_t n, const double *x, double *y) {
    if (vector_sparse(1, x, 0, y)) return;
    if (n > 0) memmove(y, x, n * sizeof *x);
}

void lf_vec_scale(size_t n, double a, double *x) {
    if (a == 1 || vector_sparse(0, NULL, a, x)) return;
    for (size_t i = 0; i < n; i++)
        x[i] *= a;
}

void lf_vec_axpy(size_t n, double a, const double *x, double *y) {
    if (vector_sparse(a, x, 1, y)) return;
    lf_dense_axpy(n, a, x, y);
}

LF_WIDE static void vec_axpby(size_t n, double a, const double *x, double b, double *y) {
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + b * y[i];
}

void lf_vec_axpby(size_t n, double a, const double *x, double b, double *y) {
    if (vector_sparse(a, x, b, y)) return;
    vec_axpby(n, a, x, b, y);
}

LF_WIDE static void vec_squares(size_t n, double a, const double *restrict x, double b,
                                double *restrict q) {
    for (size_t i = 0; i < n; i++)
        q[i] = b * q[i] + a * x[i] * x[i];
}

void lf_vec_squares(size_t n, double a, const double *x, double b, double *q) {
    if (lf_family_now() && lf_family_squares(lf_family_now(), a, x, b, q)) return;
    vec_squares(n, a, x, b, q);
}

LF_WIDE static void vec_over_root(size_t n, double a, const double *restrict x,
                                  const double *restrict q, double eps, double *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i] / (eps + sqrt(q[i]));
}

void lf_vec_over_root(size_t n, double a, const double *x, const double *q, double eps, double *y) {
    if (lf_family_now() && lf_family_over_root(lf_family_now(), a, x, q, eps, y)) return;
    vec_over_root(n, a, x, q, eps, y);
}

double lf_vec_dot(size_t n, const double *x, const double *y) {
    double value;
    if (lf_family_now() && lf_family_dot(lf_family_now(), x, y, &value)) return value;
    return lf_dense_dot(n, x, y);
}

double lf_vec_norm(size_t n, const double *x) {
    double square;
    if (lf_family_now() && lf_family_dot(lf_family_now(), x, x, &square))
        return sqrt(square < 0 ? 0 : square);
    return lf_dense_norm(n, x);
}

double lf_vec_distance(size_t n, const double *x, const double *y) {
    double value, sum = 0;
    if (lf_family_now() && lf_family_distance(lf_family_now(), x, y, &value)) return value;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

bool lf_vec_finite(size_t n, const double *x) {
    double square;
    if (lf_family_now() && lf_family_dot(lf_family_now(), x, x, &square)) return isfinite(square);
    /* x - x is 0 for a finite x and NaN otherwise: one sum, no branch. */
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] - x[i];
    return sum == 0;
}
