/**
 * @file cholesky.c
 * @brief In portable mode row by row within strips of rows, whose products with what is below are
 * one product of matrices; in fast mode by LAPACK, which OpenBLAS brings along.
 */
#include "numeric/cholesky.h"

#include <math.h>

#include <cblas.h>

#include "numeric/bits.h"
#include "numeric/dense.h"

/* Rows of a strip. */
enum { CHOLESKY_STRIP = 48 };

/* OpenBLAS installs no C header for its LAPACK; the last is the length of the text. */
void dposv_(const char *uplo, const blasint *n, const blasint *nrhs, double *a, const blasint *lda,
            double *b, const blasint *ldb, blasint *info, size_t uplo_length);
void dpotrs_(const char *uplo, const blasint *n, const blasint *nrhs, const double *a,
             const blasint *lda, double *b, const blasint *ldb, blasint *info, size_t uplo_length);

/* The upper triangle of A <- U, A = U' U; false if there is none. Entries are updated in the order
 * of rows, so strips change no bit. */
static bool cholesky_factor(size_t n, double *A) {
    for (size_t first = 0, rows; first < n; first += rows) {
        rows = n - first < CHOLESKY_STRIP ? n - first : CHOLESKY_STRIP;
        const size_t end = first + rows;
        for (size_t i = first; i < end; i++) {
            double *u = A + i * n;
            for (size_t k = first; k < i; k++)
                lf_dense_axpy(n - i, -A[k * n + i], A + k * n + i, u + i);
            if (!(u[i] > 0)) return false;
            u[i] = sqrt(u[i]);
            for (size_t j = i + 1; j < n; j++)
                u[j] /= u[i];
        }
        lf_dense_syrk(n - end, rows, -1, A + first * n + end, n, A + end * n + end, n);
    }
    return true;
}

/* b <- U^-1 U'^-1 b */
static void cholesky_back(size_t n, const double *U, double *b) {
    for (size_t i = 0; i < n; i++) {
        b[i] /= U[i * n + i];
        lf_dense_axpy(n - i - 1, -b[i], U + i * n + i + 1, b + i + 1);
    }
    for (size_t i = n; i-- > 0;)
        b[i] = (b[i] - lf_dense_dot(n - i - 1, U + i * n + i + 1, b + i + 1)) / U[i * n + i];
}

lf_status lf_cholesky_solve(size_t n, double *A, double *b) {
    const blasint rows = (blasint)n, one = 1;
    blasint info = 0;
    if (n == 0) return LF_OK;
    if (lf_bits_mode() == LF_BITS_FAST)
        dposv_("L", &rows, &one, A, &rows, b, &rows, &info, 1);
    else if (cholesky_factor(n, A))
        cholesky_back(n, A, b);
    else
        info = 1;
    if (info == 0) return LF_OK;
    return lf_fail(LF_DIVERGED, "a matrix of %zu rows is not positive definite", n);
}

void lf_cholesky_again(size_t n, const double *factor, double *b) {
    const blasint rows = (blasint)n, one = 1;
    blasint info = 0;
    if (lf_bits_mode() == LF_BITS_PORTABLE)
        cholesky_back(n, factor, b);
    else if (n > 0)
        dpotrs_("L", &rows, &one, factor, &rows, b, &rows, &info, 1);
}
