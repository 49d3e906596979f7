/**
 * @file dense.c
 * @brief Each operation in both modes; the portable ones in terms of the kernels.
 */
#include "numeric/dense.h"

#include <cblas.h>

#include "numeric/bits.h"
#include "numeric/dense_parts.h"

#ifdef LF_SINGLE
#define DENSE_BLAS(name) cblas_s##name
#else
#define DENSE_BLAS(name) cblas_d##name
#endif

static bool dense_fast(void) {
    return lf_bits_mode() == LF_BITS_FAST;
}

/* ---- vectors ---- */

lf_real lf_dense_dot(size_t n, const lf_real *x, const lf_real *y) {
    return dense_fast() ? DENSE_BLAS(dot)((blasint)n, x, 1, y, 1) : lf_dense_build()->dot(n, x, y);
}

void lf_dense_axpy(size_t n, lf_real a, const lf_real *x, lf_real *y) {
    if (dense_fast())
        DENSE_BLAS(axpy)((blasint)n, a, x, 1, y, 1);
    else
        lf_dense_build()->columns(1, n, 1, x, &a, y);
}

/* ---- a matrix and a vector ---- */

void lf_dense_gemv(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real b,
                   lf_real *y) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast())
        DENSE_BLAS(gemv)(CblasRowMajor, CblasNoTrans, rows, columns, a, A, columns, x, 1, b, y, 1);
    else
        lf_dense_build()->rows(m, n, a, A, x, b, y);
}

void lf_dense_gemv_t(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real b,
                     lf_real *y) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast()) {
        DENSE_BLAS(gemv)(CblasRowMajor, CblasTrans, rows, columns, a, A, columns, x, 1, b, y, 1);
        return;
    }
    for (size_t j = 0; b != 1 && j < n; j++)
        y[j] = b == 0 ? 0 : b * y[j];
    lf_dense_build()->columns(m, n, a, A, x, y);
}

void lf_dense_ger(size_t m, size_t n, lf_real a, const lf_real *x, const lf_real *y, lf_real *A) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast()) DENSE_BLAS(ger)(CblasRowMajor, rows, columns, a, x, 1, y, 1, A, columns);
    for (size_t i = 0; !dense_fast() && i < m; i++)
        lf_dense_build()->columns(1, n, a, y, x + i, A + i * n);
}

/* ---- two matrices ---- */

void lf_dense_gemm(lf_dense_form form, size_t m, size_t n, size_t k, lf_real a, const lf_real *A,
                   size_t wide_a, const lf_real *B, size_t wide_b, lf_real b, lf_real *C,
                   size_t wide_c) {
    const bool turned = form == LF_DENSE_TN;
    if (dense_fast()) {
        DENSE_BLAS(gemm)
        (CblasRowMajor, turned ? CblasTrans : CblasNoTrans,
         form == LF_DENSE_NT ? CblasTrans : CblasNoTrans, (blasint)m, (blasint)n, (blasint)k, a, A,
         (blasint)wide_a, B, (blasint)wide_b, b, C, (blasint)wide_c);
        return;
    }
    const lf_dense_tiles t = {.m = m,
                              .n = n,
                              .k = k,
                              .A = A,
                              .row = turned ? 1 : wide_a,
                              .column = turned ? wide_a : 1,
                              .B = B,
                              .wide = wide_b,
                              .b = b,
                              .C = C,
                              .wide_c = wide_c};
    lf_dense_multiply(lf_dense_build(), a, t, form == LF_DENSE_NT);
}
