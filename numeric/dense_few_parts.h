/**
 * @file dense_few_parts.h
 * @brief A product of a few rows with a few turned ones, with AVX-512: B is turned on its way into
 * the registers, while sums wait for themselves.
 */
#pragma once

#include "numeric/dense_parts.h"
#include "numeric/dense_vector_parts.h"

enum { FEW_SQUARE = 4 };

/* c (r) <- what a column of B adds, turned in b */
DENSE_INLINE void few_add(const size_t r, const lf_dense_tiles *t, size_t k, dense_vec b,
                          dense_vec *c) {
    const double *A = t->A + k * t->column;
#pragma GCC unroll 8
    for (size_t i = 0; i < r; i++)
        c[i] = dense_fma(dense_all(A[i * t->row]), b, c[i]);
}

/* r rows of C, of one vector each. */
DENSE_INLINE void few_rows(const size_t r, const lf_dense_tiles *t) {
    const double *from[DENSE_W];
    dense_vec c[DENSE_ROWS];
    for (size_t j = 0; j < DENSE_W; j++) /* the last again in place of those not there */
        from[j] = t->B + kernels_least(j, t->n - 1) * t->wide;
#pragma GCC unroll 8
    for (size_t i = 0; i < r; i++)
        if (t->b == 0)
            c[i] = dense_all(0);
        else
            c[i] = dense_all(t->b) * dense_load_few(t->C + i * t->wide_c, t->n);
    size_t k = 0;
    for (; k + FEW_SQUARE <= t->k; k += FEW_SQUARE) {
        __m256d left[FEW_SQUARE], right[FEW_SQUARE];
        dense_square(from, k, left);
        dense_square(from + FEW_SQUARE, k, right);
#pragma GCC unroll 4
        for (size_t at = 0; at < FEW_SQUARE; at++)
            few_add(r, t, k + at, dense_pair(left[at], right[at]), c);
    }
    for (; k < t->k; k++) {
        double column[DENSE_W];
        for (size_t j = 0; j < DENSE_W; j++)
            column[j] = from[j][k];
        few_add(r, t, k, dense_load(column), c);
    }
#pragma GCC unroll 8
    for (size_t i = 0; i < r; i++)
        dense_store_few(t->C + i * t->wide_c, c[i], t->n);
}

static void kernels_few(const lf_dense_tiles *t) {
    switch (t->m) {
    case 1:
        few_rows(1, t);
        break;
    case 2:
        few_rows(2, t);
        break;
    case 3:
        few_rows(3, t);
        break;
    case 4:
        few_rows(4, t);
        break;
    case 5:
        few_rows(5, t);
        break;
    case 6:
        few_rows(6, t);
        break;
    case 7:
        few_rows(7, t);
        break;
    default:
        few_rows(8, t);
    }
}
