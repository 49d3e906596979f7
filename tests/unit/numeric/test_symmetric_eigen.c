/* Eigenvalues and Cholesky's factor in portable mode: residuals to the stated bound, LAPACK's
 * values, and the same bits on every build of the kernels. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "numeric/bits.h"
#include "numeric/cholesky.h"
#include "numeric/dense_parts.h"
#include "numeric/stream.h"
#include "numeric/symmetric_eigen.h"

/* Rows at most; for the last build too where others ran, as each of its fused multiply-adds may be
 * a call. */
enum { MOST = 500, MOST_OF_ALL = 120, LAST_BUILD = 2 };

static const char *const builds[] = {"avx512", "avx2", "plain"};

typedef void (*matrix_kind)(size_t n, double *A);

static double number(size_t i, size_t j) {
    uint64_t bits[4];
    lf_stream_block(5, LF_STREAM_TEST, i, j, 0, bits);
    return ldexp((double)(int64_t)bits[0], -63);
}

static void kind_random(size_t n, double *A) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            A[i * n + j] = A[j * n + i] = number(i, j);
}

static void kind_huge(size_t n, double *A) {
    kind_random(n, A);
    lf_vec_scale(n * n, 1e306, A);
}

/* Eigenvalues from 1 down to 1e-30, of which most are lost against the first. */
static void kind_graded(size_t n, double *A) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = pow(10, -15.0 * (double)(i + j) / (double)n) / (1 + (double)(i ^ j));
}

/* Pairs of eigenvalues that agree to all digits (Wilkinson). */
static void kind_paired(size_t n, double *A) {
    lf_vec_zero(n * n, A);
    for (size_t i = 0; i < n; i++) {
        A[i * n + i] = fabs((double)i - (double)(n / 2));
        if (i + 1 < n) A[i * n + i + 1] = A[(i + 1) * n + i] = 1;
    }
}

static void kind_one(size_t n, double *A) {
    for (size_t i = 0; i < n * n; i++)
        A[i] = 1;
}

static void kind_none(size_t n, double *A) {
    lf_vec_zero(n * n, A);
}

/* Zeros on the diagonal: an entry beside it is small against nothing. */
static void kind_crossed(size_t n, double *A) {
    lf_vec_zero(n * n, A);
    for (size_t i = 0; i + 1 < n; i += 2)
        A[i * n + i + 1] = A[(i + 1) * n + i] = 1e-200;
}

/* x x', of which rounding leaves a block that is nothing but errors. */
static void kind_product(size_t n, double *A) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = number(i, 900) * number(j, 900);
}

/* In no order, some of them twice, some 0. */
static void kind_diagonal(size_t n, double *A) {
    lf_vec_zero(n * n, A);
    for (size_t i = 0; i < n; i++)
        A[i * n + i] = (double)(i * 7 % 10) - 4;
}

/* A reflection: -1 once, else 1. */
static void kind_repeated(size_t n, double *A) {
    double square = 0;
    for (size_t i = 0; i < n; i++)
        square += number(i, 901) * number(i, 901);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = (i == j) - 2 * number(i, 901) * number(j, 901) / square;
}

static void kind_tiny(size_t n, double *A) {
    kind_random(n, A);
    lf_vec_scale(n * n, 1e-300, A);
}

static void kind_subnormal(size_t n, double *A) {
    kind_random(n, A);
    lf_vec_scale(n * n, 1e-310, A);
}

/* Both ends of the range: the small ones are nothing beside the largest. */
static void kind_wide(size_t n, double *A) {
    kind_random(n, A);
    for (size_t i = 0; i < n * n; i++)
        A[i] *= (i / n + i % n) % 3 == 0 ? 1e300 : 1e-300;
}

static const matrix_kind kinds[] = {kind_random,   kind_huge,     kind_graded,  kind_paired,
                                    kind_one,      kind_none,     kind_crossed, kind_product,
                                    kind_diagonal, kind_repeated, kind_tiny,    kind_subnormal,
                                    kind_wide};

typedef struct {
    double A[MOST * MOST], R[MOST * MOST], first[MOST * MOST], s[MOST], known[MOST], vector[MOST];
} room;

/* What an eigenvalue may be off by, as a share of the largest; a subnormal one has fewer digits. */
static double off_at_most(size_t n, double most) {
    return 4 * (double)n * DBL_EPSILON + (most > 0 ? DBL_TRUE_MIN / most : 0);
}

/* |A r - s r| and R R' - I, in units of rounding of the largest eigenvalue. */
static void check_vectors(size_t n, room *w) {
    const double most = fmax(fabs(w->s[0]), fabs(w->s[n - 1])), unit = 4 * (double)n * DBL_EPSILON;
    const double up = most < 0x1p-900 ? 0x1p200 : 1; /* products that lose no digits */
    lf_vec_scale(n * n, up, w->A);
    for (size_t i = 0; i < n; i++) {
        const double *r = w->R + i * n;
        for (size_t j = 0; j < n; j++) {
            const double left = lf_vec_dot(n, w->A + j * n, r) - up * w->s[i] * r[j];
            assert_near(left / (most > 0 ? up * most : 1), 0, off_at_most(n, most));
        }
        for (size_t k = 0; k <= i; k++)
            assert_near(lf_vec_dot(n, r, w->R + k * n), i == k, unit);
    }
}

static void check_kind(size_t n, matrix_kind kind, room *w) {
    kind(n, w->A);
    memcpy(w->R, w->A, n * n * sizeof *w->R);
    lf_bits_set(LF_BITS_FAST);
    assert_ok(lf_symmetric_eigen(n, w->R, w->known));
    lf_bits_set(LF_BITS_PORTABLE);
    bool ran = false;
    for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
        if (ran && b == LAST_BUILD && n > MOST_OF_ALL) continue;
        if (!lf_dense_use(builds[b])) continue;
        memcpy(w->R, w->A, n * n * sizeof *w->R);
        for (size_t i = 1; i < n; i++)
            for (size_t j = 0; j < i; j++)
                w->R[i * n + j] = 7; /* is not used */
        assert_ok(lf_symmetric_eigen(n, w->R, w->s));
        if (ran) assert_memory_equal(w->first, w->R, n * n * sizeof *w->R);
        memcpy(w->first, w->R, n * n * sizeof *w->R);
        ran = true;
    }
    lf_dense_use(NULL);
    const double most = fmax(fabs(w->known[0]), fabs(w->known[n - 1])), unit = most > 0 ? most : 1;
    for (size_t i = 0; i < n; i++) {
        assert_near(w->s[i] / unit, w->known[i] / unit, off_at_most(n, most));
        assert_true(i == 0 || w->s[i - 1] <= w->s[i]);
    }
    check_vectors(n, w);
}

static void test_eigen(void **state) {
    static const size_t size[] = {1, 2, 3, 8, 17, 50, MOST_OF_ALL, 200, MOST};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            check_kind(size[i], kinds[k], *state);
    room *w = *state;
    assert_ok(lf_symmetric_eigen(0, w->A, w->s));
    w->A[0] = NAN;
    assert_int_equal(lf_symmetric_eigen(1, w->A, w->s), LF_DIVERGED);
}

/* A = B B' + I has condition below n: the solution is known to as many units. */
static void test_cholesky(void **state) {
    room *w = *state;
    for (size_t n = 1; n <= MOST_OF_ALL; n += 17) {
        bool ran = false;
        for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
            if (!lf_dense_use(builds[b])) continue;
            kind_random(n, w->R);
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++)
                    w->A[i * n + j] = lf_vec_dot(n, w->R + i * n, w->R + j * n) + (i == j);
            for (size_t i = 0; i < n; i++)
                w->known[i] = number(i, 500);
            for (size_t i = 0; i < n; i++)
                w->s[i] = w->vector[i] = lf_vec_dot(n, w->A + i * n, w->known);
            assert_ok(lf_cholesky_solve(n, w->A, w->s));
            assert_near(lf_vec_distance(n, w->s, w->known), 0, (double)(n * n) * DBL_EPSILON);
            lf_cholesky_again(n, w->A, w->vector);
            assert_memory_equal(w->s, w->vector, n * sizeof *w->s);
            if (ran) assert_memory_equal(w->first, w->s, n * sizeof *w->s);
            memcpy(w->first, w->s, n * sizeof *w->s);
            ran = true;
        }
        lf_dense_use(NULL);
    }
    double A[] = {1, 2, 2, 1}, x[] = {1, 1};
    assert_int_equal(lf_cholesky_solve(2, A, x), LF_DIVERGED);
    A[0] = NAN;
    assert_int_equal(lf_cholesky_solve(2, A, x), LF_DIVERGED);
    assert_ok(lf_cholesky_solve(0, A, x));
}

static int set_up(void **state) {
    *state = malloc(sizeof(room));
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_eigen),
                                       cmocka_unit_test(test_cholesky)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
