/**
 * @file dense_eigen_parts.h
 * @brief What eigenvalues need of each build: rows that are read once for several operations. Each
 * entry meets the operations that it would meet one by one, in the same order.
 */
#pragma once

#include "numeric/dense_parts.h"
#include "numeric/dense_vector_parts.h"

enum {
    EIGEN_V =
        DENSE_W > 2 ? 2 : 4, /* vectors side by side in a strip: the window fits the registers */
    EIGEN_COLUMNS = EIGEN_V * DENSE_W,
    EIGEN_WAVES = LF_DENSE_WAVES
};

/* ---- rotations ---- */

/* Sweeps j = 0, 1, ... of `waves` turn rows t + j and t + j + 1, for t = end - 1 down to first: row
 * t + waves is done after this, and rows from t on wait in registers. */
DENSE_INLINE void eigen_waves(const size_t waves, size_t first, size_t end,
                              const double *const turns[], double *R) {
    const double *by[EIGEN_WAVES];
    dense_vec x[EIGEN_WAVES + 1][EIGEN_V];
#pragma GCC unroll 4 /* so that both are registers */
    for (size_t j = 0; j < waves; j++) {
        by[j] = turns[j];
        for (size_t q = 0; q < EIGEN_V; q++)
            x[j + 1][q] = dense_load(R + (end + j) * EIGEN_COLUMNS + q * DENSE_W);
    }
    for (size_t t = end; t-- > first;) {
        for (size_t q = 0; q < EIGEN_V; q++)
            x[0][q] = dense_load(R + t * EIGEN_COLUMNS + q * DENSE_W);
        for (size_t j = 0; j < waves; j++) {
            const dense_vec c = dense_all(by[j][2 * (t + j)]),
                            s = dense_all(by[j][2 * (t + j) + 1]);
            for (size_t q = 0; q < EIGEN_V; q++) {
                const dense_vec a = x[j][q], b = x[j + 1][q];
                x[j][q] = dense_fma(c, a, -(s * b));
                x[j + 1][q] = dense_fma(c, b, s * a);
            }
        }
        for (size_t q = 0; q < EIGEN_V; q++)
            dense_store(R + (t + waves) * EIGEN_COLUMNS + q * DENSE_W, x[waves][q]);
        for (size_t j = waves; j > 0; j--)
            for (size_t q = 0; q < EIGEN_V; q++)
                x[j][q] = x[j - 1][q];
    }
#pragma GCC unroll 4
    for (size_t j = 0; j < waves; j++)
        for (size_t q = 0; q < EIGEN_V; q++)
            dense_store(R + (first + j) * EIGEN_COLUMNS + q * DENSE_W, x[j + 1][q]);
}

static void eigen_rotate(size_t waves, size_t first, size_t end, const double *const turns[],
                         double *R) {
    if (waves == EIGEN_WAVES)
        eigen_waves(EIGEN_WAVES, first, end, turns, R);
    else
        eigen_waves(1, first, end, turns, R);
}

/* ---- reflections ---- */

/* The same sum with the zeros that its definition has: kernels may meet more or fewer of them in
 * other lanes, which nothing but the sign of a 0 depends on. */
static double eigen_sum(double sum, size_t n, const double *x, const double *y) {
    return sum != 0 ? sum : kernels_dot(n, x, y);
}

/* Columns 16 j to 16 j + 7 make half of the lanes of a sum, the others the rest: one half after the
 * other, as then the sums of all rows stay in the registers. */
enum {
    EIGEN_LINE = LF_REAL_LINE / DENSE_W,   /* vectors of a half */
    EIGEN_REFLECTED = DENSE_W > 2 ? 4 : 1, /* rows at once, here and in a symmetric product */
    EIGEN_PRODUCTS = KERNELS_AT_ONCE
};

/* Every other line of r rows from column k on takes in its multiple of v; s <- sums of their
 * products with w. */
DENSE_INLINE void eigen_reflect(const size_t r, size_t k, const dense_vec *by, const double *v,
                                const double *w, double *A, size_t wide,
                                dense_vec s[][EIGEN_LINE]) {
    dense_vec sum[EIGEN_REFLECTED][EIGEN_LINE];
    for (size_t i = 0; i < r; i++)
        for (size_t u = 0; u < EIGEN_LINE; u++)
            sum[i][u] = dense_all(0);
    for (; k < wide; k += LF_DENSE_LANES)
        for (size_t u = 0; u < EIGEN_LINE; u++) {
            const size_t j = k + u * DENSE_W;
            const dense_vec a = dense_load(v + j), b = dense_load(w + j);
            for (size_t i = 0; i < r; i++) {
                double *at = A + i * wide + j;
                const dense_vec row = dense_fma(by[i], a, dense_load(at));
                dense_store(at, row);
                sum[i][u] = dense_fma(row, b, sum[i][u]);
            }
        }
    for (size_t i = 0; i < r; i++)
        for (size_t u = 0; u < EIGEN_LINE; u++)
            s[i][u] = sum[i][u];
}

/* The lanes of both halves of a sum, in one vector. */
DENSE_INLINE dense_vec eigen_join(const dense_vec *half, const dense_vec *other) {
    dense_vec s[KERNELS_SUMS];
    for (size_t u = 0; u < EIGEN_LINE; u++) {
        s[u] = half[u];
        s[u + EIGEN_LINE] = other[u];
    }
    return kernels_join(s);
}

static void eigen_reflect_rows(size_t n, size_t wide, size_t k, const double *f, const double *v,
                               const double *w, double *rows, double *dot) {
    const size_t first = k / LF_REAL_LINE * LF_REAL_LINE;
    dense_vec sum[4];
    for (size_t i = 0; i < 4; i += EIGEN_REFLECTED) {
        dense_vec half[EIGEN_REFLECTED][EIGEN_LINE], other[EIGEN_REFLECTED][EIGEN_LINE],
            by[EIGEN_REFLECTED];
        double *A = rows + i * wide;
        for (size_t p = 0; p < EIGEN_REFLECTED; p++)
            by[p] = dense_all(f[i + p]);
        eigen_reflect(EIGEN_REFLECTED, first, by, v, w, A, wide, half);
        eigen_reflect(EIGEN_REFLECTED, first + LF_REAL_LINE, by, v, w, A, wide, other);
        for (size_t p = 0; p < EIGEN_REFLECTED; p++)
            sum[i + p] = eigen_join(half[p], other[p]);
    }
    dense_fold(sum, dot);
    for (size_t i = 0; i < 4; i++)
        dot[i] = eigen_sum(dot[i], n - k, rows + i * wide + k, w + k);
}

/* What eigen_symmetric() has for each row of the matrix, or column. */
typedef struct {
    const double *v, *p, *w;
    double *q;
} eigen_vectors;

/* Where in the vector from column j on column `to` is, 0 or DENSE_W if it is before or after. */
DENSE_INLINE size_t eigen_within(size_t to, size_t j) {
    return to < j ? 0 : kernels_least(to - j, DENSE_W);
}

/* A line from column j on of A, r rows from row i on, whose entries of -v, -p and w are `by`; what
 * is below the diagonal, if that is in it, stays 0. */
DENSE_INLINE void eigen_symmetric_line(const size_t r, const bool diagonal, const eigen_vectors *x,
                                       dense_vec by[][3], size_t i, size_t j, double *A,
                                       size_t wide, dense_vec sum[][EIGEN_LINE]) {
    for (size_t u = 0; u < EIGEN_LINE; u++, j += DENSE_W) {
        const dense_vec v = dense_load(x->v + j), p = dense_load(x->p + j),
                        w = dense_load(x->w + j);
        dense_vec q = dense_load(x->q + j);
        for (size_t k = 0; k < r; k++) {
            double *at = A + k * wide + j;
            dense_vec row = dense_fma(by[k][1], v, dense_fma(by[k][0], p, dense_load(at)));
            if (diagonal) row = dense_from(eigen_within(i + k, j), row, dense_all(0));
            dense_store(at, row);
            const dense_vec more = dense_fma(by[k][2], row, q);
            q = diagonal ? dense_from(eigen_within(i + k + 1, j), more, q) : more;
            sum[k][u] = dense_fma(row, w, sum[k][u]);
        }
        dense_store(x->q + j, q);
    }
}

/* s <- sums of the products of every other line of A with w, from column j on. */
DENSE_INLINE void eigen_symmetric_lines(const size_t r, const eigen_vectors *x, dense_vec by[][3],
                                        size_t i, size_t j, double *A, size_t wide,
                                        dense_vec s[][EIGEN_LINE]) {
    dense_vec sum[EIGEN_PRODUCTS][EIGEN_LINE];
    for (size_t k = 0; k < r; k++)
        for (size_t u = 0; u < EIGEN_LINE; u++)
            sum[k][u] = dense_all(0);
    if (j < i + r) {
        eigen_symmetric_line(r, true, x, by, i, j, A, wide, sum);
        j += LF_DENSE_LANES;
    }
    for (; j < wide; j += LF_DENSE_LANES)
        eigen_symmetric_line(r, false, x, by, i, j, A, wide, sum);
    for (size_t k = 0; k < r; k++)
        for (size_t u = 0; u < EIGEN_LINE; u++)
            s[k][u] = sum[k][u];
}

/* A is r rows from row i on. */
DENSE_INLINE void eigen_symmetric_rows(const size_t r, size_t n, size_t wide, size_t i,
                                       const eigen_vectors *x, double *A) {
    const size_t first = i / LF_REAL_LINE * LF_REAL_LINE;
    dense_vec half[EIGEN_PRODUCTS][EIGEN_LINE], other[EIGEN_PRODUCTS][EIGEN_LINE],
        by[EIGEN_PRODUCTS][3], sum[4];
    double all[4];
    for (size_t k = 0; k < r; k++) {
        by[k][0] = dense_all(-x->v[i + k]);
        by[k][1] = dense_all(-x->p[i + k]);
        by[k][2] = dense_all(x->w[i + k]);
    }
    eigen_symmetric_lines(r, x, by, i, first, A, wide, half);
    eigen_symmetric_lines(r, x, by, i, first + LF_REAL_LINE, A, wide, other);
    for (size_t k = 0; k < 4; k++)
        sum[k] = k < r ? eigen_join(half[k], other[k]) : dense_all(0);
    dense_fold(sum, all);
    for (size_t k = 0; k < r; k++)
        x->q[i + k] += eigen_sum(all[k], n - i - k, A + k * wide + i + k, x->w + i + k);
}

static void eigen_symmetric(size_t n, size_t wide, size_t from, const double *v, const double *p,
                            const double *w, double *M, double *q) {
    const eigen_vectors x = {v, p, w, q};
    size_t i = from;
    for (; i + EIGEN_PRODUCTS <= n; i += EIGEN_PRODUCTS)
        eigen_symmetric_rows(EIGEN_PRODUCTS, n, wide, i, &x, M + i * wide);
    for (; i < n; i++)
        eigen_symmetric_rows(1, n, wide, i, &x, M + i * wide);
}
