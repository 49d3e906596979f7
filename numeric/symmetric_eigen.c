/**
 * @file symmetric_eigen.c
 * @brief In portable mode reflections to three diagonals and the implicit QL method (Golub & Van
 * Loan 2013, sections 8.3.1 and 8.3.5); in fast mode LAPACK's divide and conquer, which OpenBLAS
 * brings along.
 */
#include "numeric/symmetric_eigen.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include <cblas.h>

#include <levelfield/vector.h>

#include "numeric/bits.h"
#include "numeric/eigen_diagonal.h"
#include "numeric/eigen_rotations.h"
#include "numeric/tridiagonal.h"

enum { EIGEN_LINE = 8 }; /* doubles in a cache line */

/* OpenBLAS installs no C header for its LAPACK. The last two are the lengths of the two texts,
 * which Fortran hands over unseen. */
void dsyevd_(const char *jobz, const char *uplo, const blasint *n, double *a, const blasint *lda,
             double *w, double *work, const blasint *lwork, blasint *iwork, const blasint *liwork,
             blasint *info, size_t jobz_length, size_t uplo_length);

size_t lf_symmetric_eigen_reals(size_t n) {
    const size_t fast = 1 + 6 * n + 2 * n * n;
    const size_t portable = n + EIGEN_LINE + lf_tridiagonal_reals(n) + lf_eigen_rotations_reals(n);
    return fast > portable ? fast : portable;
}

size_t lf_symmetric_eigen_integers(size_t n) {
    return 3 + 5 * n;
}

static void eigen_sort(size_t n, double *d, double *R) {
    for (size_t i = 0; i + 1 < n; i++) {
        size_t least = i;
        for (size_t k = i + 1; k < n; k++)
            if (d[k] < d[least]) least = k;
        const double value = d[least];
        d[least] = d[i];
        d[i] = value;
        for (size_t j = 0; least != i && j < n; j++) {
            const double entry = R[i * n + j];
            R[i * n + j] = R[least * n + j];
            R[least * n + j] = entry;
        }
    }
}

/* In room that begins with a cache line; with entries of size 1, so that no square overflows. */
static bool eigen_portable(size_t n, double *A, double *s, double *work) {
    double *e = work, *M = work + n;
    while ((uintptr_t)M % (EIGEN_LINE * sizeof *M) != 0)
        M++;
    lf_eigen_diagonal q;
    double most = 0;
    int unit;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            most = fabs(A[i * n + j]) > most ? fabs(A[i * n + j]) : most;
    frexp(most, &unit);
    lf_tridiagonal(n, A, -unit, M, s, e);
    lf_eigen_diagonal_begin(n, s, e, &q);
    lf_eigen_rotations(n, M, lf_tridiagonal_wide(n), lf_eigen_diagonal_make, &q,
                       M + lf_tridiagonal_reals(n), A);
    eigen_sort(n, s, A);
    for (size_t i = 0; i < n; i++)
        s[i] = ldexp(s[i], unit);
    return lf_eigen_diagonal_found(&q);
}

lf_status lf_symmetric_eigen_in(size_t n, double *A, double *s, double *work, int *iwork) {
    if (n == 0) return LF_OK;
    if (n > 30000) /* the room is counted by a LAPACK integer */
        return lf_fail(LF_UNSUPPORTED, "a matrix of %zu rows is too large for its eigenvalues", n);
    if (!lf_vec_finite(n * n, A))
        return lf_fail(LF_DIVERGED, "a symmetric matrix of %zu rows is not finite", n);
    const blasint rows = (blasint)n, lwork = (blasint)lf_symmetric_eigen_reals(n),
                  liwork = (blasint)lf_symmetric_eigen_integers(n);
    blasint info = 0;
    if (lf_bits_mode() == LF_BITS_PORTABLE)
        info = eigen_portable(n, A, s, work) ? 0 : 1;
    else
        dsyevd_("V", "L", &rows, A, &rows, s, work, &lwork, iwork, &liwork, &info, 1, 1);
    if (info == 0) return LF_OK;
    return lf_fail(LF_DIVERGED, "no eigenvalues of %zu rows were found: %d", n, (int)info);
}

lf_status lf_symmetric_eigen(size_t n, double *A, double *s) {
    double *work = malloc(lf_symmetric_eigen_reals(n) * sizeof *work);
    int *iwork = malloc(lf_symmetric_eigen_integers(n) * sizeof *iwork);
    const lf_status status =
        work && iwork ? lf_symmetric_eigen_in(n, A, s, work, iwork)
                      : lf_fail(LF_NO_MEMORY, "no memory for the eigenvalues of %zu rows", n);
    free(work);
    free(iwork);
    return status;
}
