/**
 * @file symmetric_eigen.c
 * @brief In portable mode reflections to three diagonals and the implicit QL method (Golub & Van
 * Loan 2013, sections 8.3.1 and 8.3.5); in fast mode LAPACK's divide and conquer, which OpenBLAS
 * brings along.
 */
#include "numeric/symmetric_eigen.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include <cblas.h>

#include <levelfield/vector.h>

#include "numeric/bits.h"
#include "numeric/eigen_rotations.h"
#include "numeric/tridiagonal.h"

/* Steps for one eigenvalue, of which three are usual, until less will do, and as many again;
 * doubles in a cache line. */
enum { EIGEN_STEPS = 100, EIGEN_LINE = 8 };

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

/* ---- the diagonal ---- */

/* The root of a^2 + b^2 by operations that every machine rounds alike; a C library's hypot() is
 * not one. */
static double eigen_length(double a, double b) {
    const double x = fabs(a), y = fabs(b), most = x > y ? x : y, ratio = (x > y ? y : x) / most;
    return most > 0 ? most * sqrt(1 + ratio * ratio) : 0;
}

/* One step on entries l to m, beyond which e is 0; the rows of R will turn with them. */
static void eigen_step(size_t l, size_t m, double *d, double *e, lf_eigen_rotations *R) {
    double *turns = lf_eigen_rotations_next(R);
    R->end[R->count] = R->first[R->count] = m;
    double s = 1, c = 1, p = 0, g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + copysign(eigen_length(g, 1), g));
    for (size_t i = m; i-- > l;) {
        const double f = s * e[i], b = c * e[i], r = eigen_length(f, g);
        e[i + 1] = r;
        if (r == 0) { /* the matrix falls apart here */
            d[i + 1] -= p;
            e[m] = 0;
            R->count++;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const double t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        turns[2 * i] = c;
        turns[2 * i + 1] = s;
        R->first[R->count] = i;
    }
    R->count++;
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
}

/* d <- the eigenvalues, the rows of R will be those of Z R, Z the eigenvectors of T, which is that
 * of a matrix whose largest entry is between 1/2 and 1. What is beside the diagonal counts as 0 if
 * it is nothing to its neighbours there. A matrix with few eigenvalues other than 0 becomes one
 * with a block of mere errors, which get smaller downwards; QL is slow on those. So once an
 * eigenvalue has taken too many steps, what is nothing to that largest entry counts as 0. */
static bool eigen_diagonal(size_t n, double *d, double *e, lf_eigen_rotations *R) {
    double nothing = 0x1p-1000;
    e[n - 1] = 0;
    for (size_t l = 0; l < n; l++)
        for (int step = 0;; step++) {
            if (step == EIGEN_STEPS) nothing = DBL_EPSILON / 2;
            size_t m = l;
            while (m + 1 < n && fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])) + nothing)
                m++;
            if (m == l) break;
            if (step == 2 * EIGEN_STEPS) return false;
            eigen_step(l, m, d, e, R);
        }
    return true;
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
    lf_eigen_rotations R;
    double most = 0;
    int unit;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            most = fabs(A[i * n + j]) > most ? fabs(A[i * n + j]) : most;
    frexp(most, &unit);
    lf_tridiagonal(n, A, -unit, M, s, e);
    lf_eigen_rotations_begin(n, M, lf_tridiagonal_wide(n), M + lf_tridiagonal_reals(n), &R);
    const bool found = eigen_diagonal(n, s, e, &R);
    lf_eigen_rotations_end(&R, A);
    eigen_sort(n, s, A);
    for (size_t i = 0; i < n; i++)
        s[i] = ldexp(s[i], unit);
    return found;
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
        info = eigen_portable(n, A, s, work) ? 0 : EIGEN_STEPS;
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
