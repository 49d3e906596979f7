/* Rotations that wait, and reflections that share passes, against the same operations one by one:
 * bit for bit, on every build of the kernels, for odd sizes and with zeros of both signs. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "numeric/dense.h"
#include "numeric/dense_parts.h"
#include "numeric/eigen_rotations.h"
#include "numeric/stream.h"
#include "numeric/tridiagonal.h"

enum { MOST = 150, SWEEPS = 150 };

static const char *const builds[] = {"avx512", "avx2", "plain"};
static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 40, 69, 133, MOST};

static uint64_t number(size_t i, size_t j) {
    uint64_t bits[4];
    lf_stream_block(7, LF_STREAM_TEST, i, j, 0, bits);
    return bits[0];
}

static double real(size_t i, size_t j) {
    return ldexp((double)(int64_t)number(i, j), -63);
}

/* ---- rotations ---- */

static void plain_sweep(size_t n, size_t first, size_t end, const double *turns, double *R) {
    for (size_t i = end; i-- > first;)
        for (size_t j = 0; j < n; j++) {
            const double a = R[i * n + j], b = R[(i + 1) * n + j];
            R[i * n + j] = fma(turns[2 * i], a, -(turns[2 * i + 1] * b));
            R[(i + 1) * n + j] = fma(turns[2 * i], b, turns[2 * i + 1] * a);
        }
}

typedef struct {
    size_t n, made; /* parts */
    double *want;   /* meets every sweep as soon as it is whole */
} maker;

/* Sweeps of all rows, of any, and of none, each in two parts. */
static bool maker_make(void *made_by, lf_eigen_sweeps *to) {
    maker *m = made_by;
    const size_t n = m->n, k = m->made / 2;
    assert_true(to->count <= LF_EIGEN_SWEEPS);
    if (k == SWEEPS || to->count == LF_EIGEN_SWEEPS) return false;
    if (m->made++ % 2 == 0) return true;
    size_t a = number(k, 1) % n, b = number(k, 2) % n;
    if (k % 3 > 0) a = k % 8 < n ? k % 8 : 0, b = n - 1;
    lf_eigen_turn *turns = to->turns + n * to->count;
    for (size_t i = 0; i < n; i++)
        turns[i] = (lf_eigen_turn){cos(real(k, i) * 3), sin(real(k, i) * 3)};
    to->first[to->count] = a < b ? a : b;
    to->end[to->count] = a < b ? b : a;
    plain_sweep(n, to->first[to->count], to->end[to->count], (double *)turns, m->want);
    to->count++;
    return true;
}

static void check_rotations(size_t n, size_t wide, const double *R, double *want, double *got,
                            double *room) {
    maker m = {n, 0, want};
    for (size_t i = 0; i < n; i++)
        memcpy(want + i * n, R + i * wide, n * sizeof *R);
    lf_eigen_rotations(n, R, wide, maker_make, &m, room, got);
    assert_int_equal(m.made, 2 * SWEEPS);
    assert_memory_equal(got, want, n * n * sizeof *got);
}

/* ---- reflections ---- */

static void plain_reflect(size_t m, size_t n, double tau, const double *v, double *S, double *p) {
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

static void plain_tridiagonal(size_t n, double *A, double *d, double *e, double *p) {
    double tau[MOST];
    for (size_t k = 0; k < n; k++) {
        const size_t m = n - k - 1;
        double *v = A + k * n + k + 1;
        d[k] = v[-1];
        tau[k] = 0;
        const double rest = m > 0 ? lf_dense_norm(m - 1, v + 1) : 0;
        if (m > 0) e[k] = rest > 0 ? -copysign(lf_dense_norm(m, v), v[0]) : v[0];
        if (rest > 0) tau[k] = (e[k] - v[0]) / e[k];
        const double first = m > 0 ? v[0] - e[k] : 0;
        for (size_t j = 1; rest > 0 && j < m; j++)
            v[j] /= first;
        if (m > 0) v[0] = 1;
        if (tau[k] != 0) plain_reflect(m, n, tau[k], v, A + (k + 1) * (n + 1), p);
    }
    for (size_t k = n; k-- > 0;) {
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

/* Full; with zeros of either sign; of blocks; so small that products vanish, to either side of 0;
 * of three diagonals. */
enum { KINDS = 5 };

static double entry(int kind, size_t i, size_t j) {
    const double x = real(i, j);
    if (kind == 1) return number(i, j) % 3 == 0 ? x : copysign(0, x);
    if (kind == 2) return i / 11 == j / 11 ? x : 0;
    if (kind == 3) return j < i + 2 || number(i, j) % 5 == 0 ? x * 1e-160 : x * 1e-166;
    if (kind == 4) return j < i + 2 ? x : 0;
    return x;
}

typedef struct {
    double A[MOST * MOST], want[MOST * MOST], got[MOST * MOST], d[2][MOST], e[2][MOST], p[MOST];
    double *M, *room;
} room;

static void check_tridiagonal(size_t n, int kind, room *w) {
    const size_t wide = lf_tridiagonal_wide(n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            w->A[i * n + j] = j < i ? 7 : entry(kind, i, j); /* 7 is not used */
    for (size_t i = 0; i < n * n; i++)
        w->want[i] = w->A[i] * 0.5;
    plain_tridiagonal(n, w->want, w->d[0], w->e[0], w->p);
    lf_tridiagonal(n, w->A, -1, w->M, w->d[1], w->e[1]);
    for (size_t i = 0; i < n; i++) {
        assert_memory_equal(w->M + i * wide, w->want + i * n, n * sizeof *w->M);
        for (size_t j = n; j < wide; j++)
            assert_near(w->M[i * wide + j], 0, 0);
    }
    assert_memory_equal(w->d[0], w->d[1], n * sizeof **w->d);
    assert_memory_equal(w->e[0], w->e[1], (n - 1) * sizeof **w->e);
}

static void test_one_by_one(void **state) {
    room *w = *state;
    for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
        if (!lf_dense_use(builds[b])) continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int kind = 0; kind < KINDS; kind++) {
                const size_t n = sizes[i];
                check_tridiagonal(n, kind, w);
                if (kind < 2)
                    check_rotations(n, lf_tridiagonal_wide(n), w->M, w->want, w->got, w->room);
            }
    }
    lf_dense_use(NULL);
}

/* Every product vanishes, to the negative side, and 16 of them have no zero after them: the sum is
 * -0, though kernels go on to the end of a cache line. */
static void test_zero_sums(void **state) {
    enum { N = 19, WIDE = 24, ROW = 3, ROWS = 4 };
    room *w = *state;
    for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
        if (!lf_dense_use(builds[b])) continue;
        double *M = w->M, *none = M + N * WIDE, *y = none + WIDE, *q = y + WIDE, dot[ROWS];
        const double f[ROWS] = {0};
        lf_vec_zero((N + 3) * WIDE, M);
        for (size_t j = ROW; j < N; j++) {
            y[j] = -1e-200, q[j] = -0.0;
            for (size_t i = ROW; i <= j; i++)
                M[i * WIDE + j] = 1e-200;
        }
        lf_dense_build()->symmetric(N, WIDE, ROW, none, none, y, M, q);
        assert_true(signbit(lf_dense_dot(N - ROW, M + ROW * WIDE + ROW, y + ROW)) != 0);
        assert_true(signbit(q[ROW]) != 0);
        for (size_t j = ROW; j < N; j++)
            for (size_t i = 0; i < ROWS; i++)
                M[i * WIDE + j] = 1e-200;
        lf_dense_build()->reflect_rows(N, WIDE, ROW, f, none, y, M, dot);
        for (size_t i = 0; i < ROWS; i++)
            assert_true(signbit(dot[i]) != 0);
    }
    lf_dense_use(NULL);
}

static int set_up(void **state) {
    static room w;
    w.M = aligned_alloc(64, lf_tridiagonal_reals(MOST + 8) / 8 * 8 * sizeof *w.M);
    w.room = malloc(lf_eigen_rotations_reals(MOST) * sizeof *w.room);
    *state = &w;
    return w.M && w.room ? 0 : -1;
}

static int tear_down(void **state) {
    free(((room *)*state)->M);
    free(((room *)*state)->room);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_by_one),
                                       cmocka_unit_test(test_zero_sums)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
