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

#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/dense_parts.h"
#include "numeric/eigen_rotations.h"

/* Steps for one eigenvalue; three are usual. */
enum { EIGEN_STEPS = 100 };

/* OpenBLAS installs no C header for its LAPACK. The last two are the lengths of the two texts,
 * which Fortran hands over unseen. */
void dsyevd_(const char *jobz, const char *uplo, const blasint *n, double *a, const blasint *lda,
             double *w, double *work, const blasint *lwork, blasint *iwork, const blasint *liwork,
             blasint *info, size_t jobz_length, size_t uplo_length);

size_t lf_symmetric_eigen_reals(size_t n) {
    const size_t fast = 1 + 6 * n + 2 * n * n, portable = n + lf_eigen_rotations_reals(n);
    return fast > portable ? fast : portable;
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

/* The last reflection but one row of it: A still lacks -v p' - p v' beyond its row. */
typedef struct {
    const double *v, *p; /* of the rows that are left; NULL: A lacks nothing */
} eigen_pair;

/* Rows of S (m x m, rows n apart, the upper triangle) <- what they lack; q (m) <- S w, unless w is
 * NULL. */
static void eigen_triangle(size_t m, size_t n, eigen_pair u, double *S, const double *w,
                           double *q) {
    const lf_dense_kernels *kernels = lf_dense_build();
    for (size_t i = 0; i < m; i++) {
        double *row = S + i * n + i;
        if (u.v && w) {
            q[i] += kernels->symmetric(m - i, -u.v[i], u.p + i, -u.p[i], u.v + i, w[i], w + i, row,
                                       q + i);
        } else if (u.v) {
            lf_dense_axpy(m - i, -u.v[i], u.p + i, row);
            lf_dense_axpy(m - i, -u.p[i], u.v + i, row);
        } else {
            q[i] += lf_dense_dot(m - i, row, w + i);
            lf_dense_axpy(m - i - 1, w[i], row + 1, q + i + 1);
        }
    }
}

/* A <- T of diagonal d (n) and e (n - 1) beside it, and the reflections I - tau v v' that lead to
 * it, v in the rows; p (2 n) is work. */
static void eigen_reduce(size_t n, double *A, double *d, double *e, double *tau, double *p) {
    eigen_pair u = {NULL, NULL};
    double *q = p + n;
    for (size_t k = 0; k < n; k++) {
        const size_t m = n - k - 1;
        double *v = A + k * n + k + 1;
        if (u.v) { /* this row comes first, as the next reflection is made of it */
            lf_dense_axpy(m + 1, -u.v[0], u.p, v - 1);
            lf_dense_axpy(m + 1, -u.p[0], u.v, v - 1);
            u.v++, u.p++;
        }
        d[k] = v[-1];
        v[-1] = 0;
        tau[k] = m > 0 ? eigen_reflection(m, v, e + k) : 0;
        const bool turns = tau[k] != 0;
        if (!turns && !u.v) continue;
        lf_vec_zero(m, q);
        eigen_triangle(m, n, u, v + n, turns ? v : NULL, q);
        u.v = NULL;
        if (!turns) continue;
        lf_vec_scale(m, tau[k], q);
        lf_dense_axpy(m, -tau[k] / 2 * lf_dense_dot(m, q, v), v, q);
        u = (eigen_pair){v, q};
        q = q == p ? p + n : p;
    }
}

/* Row i of A <- H A_i beyond its entry k, H the reflection of row k; that entry is 0. */
static void eigen_row(size_t n, size_t k, size_t i, double tau, double *A) {
    const double *v = A + k * n + k + 1;
    double *row = A + i * n + k + 1;
    if (tau != 0) lf_dense_axpy(n - k - 1, -tau * lf_dense_dot(n - k - 1, row, v), v, row);
    row[-1] = 0;
}

/* The four rows from row i on, for k = i - 1 down to 0: one pass takes a reflection in and makes
 * the products with the next. */
static void eigen_rows(size_t n, size_t i, const double *tau, double *A) {
    enum { ROWS = 4 };
    double f[ROWS], dot[ROWS];
    bool known = false; /* the products with the reflection k */
    for (size_t k = i; k-- > 0;) {
        const double *v = A + k * n + k; /* after a zero */
        double *rows = A + i * n + k;
        const bool next = k > 0 && tau[k] != 0 && tau[k - 1] != 0;
        for (size_t r = 0; r < ROWS; r++) {
            if (next && !known) dot[r] = lf_dense_dot(n - k - 1, rows + r * n + 1, v + 1);
            f[r] = -tau[k] * dot[r];
            rows[r * n] = 0;
            if (!next && known) lf_dense_axpy(n - k - 1, f[r], v + 1, rows + r * n + 1);
            if (!next && !known) eigen_row(n, k, i + r, tau[k], A);
        }
        if (next) lf_dense_build()->reflect_rows(n - k, f, v, v - n, rows, n, dot);
        known = next;
    }
}

/* A <- Q' with A = Q T Q': reflection k meets the rows beyond k, which are of the product of the
 * later ones; rows are made from the last on, as a reflection lies where its row will. */
static void eigen_tridiagonal(size_t n, double *A, double *d, double *e, double *tau, double *p) {
    eigen_reduce(n, A, d, e, tau, p);
    for (size_t end = n, from; end > 0; end = from) {
        from = end < 4 ? 0 : end - 4;
        for (size_t k = end; k-- > from;) {
            for (size_t i = k + 1; i < end; i++)
                eigen_row(n, k, i, tau[k], A);
            lf_vec_zero(n - k, A + k * n + k);
            A[k * n + k] = 1;
        }
        eigen_rows(n, from, tau, A);
    }
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

/* d <- the eigenvalues, the rows of R <- those of Z R, Z the eigenvectors of T. */
static bool eigen_diagonal(size_t n, double *d, double *e, double *R, double *work) {
    bool found = true;
    lf_eigen_rotations rotations;
    lf_eigen_rotations_begin(n, R, work, &rotations);
    e[n - 1] = 0;
    for (size_t l = 0; l < n && found; l++)
        for (int step = 0;; step++) {
            size_t m = l;
            while (m + 1 < n &&
                   fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])) + 0x1p-1000)
                m++;
            if (m == l) break;
            found = step < EIGEN_STEPS;
            if (!found) break;
            eigen_step(l, m, d, e, &rotations);
        }
    lf_eigen_rotations_end(&rotations, R);
    return found;
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
    const bool found = eigen_diagonal(n, s, work, A, work + n);
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
