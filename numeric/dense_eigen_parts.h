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
    EIGEN_WAVES = LF_DENSE_WAVES
};

/* ---- rotations ---- */

/* Sweeps j = 0, 1, ... of `waves` turn rows t + j and t + j + 1, for t = end - 1 down to first: row
 * t + waves is done after this, and rows from t on wait in registers. */
DENSE_INLINE void eigen_waves(const size_t waves, size_t first, size_t end,
                              const double *const turns[], double *R) {
    dense_vec x[EIGEN_WAVES + 1][EIGEN_V];
    for (size_t j = 0; j < waves; j++)
        for (size_t q = 0; q < EIGEN_V; q++)
            x[j + 1][q] = dense_load(R + (end + j) * LF_DENSE_LANES + q * DENSE_W);
    for (size_t t = end; t-- > first;) {
        for (size_t q = 0; q < EIGEN_V; q++)
            x[0][q] = dense_load(R + t * LF_DENSE_LANES + q * DENSE_W);
        for (size_t j = 0; j < waves; j++) {
            const dense_vec c = dense_all(turns[j][2 * (t + j)]),
                            s = dense_all(turns[j][2 * (t + j) + 1]);
            for (size_t q = 0; q < EIGEN_V; q++) {
                const dense_vec a = x[j][q], b = x[j + 1][q];
                x[j][q] = c * a - s * b;
                x[j + 1][q] = s * a + c * b;
            }
        }
        for (size_t q = 0; q < EIGEN_V; q++)
            dense_store(R + (t + waves) * LF_DENSE_LANES + q * DENSE_W, x[waves][q]);
        for (size_t j = waves; j > 0; j--)
            for (size_t q = 0; q < EIGEN_V; q++)
                x[j][q] = x[j - 1][q];
    }
    for (size_t j = 0; j < waves; j++)
        for (size_t q = 0; q < EIGEN_V; q++)
            dense_store(R + (first + j) * LF_DENSE_LANES + q * DENSE_W, x[j + 1][q]);
}

static void eigen_rotate(size_t waves, size_t first, size_t end, const double *const turns[],
                         double *R) {
    for (size_t j = 0; j < LF_DENSE_LANES; j += EIGEN_V * DENSE_W)
        if (waves == EIGEN_WAVES)
            eigen_waves(EIGEN_WAVES, first, end, turns, R + j);
        else
            eigen_waves(1, first, end, turns, R + j);
}

/* ---- reflections ---- */

/* The same sum with the zeros that its definition has: kernels may meet more or fewer of them in
 * other lanes, which nothing but the sign of a 0 depends on. */
static double eigen_sum(double sum, size_t n, const double *x, const double *y) {
    return sum != 0 ? sum : kernels_dot(n, x, y);
}

/* r rows take in their multiple of v, and sums their products with w, in `count` vectors. */
DENSE_INLINE void eigen_reflect(const size_t r, const size_t count, const dense_vec *by,
                                const double *v, const double *w, double *A, size_t wide,
                                dense_vec s[][KERNELS_SUMS]) {
    for (size_t u = 0; u < count; u++) {
        const dense_vec a = dense_load(v + u * DENSE_W), b = dense_load(w + u * DENSE_W);
        for (size_t i = 0; i < r; i++) {
            double *at = A + i * wide + u * DENSE_W;
            const dense_vec row = dense_fma(by[i], a, dense_load(at));
            dense_store(at, row);
            s[i][u] = dense_fma(row, b, s[i][u]);
        }
    }
}

static void eigen_reflect_rows(size_t n, size_t wide, size_t k, const double *f, const double *v,
                               const double *w, double *rows, double *dot) {
    dense_vec sum[4];
    for (size_t i = 0; i < 4; i += KERNELS_AT_ONCE) {
        dense_vec s[KERNELS_AT_ONCE][KERNELS_SUMS], by[KERNELS_AT_ONCE];
        double *A = rows + i * wide;
        for (size_t p = 0; p < KERNELS_AT_ONCE; p++) {
            by[p] = dense_all(f[i + p]);
            for (size_t u = 0; u < KERNELS_SUMS; u++)
                s[p][u] = dense_all(0);
        }
        size_t j = k / LF_REAL_LINE * LF_REAL_LINE;
        for (; j + LF_DENSE_LANES <= wide; j += LF_DENSE_LANES)
            eigen_reflect(KERNELS_AT_ONCE, KERNELS_SUMS, by, v + j, w + j, A + j, wide, s);
        if (j < wide)
            eigen_reflect(KERNELS_AT_ONCE, KERNELS_SUMS / 2, by, v + j, w + j, A + j, wide, s);
        for (size_t p = 0; p < KERNELS_AT_ONCE; p++)
            sum[i + p] = kernels_join(s[p]);
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

/* r rows of M, whose own entries of -v, -p and w are `by`, in `count` vectors beyond the diagonal.
 */
DENSE_INLINE void eigen_symmetric_part(const size_t r, const size_t count, const eigen_vectors *x,
                                       dense_vec by[][3], size_t j, double *M, size_t wide,
                                       dense_vec s[][KERNELS_SUMS]) {
    for (size_t u = 0; u < count; u++, j += DENSE_W) {
        const dense_vec v = dense_load(x->v + j), p = dense_load(x->p + j),
                        w = dense_load(x->w + j);
        dense_vec q = dense_load(x->q + j);
        for (size_t k = 0; k < r; k++) {
            double *at = M + k * wide + j;
            dense_vec row = dense_fma(by[k][0], p, dense_load(at));
            row = dense_fma(by[k][1], v, row);
            dense_store(at, row);
            q = dense_fma(by[k][2], row, q);
            s[k][u] = dense_fma(row, w, s[k][u]);
        }
        dense_store(x->q + j, q);
    }
}

/* Row i up to column `end`, one by one; the last lanes, of which the last is of column `last`,
 * take in its products. */
static void eigen_symmetric_head(const eigen_vectors *x, size_t i, size_t end, size_t last,
                                 double *row, double *lanes) {
    for (size_t j = i; j < end; j++) {
        double *lane = lanes + (j + LF_DENSE_LANES - 1 - last);
        row[j] = fma(-x->v[i], x->p[j], row[j]);
        row[j] = fma(-x->p[i], x->v[j], row[j]);
        if (j > i) x->q[j] = fma(x->w[i], row[j], x->q[j]);
        *lane = fma(row[j], x->w[j], *lane);
    }
}

static void eigen_symmetric(size_t n, size_t wide, size_t from, const double *v, const double *p,
                            const double *w, double *M, double *q) {
    const eigen_vectors x = {v, p, w, q};
    for (size_t i = from; i < n; i += KERNELS_AT_ONCE) {
        double lane[KERNELS_AT_ONCE][LF_DENSE_LANES] = {{0}}, all[4], *A = M + i * wide;
        dense_vec s[KERNELS_AT_ONCE][KERNELS_SUMS], by[KERNELS_AT_ONCE][3], sum[4];
        const size_t rows = kernels_least(KERNELS_AT_ONCE, n - i);
        size_t j = kernels_lines(i + rows);
        for (size_t k = 0; k < rows; k++)
            eigen_symmetric_head(&x, i + k, kernels_least(j, n), j - 1, A + k * wide, lane[k]);
        for (size_t k = 0; k < KERNELS_AT_ONCE; k++) {
            const size_t at = kernels_least(i + k, n - 1);
            by[k][0] = dense_all(-v[at]), by[k][1] = dense_all(-p[at]), by[k][2] = dense_all(w[at]);
            for (size_t u = 0; u < KERNELS_SUMS; u++)
                s[k][u] = dense_load(lane[k] + u * DENSE_W);
        }
        for (; j + LF_DENSE_LANES <= wide; j += LF_DENSE_LANES)
            eigen_symmetric_part(KERNELS_AT_ONCE, KERNELS_SUMS, &x, by, j, A, wide, s);
        if (j < wide)
            eigen_symmetric_part(KERNELS_AT_ONCE, KERNELS_SUMS / 2, &x, by, j, A, wide, s);
        for (size_t k = 0; k < 4; k++)
            sum[k] = k < KERNELS_AT_ONCE ? kernels_join(s[k]) : dense_all(0);
        dense_fold(sum, all);
        for (size_t k = 0; k < rows; k++)
            q[i + k] += eigen_sum(all[k], n - i - k, A + k * wide + i + k, w + i + k);
    }
}
