/**
 * @file symmetric_eigen.c
 * @brief LAPACK's divide and conquer, which OpenBLAS brings along.
 */
#include "numeric/symmetric_eigen.h"

#include <stdlib.h>

#include <cblas.h>

#include <levelfield/vector.h>

/* OpenBLAS installs no C header for its LAPACK. The last two are the lengths of the two texts,
 * which Fortran hands over unseen. */
void dsyevd_(const char *jobz, const char *uplo, const blasint *n, double *a, const blasint *lda,
             double *w, double *work, const blasint *lwork, blasint *iwork, const blasint *liwork,
             blasint *info, size_t jobz_length, size_t uplo_length);

size_t lf_symmetric_eigen_reals(size_t n) {
    return 1 + 6 * n + 2 * n * n;
}

size_t lf_symmetric_eigen_integers(size_t n) {
    return 3 + 5 * n;
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
    openblas_set_num_threads(1); /* the same bits on every machine of one type */
    dsyevd_("V", "L", &rows, A, &rows, s, work, &lwork, iwork, &liwork, &info, 1, 1);
    if (info == 0) return LF_OK;
    return lf_fail(LF_DIVERGED, "LAPACK found no eigenvalues: dsyevd says %d", (int)info);
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
