/**
 * @file dense.h
 * @brief Dense algebra: row-major matrices and vectors without gaps, no overlap unless both are
 * read.
 *
 * In portable mode (bits.h) by kernels of our own, whose results are the same on every processor,
 * for any number of threads and wherever in memory things lie; in fast mode by OpenBLAS. Portable:
 * - A sum over k (dot, the entries of gemv) has 16 lanes, as numeric/dense_parts.h says, whatever
 *   is asked at once: gemv makes the same bits as dot, row by row.
 * - Everything else starts at b times what was there (b = 0: at 0, nothing is read) and adds
 *   products one after the other, in the order of k, each by one fused multiply-add with the
 *   rounded a A_ik: the same bits for all rows at once as for one after the other.
 * - Of a number that is no number, only that it is none is the same everywhere.
 * Nothing here allocates; a matrix has fewer than 2^31 rows and columns. Files for floats see the
 * same functions, but for the norm and the triangle, for these (real.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "numeric/real.h"

/** Whose kernels: "portable", or OpenBLAS's name for its own ("Haswell"), on which bits depend. */
const char *lf_dense_kernels_name(void);
/** The build of the portable kernels that this processor runs: "avx512", "avx2" or "plain". */
const char *lf_dense_build_name(void);
/** Do the kernels multiply small matrices as they lie, without copying them first, half as fast
 *  again? */
bool lf_dense_unpacked(void);

/** x . y */
lf_real lf_dense_dot(size_t n, const lf_real *x, const lf_real *y);
/** y <- y + a x */
void lf_dense_axpy(size_t n, lf_real a, const lf_real *x, lf_real *y);

/** y (m) <- b y + a A x, A m x n: b y + a (A_i . x), the sum fused. */
void lf_dense_gemv(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real b,
                   lf_real *y);
/** y (n) <- b y + a A' x, A m x n */
void lf_dense_gemv_t(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real b,
                     lf_real *y);
/** A (m x n) <- A + a x y' */
void lf_dense_ger(size_t m, size_t n, lf_real a, const lf_real *x, const lf_real *y, lf_real *A);

/** Which of the two matrices of a product is turned. */
typedef enum { LF_DENSE_NN, LF_DENSE_NT, LF_DENSE_TN } lf_dense_form;

/** C (m x n) <- b C + a A B; A is m x k (turned: k x m), B k x n (turned: n x k). The rows of a
 *  matrix begin wide_* entries apart. */
void lf_dense_gemm(lf_dense_form form, size_t m, size_t n, size_t k, lf_real a, const lf_real *A,
                   size_t wide_a, const lf_real *B, size_t wide_b, lf_real b, lf_real *C,
                   size_t wide_c);
/** The root of x . x, which neither overflows nor underflows on the way. */
double lf_dense_norm(size_t n, const double *x);
/** The upper triangle of C (n x n) <- its own + a A' A, A k x n. */
void lf_dense_syrk(size_t n, size_t k, double a, const double *A, size_t wide, double *C,
                   size_t wide_c);
