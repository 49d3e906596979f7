/**
 * @file symmetric_eigen.c
 * @brief In portable mode reflections to three diagonals and the implicit QL method (Golub & Van
 * Loan 2013, sections 8.3.1 and 8.3.5); in fast mode LAPACK's divide and conquer, which OpenBLAS
 * brings along.
 */
#include "numeric/symmetric_eigen.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <cblas.h>

#include <levelfield/vector.h>
#include <levelfield/wide.h>

#include "numeric/bits.h"
#include "numeric/dense.h"

/* Steps for one eigenvalue; three are usual. */
enum { EIGEN_STEPS = 100 };

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

/* ---- three diagonals ---- */

/* x (m) <- v with v_0 = 1, so that I - tau v v' takes x to `left` in its first entry and 0 else. */
static double eigen_reflection(size_t m, double *x, double *left) {
    const double rest = lf_dense_norm(m - 1, x + 1), length = lf_dense_norm(m, x);
    *left = rest > 0 ? -copysign(length, x[0]) : x[0];
    const double tau = rest > 0 ? (*left - x[0]) / *left : 0, first = x[0] - *left;
    for (size_t j = 1; rest > 0 && j < m; j++)
        x[j] /= first;
    x[0] = 1;
    return tau;
}

/* The upper triangle of S (m x m, rows n apart) <- H S H, H = I - tau v v'; p (m) is work. */
static void eigen_reflect(size_t m, size_t n, double tau, const double *v, double *S, double *p) {
    lf_vec_zero(m, p);
    for (size_t i = 0; i < m; i++) {
        p[i] += lf_dense_dot(m - i, S + i * n + i, v + i);
        lf_dense_axpy(m - i - 1, v[i], S + i * n + i + 1, p + i + 1);
    }
    lf_vec_scale(m, tau, p);
    lf_dense_axpy(m, -tau / 2 * lf_dense_dot(m, p, v), v, p);
    for (size_t i = 0; i < m; i++) {
        lf_dense_axpy(m - i, -v[i], p + i, S + i * n + i);
        lf_dense_axpy(m - i, -p[i], v + i, S + i * n + i);
    }
}

/* A <- Q' with A = Q T Q', T of diagonal d (n) and e (n - 1) beside it; tau and p (n) are work. */
static void eigen_tridiagonal(size_t n, double *A, double *d, double *e, double *tau, double *p) {
    for (size_t k = 0; k < n; k++) {
        const size_t m = n - k - 1;
        double *v = A + k * n + k + 1;
        d[k] = A[k * n + k];
        tau[k] = m > 0 ? eigen_reflection(m, v, e + k) : 0;
        if (tau[k] != 0) eigen_reflect(m, n, tau[k], v, A + (k + 1) * (n + 1), p);
    }
    for (size_t k = n; k-- > 0;) { /* rows below k are of the product of the later reflections */
        double *v = A + k * n + k + 1;
        const size_t m = n - k - 1;
        for (size_t i = k + 1; i < n; i++) {
            double *row = A + i * n + k + 1;
            if (tau[k] != 0) lf_dense_axpy(m, -tau[k] * lf_dense_dot(m, row, v), v, row);
            row[-1] = 0;
        }
        lf_vec_zero(m, v);
        v[-1] = 1;
    }
}

/* ---- the diagonal ---- */

/* The root of a^2 + b^2 by operations that every machine rounds alike; a C library's hypot() is
 * not one. */
static double eigen_length(double a, double b) {
    const double most = fmax(fabs(a), fabs(b)), least = fmin(fabs(a), fabs(b));
    return most > 0 ? most * sqrt(1 + least / most * (least / most)) : 0;
}

/* Rows x and y turned by an angle of cosine c and sine s. */
LF_WIDE static void eigen_rotate(size_t n, double c, double s, double *restrict x,
                                 double *restrict y) {
    for (size_t j = 0; j < n; j++) {
        const double a = x[j], b = y[j];
        x[j] = c * a - s * b;
        y[j] = s * a + c * b;
    }
}

/* One step on entries l to m, beyond which e is 0; the rows of R turn with them. */
static void eigen_step(size_t n, size_t l, size_t m, double *d, double *e, double *R) {
    double s = 1, c = 1, p = 0, g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + copysign(eigen_length(g, 1), g));
    for (size_t i = m; i-- > l;) {
        const double f = s * e[i], b = c * e[i], r = eigen_length(f, g);
        e[i + 1] = r;
        if (r == 0) { /* the matrix falls apart here */
            d[i + 1] -= p;
            e[m] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const double t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        eigen_rotate(n, c, s, R + i * n, R + (i + 1) * n);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
}

/* d <- the eigenvalues, the rows of R <- those of Z R, Z the eigenvectors of T. */
static bool eigen_diagonal(size_t n, double *d, double *e, double *R) {
    e[n - 1] = 0;
    for (size_t l = 0; l < n; l++)
        for (int step = 0;; step++) {
            size_t m = l;
            while (m + 1 < n &&
                   fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])) + 0x1p-1000)
                m++;
            if (m == l) break;
            if (step == EIGEN_STEPS) return false;
            eigen_step(n, l, m, d, e, R);
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

/* With entries of size 1, so that no square overflows. */
static bool eigen_portable(size_t n, double *A, double *s, double *work) {
    double most = 0;
    int unit;
    for (size_t i = 0; i < n * n; i++)
        most = fmax(most, fabs(A[i]));
    frexp(most, &unit);
    for (size_t i = 0; i < n * n; i++)
        A[i] = ldexp(A[i], -unit);
    eigen_tridiagonal(n, A, s, work, work + n, work + 2 * n);
    const bool found = eigen_diagonal(n, s, work, A);
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
