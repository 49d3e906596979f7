/**
 * @file dense_double.c
 * @brief What there is for doubles alone: names of kernels, a norm, the triangle of A' A.
 */
#include <math.h>
#include <strings.h>

#include <cblas.h>

#include <levelfield/vector.h>

#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/dense_parts.h"

/* Rows of a triangle that are made as one product: the smaller, the less is made twice. */
enum { DENSE_ROWS = 48 };

const char *lf_dense_kernels_name(void) {
    return lf_bits_mode() == LF_BITS_FAST ? openblas_get_corename() : "portable";
}

const char *lf_dense_build_name(void) {
    return lf_dense_build()->name;
}

bool lf_dense_unpacked(void) {
    static const char *const small[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
    for (size_t i = 0; lf_bits_mode() == LF_BITS_FAST && i < sizeof small / sizeof *small; i++)
        if (strcasecmp(openblas_get_corename(), small[i]) == 0) return true;
    return false;
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
    if (lf_bits_mode() == LF_BITS_FAST) return cblas_dnrm2((blasint)n, x, 1);
    const double square = lf_dense_build()->dot(n, x, x);
    const bool safe = square >= 0x1p-900 && square <= 0x1p1000;
    return safe || isnan(square) ? sqrt(square) : dense_norm_scaled(n, x);
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
    if (lf_bits_mode() == LF_BITS_FAST) {
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
