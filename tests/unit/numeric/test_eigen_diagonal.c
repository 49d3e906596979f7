/* QL in halves, whose rotations wait while others are made, against QL whose rotations turn rows at
 * once: bit for bit, on every build of the kernels. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "numeric/dense_parts.h"
#include "numeric/eigen_diagonal.h"
#include "numeric/stream.h"

enum { MOST = 130, STEPS = 200 };

static const char *const builds[] = {"avx512", "avx2", "plain"};

typedef struct {
    double unit[MOST * MOST], want[MOST * MOST], got[MOST * MOST], d[2][MOST], e[2][MOST];
    double *work;
} room;

static double real(size_t i, size_t j) {
    uint64_t bits[4];
    lf_stream_block(9, LF_STREAM_TEST, i, j, 0, bits);
    return ldexp((double)(int64_t)bits[0], -63);
}

/* ---- at once ---- */

static void plain_turn(size_t n, double c, double s, double *row, double *next) {
    for (size_t j = 0; j < n; j++) {
        const double a = row[j], b = next[j];
        row[j] = fma(c, a, -(s * b));
        next[j] = fma(c, b, s * a);
    }
}

static double plain_length(double a, double b) {
    const double x = fabs(a), y = fabs(b), most = x > y ? x : y, ratio = (x > y ? y : x) / most;
    return most > 0 ? most * sqrt(1 + ratio * ratio) : 0;
}

/* One step on entries l to m. */
static void plain_step(size_t n, size_t l, size_t m, double *d, double *e, double *R) {
    double s = 1, c = 1, p = 0, g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + copysign(plain_length(g, 1), g));
    for (size_t i = m; i-- > l;) {
        const double f = s * e[i], b = c * e[i], r = plain_length(f, g);
        e[i + 1] = r;
        if (r == 0) {
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
        plain_turn(n, c, s, R + i * n, R + (i + 1) * n);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
}

static void plain_diagonal(size_t n, double *d, double *e, double *R) {
    e[n - 1] = 0;
    for (size_t l = 0, m; l < n; l++)
        for (;;) {
            for (m = l; m + 1 < n; m++)
                if (fabs(e[m]) <= 0x1p-52 * (fabs(d[m]) + fabs(d[m + 1])) + 0x1p-1000) break;
            if (m == l) break;
            plain_step(n, l, m, d, e, R);
        }
}

/* ---- in halves ---- */

/* Of random numbers; with none beside the diagonal; of blocks; of smaller and smaller ones; of
 * zeros on the diagonal, where a step falls apart. */
enum { KINDS = 5 };

static void set_diagonal(size_t n, int kind, double *d, double *e) {
    for (size_t i = 0; i < n; i++) {
        d[i] = kind == 4 ? 0 : real(i, 1);
        e[i] = kind == 1 || (kind == 2 && i % 5 == 4) ? 0 : real(i, 2);
        if (kind == 3) d[i] = ldexp(d[i], -(int)i), e[i] = ldexp(e[i], -(int)i);
    }
}

static void check_diagonal(size_t n, int kind, room *w) {
    lf_eigen_diagonal q;
    lf_vec_zero(n * n, w->unit);
    for (size_t i = 0; i < n; i++)
        w->unit[i * n + i] = 1;
    memcpy(w->want, w->unit, n * n * sizeof *w->unit);
    for (int k = 0; k < 2; k++)
        set_diagonal(n, kind, w->d[k], w->e[k]);
    plain_diagonal(n, w->d[0], w->e[0], w->want);
    lf_eigen_diagonal_begin(n, w->d[1], w->e[1], &q);
    lf_eigen_rotations(n, w->unit, n, lf_eigen_diagonal_make, &q, w->work, w->got);
    assert_true(lf_eigen_diagonal_found(&q));
    assert_memory_equal(w->got, w->want, n * n * sizeof *w->got);
    assert_memory_equal(w->d[0], w->d[1], n * sizeof **w->d);
}

/* Some end while sweeps wait, some while others are made. */
static void test_diagonal(void **state) {
    for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
        if (!lf_dense_use(builds[b])) continue;
        for (size_t n = 1; n <= MOST; n += n < 20 ? 1 : n < 60 ? 7 : n < 66 ? 1 : 13)
            for (int kind = 0; kind < KINDS; kind++)
                check_diagonal(n, kind, *state);
    }
    lf_dense_use(NULL);
}

/* An eigenvalue that has taken too many steps is the last. */
static void test_lost(void **state) {
    room *w = *state;
    lf_eigen_diagonal q;
    lf_vec_zero(MOST * MOST, w->unit);
    set_diagonal(MOST, 0, w->d[0], w->e[0]);
    lf_eigen_diagonal_begin(MOST, w->d[0], w->e[0], &q);
    q.step = STEPS - 1;
    lf_eigen_rotations(MOST, w->unit, MOST, lf_eigen_diagonal_make, &q, w->work, w->got);
    assert_false(lf_eigen_diagonal_found(&q));
    assert_int_equal(q.l, 0);
    assert_int_equal(q.step, STEPS);
}

static int set_up(void **state) {
    static room w;
    w.work = malloc(lf_eigen_rotations_reals(MOST) * sizeof *w.work);
    *state = &w;
    return w.work ? 0 : -1;
}

static int tear_down(void **state) {
    free(((room *)*state)->work);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_diagonal),
                                       cmocka_unit_test(test_lost)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
