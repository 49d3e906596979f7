/* Every operation in portable mode against plain loops with fma(), bit for bit, on every build of
 * the kernels that this processor runs; and in fast mode against the same loops, to rounding. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/dense_parts.h"
#include "numeric/stream.h"

static const char *const builds[] = {"avx512", "avx2", "plain"};

/* Numbers from -1 to 1; `odd`: among them what rounding and signs go wrong with. */
static void fill(size_t n, uint64_t which, bool odd, double *x) {
    static const double special[] = {0.0, -0.0, 0x1p-1074, -0x1p-1060, 1e300, -1e-300};
    for (size_t i = 0; i < n; i++) {
        uint64_t bits[4];
        lf_stream_block(3, LF_STREAM_TEST, which, i, 0, bits);
        x[i] = ldexp((double)(int64_t)bits[0], -63);
        if (odd && bits[1] % 3 == 0) x[i] = special[bits[2] % (sizeof special / sizeof *special)];
    }
}

/* The same bits, or no number both. */
static void assert_bits(size_t n, const double *got, const double *want, const char *what) {
    for (size_t i = 0; i < n; i++) {
        if (memcmp(got + i, want + i, sizeof *got) == 0 || (isnan(got[i]) && isnan(want[i])))
            continue;
        fail_msg("%s, %s: entry %zu is %a, not %a", lf_dense_build()->name, what, i, got[i],
                 want[i]);
    }
}

/* ---- what the header promises, as plain loops ---- */

static double plain_dot(size_t n, const double *x, const double *y) {
    double lane[LF_DENSE_LANES] = {0};
    for (size_t i = 0; i < (n + 7) / 8 * 8; i++)
        lane[i % LF_DENSE_LANES] =
            fma(i < n ? x[i] : 0, i < n ? y[i] : 0, lane[i % LF_DENSE_LANES]);
    for (size_t half = LF_DENSE_LANES / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            lane[i] += lane[i + half];
    return lane[0];
}

/* form, sizes, and what lies between rows */
typedef struct {
    lf_dense_form form;
    size_t m, n, k, gap;
    double a, b;
} product;

static size_t wide_a(const product *p) {
    return (p->form == LF_DENSE_TN ? p->m : p->k) + p->gap;
}

static size_t wide_b(const product *p) {
    return (p->form == LF_DENSE_NT ? p->k : p->n) + p->gap;
}

static void plain_product(const product *p, const double *A, const double *B, double *C) {
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = 0; j < p->n; j++) {
            double *c = C + i * (p->n + p->gap) + j;
            *c = p->b == 0 ? 0 : p->b * *c;
            for (size_t k = 0; k < p->k; k++)
                *c = fma(p->a *
                             (p->form == LF_DENSE_TN ? A[k * wide_a(p) + i] : A[i * wide_a(p) + k]),
                         p->form == LF_DENSE_NT ? B[j * wide_b(p) + k] : B[k * wide_b(p) + j], *c);
        }
}

/* ---- trials, on the build in use ---- */

enum { MOST = 200000 };

typedef struct {
    double *A, *B, *C, *want;
} room;

static void try_product(const product *p, bool odd, const room *r) {
    const size_t rows_a = p->form == LF_DENSE_TN ? p->k : p->m;
    const size_t rows_b = p->form == LF_DENSE_NT ? p->n : p->k, wide = p->n + p->gap;
    fill(rows_a * wide_a(p), 0, odd, r->A);
    fill(rows_b * wide_b(p), 1, odd, r->B);
    fill(p->m * wide, 2, odd, r->C);
    for (size_t i = 0; p->b == 0 && i < p->m; i++)
        for (size_t j = 0; j < p->n; j++)
            r->C[i * wide + j] = NAN; /* is not read */
    memcpy(r->want, r->C, p->m * wide * sizeof *r->C);
    plain_product(p, r->A, r->B, r->want);
    lf_dense_gemm(p->form, p->m, p->n, p->k, p->a, r->A, wide_a(p), r->B, wide_b(p), p->b, r->C,
                  wide);
    assert_bits(p->m * wide, r->C, r->want, "gemm");
}

static void try_products(const room *r) {
    static const size_t size[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 23, 24, 25, 40};
    enum { SIZES = sizeof size / sizeof *size };
    static const double scale[] = {1, 0, -0.7};
    uint64_t trial = 0;
    for (size_t m = 0; m < SIZES; m++)
        for (size_t n = 0; n < SIZES; n++)
            for (size_t k = 0; k < SIZES; k += 1 + m % 3, trial++) {
                const product p = {(lf_dense_form)(trial % 3),
                                   size[m],
                                   size[n],
                                   size[k],
                                   trial % 4,
                                   scale[trial / 3 % 3 == 1 ? 0 : trial / 3 % 3],
                                   scale[trial % 3]};
                const room shifted = {r->A + trial % 5, r->B + trial % 7, r->C + trial % 3,
                                      r->want};
                try_product(&p, trial % 2, &shifted);
            }
    /* more than a block of rows, columns or k */
    static const size_t large[][3] = {{131, 29, 300}, {30, 200, 270}, {97, 98, 513}, {260, 97, 3}};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        for (int form = 0; form < 3; form++) {
            product p = {(lf_dense_form)form, large[i][0], large[i][1], large[i][2], 1, 1, 1};
            try_product(&p, true, r);
            p.a = 0.3, p.b = 0;
            try_product(&p, false, r);
        }
}

static void try_vectors(const room *r) {
    for (size_t n = 0; n < 150; n++)
        for (size_t shift = 0; shift < 3; shift++) {
            double *x = r->A + shift, *y = r->B + 2 * shift, a = -0.3;
            fill(n, n, shift == 1, x);
            fill(n, n + 1000, shift == 1, y);
            double got = lf_dense_dot(n, x, y), want = plain_dot(n, x, y);
            assert_bits(1, &got, &want, "dot");
            for (size_t i = 0; i < n; i++)
                r->want[i] = fma(a, x[i], y[i]);
            lf_dense_axpy(n, a, x, y);
            assert_bits(n, y, r->want, "axpy");
        }
}

static void try_matrix(size_t m, size_t n, double b, const room *r) {
    double *x = r->B, *y = r->C;
    fill(m * n, m, true, r->A);
    fill(m + n, n, true, x);
    fill(m + n, m + n, false, y);
    for (size_t i = 0; i < m; i++) {
        const double dot = plain_dot(n, r->A + i * n, x);
        r->want[i] = b == 0 ? 0.3 * dot : fma(0.3, dot, b * y[i]);
    }
    lf_dense_gemv(m, n, 0.3, r->A, x, b, y);
    assert_bits(m, y, r->want, "gemv");
    const product back = {LF_DENSE_TN, 1, n, m, 0, 0.3, b};
    fill(m + n, m + n, false, y);
    memcpy(r->want, y, n * sizeof *y);
    plain_product(&back, x, r->A, r->want);
    lf_dense_gemv_t(m, n, 0.3, r->A, x, b, y);
    assert_bits(n, y, r->want, "gemv_t");
    const product outer = {LF_DENSE_NN, m, n, 1, 0, 0.3, 1};
    memcpy(r->want, r->A, m * n * sizeof *y);
    plain_product(&outer, x, x + m, r->want);
    lf_dense_ger(m, n, 0.3, x, x + m, r->A);
    assert_bits(m * n, r->A, r->want, "ger");
}

/* It reads one triangle, and of C nothing else is written. */
static void try_symmetric(size_t n, size_t k, const room *r) {
    fill(k * (n + 1), n, false, r->A);
    fill(n * n, k, false, r->C);
    const product p = {LF_DENSE_TN, n, n, k, 1, -0.3, 1};
    for (size_t i = 0; i < n; i++)
        memcpy(r->want + i * (n + 1), r->C + i * n, n * sizeof *r->C);
    plain_product(&p, r->A, r->A, r->want);
    for (size_t i = 0; i < n; i++) {
        memmove(r->want + i * n, r->want + i * (n + 1), n * sizeof *r->C);
        memcpy(r->want + i * n, r->C + i * n, i * sizeof *r->C);
    }
    lf_dense_syrk(n, k, -0.3, r->A, n + 1, r->C, n);
    assert_bits(n * n, r->C, r->want, "syrk");
}

static void try_norms(void) {
    const double large[] = {3e300, -4e300}, small[] = {0, 3e-320, 4e-320}, none[] = {1, NAN};
    const double endless[] = {1, -INFINITY}, middle[] = {3, -4};
    assert_near(lf_dense_norm(2, middle), 5, 0);
    assert_near(lf_dense_norm(2, large) / 5e300, 1, 1e-15);
    assert_near(lf_dense_norm(3, small), 5e-320, DBL_TRUE_MIN);
    assert_true(isnan(lf_dense_norm(2, none)));
    assert_true(isinf(lf_dense_norm(2, endless)));
    assert_near(lf_dense_norm(0, NULL), 0, 0);
}

static void test_builds(void **state) {
    size_t ran = 0;
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        if (!lf_dense_use(builds[i])) continue;
        try_vectors(*state);
        for (size_t m = 0; m < 11; m++)
            for (size_t n = 1; n < 60; n += 1 + m % 4)
                try_matrix(m, n, (double)(n % 3) / 2, *state);
        try_symmetric(7, 3, *state);
        try_symmetric(100, 30, *state);
        try_norms();
        try_products(*state);
        ran++;
    }
    assert_true(ran >= 1);
    assert_false(lf_dense_use("none"));
    assert_true(lf_dense_use(NULL));
}

/* In fast mode the same functions say the same, but for rounding: forms and strides are handed over
 * as they are meant. */
static void test_fast(void **state) {
    const room *r = *state;
    lf_bits_set(LF_BITS_FAST);
    for (int form = 0; form < 3; form++) {
        const product p = {(lf_dense_form)form, 13, 29, 40, 2, -0.7, 0.5};
        fill(MOST, 5, false, r->A);
        fill(MOST, 6, false, r->B);
        fill(MOST, 7, false, r->C);
        memcpy(r->want, r->C, MOST * sizeof *r->C);
        plain_product(&p, r->A, r->B, r->want);
        lf_dense_gemm(p.form, p.m, p.n, p.k, p.a, r->A, wide_a(&p), r->B, wide_b(&p), p.b, r->C,
                      p.n + p.gap);
        assert_near(lf_vec_distance(MOST, r->C, r->want), 0, 1e-13);
    }
    lf_bits_set(LF_BITS_PORTABLE);
}

static int set_up(void **state) {
    static room r;
    double *all = malloc(4 * (MOST + 8) * sizeof *all);
    if (!all) return -1;
    r = (room){all, all + MOST + 8, all + 2 * (MOST + 8), all + 3 * (MOST + 8)};
    *state = &r;
    return 0;
}

static int tear_down(void **state) {
    free(((room *)*state)->A);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds), cmocka_unit_test(test_fast)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
