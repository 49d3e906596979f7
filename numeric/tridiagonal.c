/**
 * @file tridiagonal.c
 * @brief Reflections (Golub & Van Loan 2013, sections 5.1.6 and 8.3.1), each in the pass over the
 * matrix that takes in the one before.
 *
 * Below the diagonal and beyond the columns there are zeros, so that kernels may read whole cache
 * lines: to a sum zeros change nothing but the sign of a 0.
 */
#include "numeric/tridiagonal.h"

#include <math.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "numeric/dense_parts.h"

/* Rows that meet a reflection at once, reflections that they meet one after the other. */
enum { TRIDIAGONAL_ROWS = 4, TRIDIAGONAL_MANY = 64 };

static size_t tridiagonal_least(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t lf_tridiagonal_wide(size_t n) {
    return (n + LF_REAL_LINE - 1) / LF_REAL_LINE * LF_REAL_LINE;
}

size_t lf_tridiagonal_reals(size_t n) {
    return (n + 3) * lf_tridiagonal_wide(n);
}

/* x (m) <- v with v_0 = 1, so that I - tau v v' takes x to `left` in its first entry and 0 else. */
static double tridiagonal_reflection(size_t m, double *x, double *left) {
    const double rest = lf_dense_norm(m - 1, x + 1), length = lf_dense_norm(m, x);
    *left = rest > 0 ? -copysign(length, x[0]) : x[0];
    const double tau = rest > 0 ? (*left - x[0]) / *left : 0, first = x[0] - *left;
    for (size_t j = 1; rest > 0 && j < m; j++)
        x[j] /= first;
    x[0] = 1;
    return tau;
}

/* M = S - v p' - p v' in the rows from one on: numbers for each row of the matrix. */
typedef struct {
    const double *v, *p; /* NULL: M = S */
} tridiagonal_pair;

/* Rows of M from one on <- those of S; q <- S w, unless w is NULL. */
static void tridiagonal_product(size_t n, size_t from, tridiagonal_pair u, double *M,
                                const double *w, double *q) {
    const size_t wide = lf_tridiagonal_wide(n);
    if (u.v && w) {
        lf_dense_build()->symmetric(n, wide, from, u.v, u.p, w, M, q);
        return;
    }
    for (size_t i = from; i < n; i++) {
        double *row = M + i * wide;
        if (u.v) {
            lf_dense_axpy(n - i, -u.v[i], u.p + i, row + i);
            lf_dense_axpy(n - i, -u.p[i], u.v + i, row + i);
        } else {
            q[i] += lf_dense_dot(n - i, row + i, w + i);
            lf_dense_axpy(n - i - 1, w[i], row + i + 1, q + i + 1);
        }
    }
}

/* M <- the reflections I - tau v v' that lead to T, v in the rows; p and q are work. */
static void tridiagonal_reduce(size_t n, double *M, double *d, double *e, double *tau, double *p,
                               double *q) {
    const size_t wide = lf_tridiagonal_wide(n);
    tridiagonal_pair u = {NULL, NULL};
    for (size_t k = 0; k < n; k++) {
        const size_t m = n - k - 1;
        double *row = M + k * wide, *v = row + k + 1;
        if (u.v) { /* this row comes first, as the next reflection is made of it */
            lf_dense_axpy(m + 1, -u.v[k], u.p + k, row + k);
            lf_dense_axpy(m + 1, -u.p[k], u.v + k, row + k);
        }
        d[k] = row[k];
        row[k] = 0;
        tau[k] = m > 0 ? tridiagonal_reflection(m, v, e + k) : 0;
        const bool turns = tau[k] != 0;
        lf_vec_zero(wide, q);
        if (turns || u.v) tridiagonal_product(n, k + 1, u, M, turns ? row : NULL, q);
        u = (tridiagonal_pair){NULL, NULL};
        if (!turns) continue;
        lf_vec_scale(m, tau[k], q + k + 1);
        lf_dense_axpy(m, -tau[k] / 2 * lf_dense_dot(m, q + k + 1, v), v, q + k + 1);
        u = (tridiagonal_pair){row, q};
        q = p;
        p = (double *)u.p;
    }
}

/* Row i of M <- H M_i, H the reflection of row k. */
static void tridiagonal_row(size_t n, size_t k, size_t i, double tau, double *M) {
    const size_t wide = lf_tridiagonal_wide(n), m = n - k - 1;
    const double *v = M + k * wide + k + 1;
    double *row = M + i * wide + k + 1;
    if (tau != 0) lf_dense_axpy(m, -tau * lf_dense_dot(m, row, v), v, row);
}

/* The four rows from row i on meet the reflections end - 1 down to first: one pass takes one in and
 * makes the products with the next. */
static void tridiagonal_rows(size_t n, size_t i, size_t first, size_t end, const double *tau,
                             double *M) {
    const size_t wide = lf_tridiagonal_wide(n);
    double f[TRIDIAGONAL_ROWS], dot[TRIDIAGONAL_ROWS] = {0}, *rows = M + i * wide;
    bool known = false; /* the products with the reflection k */
    for (size_t k = end; k-- > first;) {
        const double *v = M + k * wide;
        const bool next = k > first && tau[k] != 0 && tau[k - 1] != 0;
        for (size_t r = 0; r < TRIDIAGONAL_ROWS; r++) {
            if (next && !known)
                dot[r] = lf_dense_dot(n - k - 1, rows + r * wide + k + 1, v + k + 1);
            f[r] = -tau[k] * dot[r];
            if (!next && known) lf_dense_axpy(n - k - 1, f[r], v + k + 1, rows + r * wide + k + 1);
            if (!next && !known) tridiagonal_row(n, k, i + r, tau[k], M);
        }
        if (next) lf_dense_build()->reflect_rows(n, wide, k, f, v, v - wide, rows, dot);
        known = next;
    }
}

/* Rows `from` to end of M, reflections so far, <- those of the product of them from `first` on. */
static void tridiagonal_own(size_t n, size_t first, size_t from, size_t end, const double *tau,
                            double *M) {
    const size_t wide = lf_tridiagonal_wide(n);
    for (size_t k = end; k-- > from;) {
        for (size_t i = k + 1; i < end; i++)
            tridiagonal_row(n, k, i, tau[k], M);
        lf_vec_zero(n - k, M + k * wide + k);
        M[k * wide + k] = 1;
    }
    if (end - from == TRIDIAGONAL_ROWS) tridiagonal_rows(n, from, first, from, tau, M);
}

void lf_tridiagonal(size_t n, const double *A, int power, double *M, double *d, double *e) {
    const size_t wide = lf_tridiagonal_wide(n);
    double *p = M + n * wide, *q = p + wide, *tau = q + wide;
    const double unit = ldexp(1, power);
    lf_vec_zero(lf_tridiagonal_reals(n), M);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            M[i * wide + j] = isfinite(unit) ? A[i * n + j] * unit : ldexp(A[i * n + j], power);
    tridiagonal_reduce(n, M, d, e, tau, p, q);
    for (size_t end = n, first; end > 0; end = first) { /* reflections that stay in the cache */
        first = end - tridiagonal_least(end, TRIDIAGONAL_MANY);
        for (size_t i = end; i < n; i += TRIDIAGONAL_ROWS)
            tridiagonal_rows(n, i, first, end, tau, M);
        for (size_t to = end, from; to > first; to = from) {
            from = to - tridiagonal_least(to - first, TRIDIAGONAL_ROWS);
            tridiagonal_own(n, first, from, to, tau, M);
        }
    }
}
