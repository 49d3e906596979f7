/**
 * @file dense.c
 * @brief Each operation in both modes; the portable ones in terms of five kernels.
 */
#include "numeric/dense.h"

#include <math.h>
#include <strings.h>

#include <cblas.h>

#include <levelfield/vector.h>

#include "numeric/bits.h"
#include "numeric/dense_parts.h"

/* Rows of a triangle that are made as one product: the smaller, the less is made twice. */
enum { DENSE_ROWS = 48 };

static bool dense_fast(void) {
    return lf_bits_mode() == LF_BITS_FAST;
}

const char *lf_dense_kernels_name(void) {
    return dense_fast() ? openblas_get_corename() : "portable";
}

bool lf_dense_unpacked(void) {
    static const char *const small[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
    for (size_t i = 0; dense_fast() && i < sizeof small / sizeof *small; i++)
        if (strcasecmp(openblas_get_corename(), small[i]) == 0) return true;
    return false;
}

/* ---- vectors ---- */

double lf_dense_dot(size_t n, const double *x, const double *y) {
    return dense_fast() ? cblas_ddot((blasint)n, x, 1, y, 1) : lf_dense_build()->dot(n, x, y);
}

void lf_dense_axpy(size_t n, double a, const double *x, double *y) {
    if (dense_fast())
        cblas_daxpy((blasint)n, a, x, 1, y, 1);
    else
        lf_dense_build()->columns(1, n, 1, x, &a, y);
}

/* Again for squares that are too large or too small: in units of the largest entry's power of 2. */
static double dense_norm_scaled(size_t n, const double *x) {
    double most = 0, sum = 0;
    int unit;
    for (size_t i = 0; i < n; i++)
        if (fabs(x[i]) > most) most = fabs(x[i]);
    if (most == 0 || isinf(most)) return most;
    frexp(most, &unit);
    for (size_t i = 0; i < n; i++) {
        const double in_units = ldexp(x[i], -unit);
        sum = fma(in_units, in_units, sum);
    }
    return ldexp(sqrt(sum), unit);
}

double lf_dense_norm(size_t n, const double *x) {
    if (dense_fast()) return cblas_dnrm2((blasint)n, x, 1);
    const double square = lf_dense_build()->dot(n, x, x);
    const bool safe = square >= 0x1p-900 && square <= 0x1p1000;
    return safe || isnan(square) ? sqrt(square) : dense_norm_scaled(n, x);
}

/* ---- a matrix and a vector ---- */

void lf_dense_gemv(size_t m, size_t n, double a, const double *A, const double *x, double b,
                   double *y) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast())
        cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, columns, a, A, columns, x, 1, b, y, 1);
    else
        lf_dense_build()->rows(m, n, a, A, x, b, y);
}

void lf_dense_gemv_t(size_t m, size_t n, double a, const double *A, const double *x, double b,
                     double *y) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast()) {
        cblas_dgemv(CblasRowMajor, CblasTrans, rows, columns, a, A, columns, x, 1, b, y, 1);
        return;
    }
    if (b == 0)
        lf_vec_zero(n, y);
    else
        lf_vec_scale(n, b, y);
    lf_dense_build()->columns(m, n, a, A, x, y);
}

void lf_dense_ger(size_t m, size_t n, double a, const double *x, const double *y, double *A) {
    const blasint rows = (blasint)m, columns = (blasint)n;
    if (dense_fast()) cblas_dger(CblasRowMajor, rows, columns, a, x, 1, y, 1, A, columns);
    for (size_t i = 0; !dense_fast() && i < m; i++)
        lf_dense_build()->columns(1, n, a, y, x + i, A + i * n);
}

/* ---- two matrices ---- */

void lf_dense_gemm(lf_dense_form form, size_t m, size_t n, size_t k, double a, const double *A,
                   size_t wide_a, const double *B, size_t wide_b, double b, double *C,
                   size_t wide_c) {
    const bool turned = form == LF_DENSE_TN;
    if (dense_fast()) {
        cblas_dgemm(CblasRowMajor, turned ? CblasTrans : CblasNoTrans,
                    form == LF_DENSE_NT ? CblasTrans : CblasNoTrans, (blasint)m, (blasint)n,
                    (blasint)k, a, A, (blasint)wide_a, B, (blasint)wide_b, b, C, (blasint)wide_c);
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

/* The upper triangle of a square on the diagonal, by way of all of it. */
static void dense_square(size_t n, size_t k, double a, const double *A, size_t wide, double *C,
                         size_t wide_c) {
    double all[DENSE_ROWS * DENSE_ROWS];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            all[i * n + j] = j < i ? 0 : C[i * wide_c + j];
    lf_dense_gemm(LF_DENSE_TN, n, n, k, a, A, wide, A, wide, 1, all, n);
    for (size_t i = 0; i < n; i++)
        lf_vec_copy(n - i, all + i * n + i, C + i * wide_c + i);
}

void lf_dense_syrk(size_t n, size_t k, double a, const double *A, size_t wide, double *C,
                   size_t wide_c) {
    if (dense_fast()) {
        cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (blasint)n, (blasint)k, a, A,
                    (blasint)wide, 1, C, (blasint)wide_c);
        return;
    }
    for (size_t i = 0, rows; i < n; i += rows) {
        rows = n - i < DENSE_ROWS ? n - i : DENSE_ROWS;
        dense_square(rows, k, a, A + i, wide, C + i * wide_c + i, wide_c);
        lf_dense_gemm(LF_DENSE_TN, rows, n - i - rows, k, a, A + i, wide, A + i + rows, wide, 1,
                      C + i * wide_c + i + rows, wide_c);
    }
}
