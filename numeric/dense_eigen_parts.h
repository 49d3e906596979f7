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

/* sum (r) <- products of r rows with w in lanes, as kernels_lanes() has them, once each row took in
 * its multiple of v */
DENSE_INLINE void eigen_lanes(const size_t r, size_t n, const double *f, const double *v,
                              const double *w, double *A, size_t wide, dense_vec *sum) {
    dense_vec s[KERNELS_AT_ONCE][KERNELS_SUMS], by[KERNELS_AT_ONCE];
    for (size_t i = 0; i < r; i++) {
        by[i] = dense_all(f[i]);
        for (size_t u = 0; u < KERNELS_SUMS; u++)
            s[i][u] = dense_all(0);
    }
    size_t j = 0;
    for (; j + LF_DENSE_LANES <= n; j += LF_DENSE_LANES)
        for (size_t u = 0; u < KERNELS_SUMS; u++) {
            const dense_vec a = dense_load(v + j + u * DENSE_W),
                            b = dense_load(w + j + u * DENSE_W);
            for (size_t i = 0; i < r; i++) {
                double *at = A + i * wide + j + u * DENSE_W;
                const dense_vec row = dense_fma(by[i], a, dense_load(at));
                dense_store(at, row);
                s[i][u] = dense_fma(row, b, s[i][u]);
            }
        }
    for (size_t u = 0, last = kernels_lines(n - j) / DENSE_W; u < last; u++) {
        const size_t at = kernels_least(n, j + u * DENSE_W), few = kernels_least(n - at, DENSE_W);
        const dense_vec a = dense_load_few(v + at, few), b = dense_load_few(w + at, few);
        for (size_t i = 0; i < r; i++) {
            const dense_vec row = dense_fma(by[i], a, dense_load_few(A + i * wide + at, few));
            dense_store_few(A + i * wide + at, row, few);
            s[i][u] = dense_fma(row, b, s[i][u]);
        }
    }
    for (size_t i = 0; i < r; i++)
        sum[i] = kernels_join(s[i]);
}

static void eigen_reflect_rows(size_t n, const double *f, const double *v, const double *w,
                               double *A, size_t wide, double *dot) {
    dense_vec sum[4];
    for (size_t k = 0; k < 4; k += KERNELS_AT_ONCE)
        eigen_lanes(KERNELS_AT_ONCE, n, f + k, v, w, A + k * wide, wide, sum + k);
    dense_fold(sum, dot);
}

static double eigen_symmetric(size_t n, double a, const double *p, double b, const double *v,
                              double c, const double *w, double *S, double *q) {
    dense_vec s[KERNELS_SUMS], sum[4] = {dense_all(0), dense_all(0), dense_all(0), dense_all(0)};
    const dense_vec by_p = dense_all(a), by_v = dense_all(b), by_S = dense_all(c);
    const double first = q[0];
    double all[4];
    for (size_t u = 0; u < KERNELS_SUMS; u++)
        s[u] = dense_all(0);
    size_t j = 0;
    for (; j + LF_DENSE_LANES <= n; j += LF_DENSE_LANES)
        for (size_t u = 0; u < KERNELS_SUMS; u++) {
            const size_t at = j + u * DENSE_W;
            dense_vec row = dense_fma(by_p, dense_load(p + at), dense_load(S + at));
            row = dense_fma(by_v, dense_load(v + at), row);
            dense_store(S + at, row);
            dense_store(q + at, dense_fma(by_S, row, dense_load(q + at)));
            s[u] = dense_fma(row, dense_load(w + at), s[u]);
        }
    for (size_t u = 0, last = kernels_lines(n - j) / DENSE_W; u < last; u++) {
        const size_t at = kernels_least(n, j + u * DENSE_W), few = kernels_least(n - at, DENSE_W);
        dense_vec row = dense_fma(by_p, dense_load_few(p + at, few), dense_load_few(S + at, few));
        row = dense_fma(by_v, dense_load_few(v + at, few), row);
        dense_store_few(S + at, row, few);
        dense_store_few(q + at, dense_fma(by_S, row, dense_load_few(q + at, few)), few);
        s[u] = dense_fma(row, dense_load_few(w + at, few), s[u]);
    }
    sum[0] = kernels_join(s);
    dense_fold(sum, all);
    q[0] = first;
    return all[0];
}
