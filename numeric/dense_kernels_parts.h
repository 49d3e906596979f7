/**
 * @file dense_kernels_parts.h
 * @brief The kernels, in terms of a vector of DENSE_W numbers; for a file of each kind of
 * processor.
 *
 * What a bit depends on (lanes of sums, the order of k) is the same for every width; how much is
 * done at a time suits the registers: 8 x 24 entries of C in 24 of the 32 that AVX-512 has, 4 x 12
 * in 12 of 16.
 */
#pragma once

#include "numeric/dense_parts.h"
#include "numeric/dense_vector_parts.h"

enum {
    KERNELS_V = 3, /* vectors side by side in C */
    KERNELS_STRIP = KERNELS_V * DENSE_W,
    KERNELS_SUMS = LF_DENSE_LANES / DENSE_W,            /* vectors of one sum */
    KERNELS_AT_ONCE = DENSE_W > 2 ? DENSE_ROWS / 2 : 1, /* sums that fit the registers */
    KERNELS_CHAIN = 4 /* rows that are added to y in one pass over it */
};

static size_t kernels_least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* ---- sums in lanes ---- */

static size_t kernels_lines(size_t n) {
    return (n + LF_REAL_LINE - 1) / LF_REAL_LINE * LF_REAL_LINE;
}

/* The lanes of one sum, in one vector. */
DENSE_INLINE dense_vec kernels_join(dense_vec s[KERNELS_SUMS]) {
    for (size_t half = KERNELS_SUMS / 2; half > 0; half /= 2)
        for (size_t v = 0; v < half; v++)
            s[v] += s[v + half];
    return s[0];
}

/* sum (r) <- products of r rows with x, in the lanes of one vector */
DENSE_INLINE void kernels_lanes(const size_t r, size_t n, const lf_real *A, size_t wide,
                                const lf_real *x, dense_vec *sum) {
    dense_vec s[KERNELS_AT_ONCE][KERNELS_SUMS];
    for (size_t i = 0; i < r; i++)
        for (size_t v = 0; v < KERNELS_SUMS; v++)
            s[i][v] = dense_all(0);
    size_t j = 0;
    for (; j + LF_DENSE_LANES <= n; j += LF_DENSE_LANES)
        for (size_t v = 0; v < KERNELS_SUMS; v++) {
            const dense_vec a = dense_load(x + j + v * DENSE_W);
            for (size_t i = 0; i < r; i++)
                s[i][v] = dense_fma(dense_load(A + i * wide + j + v * DENSE_W), a, s[i][v]);
        }
    for (size_t v = 0, last = kernels_lines(n - j) / DENSE_W; v < last; v++) {
        const size_t at = kernels_least(n, j + v * DENSE_W), few = kernels_least(n - at, DENSE_W);
        const dense_vec a = dense_load_few(x + at, few);
        for (size_t i = 0; i < r; i++)
            s[i][v] = dense_fma(dense_load_few(A + i * wide + at, few), a, s[i][v]);
    }
    for (size_t i = 0; i < r; i++)
        sum[i] = kernels_join(s[i]);
}

static lf_real kernels_dot(size_t n, const lf_real *x, const lf_real *y) {
    lf_real all[4];
    dense_vec sum[4] = {dense_all(0), dense_all(0), dense_all(0), dense_all(0)};
    kernels_lanes(1, n, x, n, y, sum);
    dense_fold(sum, all);
    return all[0];
}

/* y (many) <- b y + a times the sums */
DENSE_INLINE void kernels_set(size_t many, lf_real a, const lf_real *all, lf_real b, lf_real *y) {
    for (size_t k = 0; b == 0 && k < many; k++)
        y[k] = a * all[k];
    for (size_t k = 0; b != 0 && k < many; k++)
        y[k] = lf_real_fma(a, all[k], b * y[k]);
}

/* Four rows of no more numbers than there are lanes, `full` vectors and the rest of one: x stays in
 * registers. Rows that were made. */
DENSE_INLINE size_t kernels_short(const size_t full, size_t m, size_t n, lf_real a,
                                  const lf_real *A, const lf_real *x, lf_real b, lf_real *y) {
    const size_t few = n - full * DENSE_W, i_last = m / 4 * 4;
    dense_vec by[KERNELS_SUMS], s[KERNELS_SUMS], sum[4];
    lf_real all[4];
    for (size_t v = 0; v < KERNELS_SUMS; v++)
        by[v] = v < full ? dense_load(x + v * DENSE_W) : dense_all(0);
    if (full < KERNELS_SUMS) by[full] = dense_load_few(x + full * DENSE_W, few);
    for (size_t i = 0; i < i_last; i += 4) {
        for (size_t k = 0; k < 4; k++, A += n) {
            for (size_t v = 0; v < KERNELS_SUMS; v++)
                s[v] = v < full ? dense_fma(dense_load(A + v * DENSE_W), by[v], dense_all(0))
                                : dense_all(0);
            if (full < KERNELS_SUMS)
                s[full] = dense_fma(dense_load_few(A + full * DENSE_W, few), by[full], s[full]);
            sum[k] = kernels_join(s);
        }
        dense_fold(sum, all);
        kernels_set(4, a, all, b, y + i);
    }
    return i_last;
}

static void kernels_rows(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x,
                         lf_real b, lf_real *y) {
    size_t i = 0, many;
    if (DENSE_W > 2 && n <= LF_DENSE_LANES) {
        const size_t full = n / DENSE_W;
        if (full == 0)
            i = kernels_short(0, m, n, a, A, x, b, y);
        else if (full == 1)
            i = kernels_short(1, m, n, a, A, x, b, y);
        else if (KERNELS_SUMS > 1 && full == 2)
            i = kernels_short(2, m, n, a, A, x, b, y);
        else if (KERNELS_SUMS > 2 && full == 3)
            i = kernels_short(3, m, n, a, A, x, b, y);
        else if (KERNELS_SUMS > 2)
            i = kernels_short(4, m, n, a, A, x, b, y);
    }
    for (A += i * n; i < m; i += many, A += many * n) {
        lf_real all[4];
        dense_vec sum[4];
        many = m - i < 4 ? 1 : 4;
        for (size_t k = 0; many == 4 && k < 4; k += KERNELS_AT_ONCE)
            kernels_lanes(KERNELS_AT_ONCE, n, A + k * n, n, x, sum + k);
        if (many == 1)
            all[0] = kernels_dot(n, A, x);
        else
            dense_fold(sum, all);
        kernels_set(many, a, all, b, y + i);
    }
}

/* ---- multiples of rows ---- */

/* y <- y + a A' x over r rows */
DENSE_INLINE void kernels_chain(const size_t r, size_t n, lf_real a, const lf_real *A,
                                const lf_real *x, lf_real *y) {
    dense_vec by[KERNELS_CHAIN];
    for (size_t i = 0; i < r; i++)
        by[i] = dense_all(a * x[i]);
    size_t j = 0;
    for (; j + DENSE_W <= n; j += DENSE_W) {
        dense_vec sum = dense_load(y + j);
        for (size_t i = 0; i < r; i++)
            sum = dense_fma(by[i], dense_load(A + i * n + j), sum);
        dense_store(y + j, sum);
    }
    if (j == n) return;
    dense_vec sum = dense_load_few(y + j, n - j);
    for (size_t i = 0; i < r; i++)
        sum = dense_fma(by[i], dense_load_few(A + i * n + j, n - j), sum);
    dense_store_few(y + j, sum, n - j);
}

static void kernels_columns(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x,
                            lf_real *y) {
    size_t i = 0;
    for (; i + KERNELS_CHAIN <= m; i += KERNELS_CHAIN)
        kernels_chain(KERNELS_CHAIN, n, a, A + i * n, x + i, y);
    for (; i < m; i++)
        kernels_chain(1, n, a, A + i * n, x + i, y);
}

/* ---- products of matrices ---- */

/* r rows from row i on of v vectors of C, of the last of which `few` entries count. A is read where
 * it lies. */
DENSE_INLINE void kernels_tile(const size_t r, const size_t v, const size_t few,
                               const lf_dense_tiles *t, size_t i, const lf_real *B, lf_real *C) {
    const lf_real *A = t->A + i / DENSE_ROWS * DENSE_ROWS * t->group + i % DENSE_ROWS * t->row;
    dense_vec c[DENSE_ROWS][KERNELS_V], b[KERNELS_V];
    C += i * t->wide_c;
    for (size_t p = 0; p < r; p++)
        for (size_t q = 0; q < v; q++) {
            const lf_real *at = C + p * t->wide_c + q * DENSE_W;
            if (t->b == 0)
                c[p][q] = dense_all(0);
            else
                c[p][q] = dense_all(t->b) * (q + 1 < v ? dense_load(at) : dense_load_few(at, few));
        }
    for (size_t k = 0; k < t->k; k++, A += t->column, B += t->wide) {
        for (size_t q = 0; q < v; q++)
            b[q] = q + 1 < v ? dense_load(B + q * DENSE_W) : dense_load_few(B + q * DENSE_W, few);
        for (size_t p = 0; p < r; p++) {
            const dense_vec a = dense_all(A[p * t->row]);
            for (size_t q = 0; q < v; q++)
                c[p][q] = dense_fma(a, b[q], c[p][q]);
        }
    }
    for (size_t p = 0; p < r; p++)
        for (size_t q = 0; q < v; q++) {
            lf_real *at = C + p * t->wide_c + q * DENSE_W;
            if (q + 1 < v)
                dense_store(at, c[p][q]);
            else
                dense_store_few(at, c[p][q], few);
        }
}

/* All rows of one strip. */
DENSE_INLINE void kernels_strip(const size_t v, const size_t few, const lf_dense_tiles *t,
                                const lf_real *B, lf_real *C) {
    size_t i = 0;
    for (; i + DENSE_ROWS <= t->m; i += DENSE_ROWS)
        kernels_tile(DENSE_ROWS, v, few, t, i, B, C);
    for (; i + 4 <= t->m; i += 4)
        kernels_tile(4, v, few, t, i, B, C);
    for (; i + 2 <= t->m; i += 2)
        kernels_tile(2, v, few, t, i, B, C);
    if (i < t->m) kernels_tile(1, v, few, t, i, B, C);
}

static void kernels_tiles(const lf_dense_tiles *t) {
    const lf_real *B = t->B;
    size_t j = 0;
    for (; j + KERNELS_STRIP <= t->n; j += KERNELS_STRIP, B += t->strip)
        kernels_strip(KERNELS_V, DENSE_W, t, B, t->C + j);
    const size_t left = t->n - j;
    if (left > 2 * DENSE_W)
        kernels_strip(3, left - 2 * DENSE_W, t, B, t->C + j);
    else if (left > DENSE_W)
        kernels_strip(2, left - DENSE_W, t, B, t->C + j);
    else if (left > 0)
        kernels_strip(1, left, t, B, t->C + j);
}

/* ---- a matrix turned round ---- */

static void kernels_turn(size_t m, size_t n, const lf_real *B, size_t wide, lf_real *T,
                         size_t apart) {
    const lf_real *from[DENSE_SQUARE];
    for (size_t i = 0; i < m; i += DENSE_SQUARE) {
        for (size_t k = 0; k < DENSE_SQUARE; k++) /* the last again in place of those not there */
            from[k] = B + kernels_least(i + k, m - 1) * wide;
        size_t j = 0;
        for (; j + DENSE_SQUARE <= n; j += DENSE_SQUARE)
            dense_turn(from, j, T + j * apart + i, apart);
        for (; j < n; j++)
            for (size_t k = 0; k < DENSE_SQUARE; k++)
                T[j * apart + i + k] = from[k][j];
    }
}

/* ---- the build ---- */

#ifndef LF_SINGLE
#include "numeric/dense_eigen_parts.h"
#endif
#if DENSE_AVX == 512 && !defined(LF_SINGLE)
#include "numeric/dense_few_parts.h"
#define KERNELS_FEW kernels_few
#else
#define KERNELS_FEW NULL
#endif

#define KERNELS_NAME(build) KERNELS_PASTE(lf_dense_, build)
#define KERNELS_PASTE(a, b) a##b
#define KERNELS_TEXT(build) KERNELS_QUOTE(build)
#define KERNELS_QUOTE(a) #a

const lf_dense_kernels KERNELS_NAME(DENSE_BUILD) = {
    .name = KERNELS_TEXT(DENSE_BUILD),
    .runs = dense_runs,
    .strip = KERNELS_STRIP,
    .group = DENSE_ROWS,
    .dot = kernels_dot,
    .rows = kernels_rows,
    .columns = kernels_columns,
    .tiles = kernels_tiles,
    .few = KERNELS_FEW,
    .turn = kernels_turn,
#ifndef LF_SINGLE
    .turned = EIGEN_COLUMNS,
    .rotate = eigen_rotate,
    .reflect_rows = eigen_reflect_rows,
    .symmetric = eigen_symmetric,
#endif
};
