#include "numeric/cholesky.h"

#include <cblas.h>

/* OpenBLAS installs no C header for its LAPACK; the last is the length of the text. */
void dposv_(const char *uplo, const blasint *n, const blasint *nrhs, double *a, const blasint *lda,
            double *b, const blasint *ldb, blasint *info, size_t uplo_length);
void dpotrs_(const char *uplo, const blasint *n, const blasint *nrhs, const double *a,
             const blasint *lda, double *b, const blasint *ldb, blasint *info, size_t uplo_length);

lf_status lf_cholesky_solve(size_t n, double *A, double *b) {
    const blasint rows = (blasint)n, one = 1;
    blasint info = 0;
    if (n == 0) return LF_OK;
    openblas_set_num_threads(1); /* the same bits on every machine of one type */
    dposv_("L", &rows, &one, A, &rows, b, &rows, &info, 1);
    if (info == 0) return LF_OK;
    return lf_fail(LF_DIVERGED, "a matrix of %zu rows is not positive definite", n);
}

void lf_cholesky_again(size_t n, const double *factor, double *b) {
    const blasint rows = (blasint)n, one = 1;
    blasint info = 0;
    if (n > 0) dpotrs_("L", &rows, &one, factor, &rows, b, &rows, &info, 1);
}
