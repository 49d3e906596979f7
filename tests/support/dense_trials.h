/**
 * @file dense_trials.h
 * @brief Dense algebra in portable mode against plain loops with fma(), bit for bit, on
 * every build of the kernels that this processor runs; and in fast mode against the same loops, to
 * rounding. Of doubles, or of floats (real.h).
 */
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/dense_parts.h"
#include "numeric/stream.h"

static const char *const dense_builds[] = {"avx512", "avx2", "plain"};

/* The least number, and one whose square overflows. */
#ifdef LF_SINGLE
#define LEAST 0x1p-149F
#define LARGE 1e30F
#else
#define LEAST 0x1p-1074
#define LARGE 1e300
#endif

/* Numbers from -1 to 1; `odd`: among them what rounding and signs go wrong with. */
static void fill(size_t n, uint64_t which, bool odd, lf_real *x) {
    static const lf_real special[] = {0.0, -0.0, LEAST, -16384 * LEAST, LARGE, -1 / LARGE};
    for (size_t i = 0; i < n; i++) {
        uint64_t bits[4];
        lf_stream_block(3, LF_STREAM_TEST, which, i, 0, bits);
        x[i] = (lf_real)ldexp((double)(int64_t)bits[0], -63);
        if (odd && bits[1] % 3 == 0) x[i] = special[bits[2] % (sizeof special / sizeof *special)];
    }
}

/* The same bits, or no number both. */
static void assert_bits(size_t n, const lf_real *got, const lf_real *want, const char *what) {
    for (size_t i = 0; i < n; i++) {
        if (memcmp(got + i, want + i, sizeof *got) == 0 || (isnan(got[i]) && isnan(want[i])))
            continue;
        fail_msg("%s, %s: entry %zu is %a, not %a", lf_dense_build()->name, what, i, (double)got[i],
                 (double)want[i]);
    }
}

/* ---- what the header promises, as plain loops ---- */

static lf_real plain_dot(size_t n, const lf_real *x, const lf_real *y) {
    lf_real lane[LF_DENSE_LANES] = {0};
    for (size_t i = 0; i < (n + LF_REAL_LINE - 1) / LF_REAL_LINE * LF_REAL_LINE; i++)
        lane[i % LF_DENSE_LANES] =
            lf_real_fma(i < n ? x[i] : 0, i < n ? y[i] : 0, lane[i % LF_DENSE_LANES]);
    for (size_t half = LF_DENSE_LANES / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            lane[i] += lane[i + half];
    return lane[0];
}

/* form, sizes, and what lies between rows */
typedef struct {
    lf_dense_form form;
    size_t m, n, k, gap;
    lf_real a, b;
} product;

static size_t wide_a(const product *p) {
    return (p->form == LF_DENSE_TN ? p->m : p->k) + p->gap;
}

static size_t wide_b(const product *p) {
    return (p->form == LF_DENSE_NT ? p->k : p->n) + p->gap;
}

static void plain_product(const product *p, const lf_real *A, const lf_real *B, lf_real *C) {
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = 0; j < p->n; j++) {
            lf_real *c = C + i * (p->n + p->gap) + j;
            *c = p->b == 0 ? 0 : p->b * *c;
            for (size_t k = 0; k < p->k; k++)
                *c = lf_real_fma(
                    p->a * (p->form == LF_DENSE_TN ? A[k * wide_a(p) + i] : A[i * wide_a(p) + k]),
                    p->form == LF_DENSE_NT ? B[j * wide_b(p) + k] : B[k * wide_b(p) + j], *c);
        }
}

/* ---- trials, on the build in use ---- */

enum { MOST = 200000 };

typedef struct {
    lf_real *A, *B, *C, *want;
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
    static const lf_real scale[] = {1, 0, (lf_real)-0.7};
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
            p.a = (lf_real)0.3, p.b = 0;
            try_product(&p, false, r);
        }
}

static void try_vectors(const room *r) {
    for (size_t n = 0; n < 150; n++)
        for (size_t shift = 0; shift < 3; shift++) {
            lf_real *x = r->A + shift, *y = r->B + 2 * shift, a = (lf_real)-0.3;
            fill(n, n, shift == 1, x);
            fill(n, n + 1000, shift == 1, y);
            lf_real got = lf_dense_dot(n, x, y), want = plain_dot(n, x, y);
            assert_bits(1, &got, &want, "dot");
            for (size_t i = 0; i < n; i++)
                r->want[i] = lf_real_fma(a, x[i], y[i]);
            lf_dense_axpy(n, a, x, y);
            assert_bits(n, y, r->want, "axpy");
        }
}

static void try_matrix(size_t m, size_t n, lf_real b, const room *r) {
    const lf_real a = (lf_real)0.3;
    lf_real *x = r->B, *y = r->C;
    fill(m * n, m, true, r->A);
    fill(m + n, n, true, x);
    fill(m + n, m + n, false, y);
    for (size_t i = 0; i < m; i++) {
        const lf_real dot = plain_dot(n, r->A + i * n, x);
        r->want[i] = b == 0 ? a * dot : lf_real_fma(a, dot, b * y[i]);
    }
    lf_dense_gemv(m, n, a, r->A, x, b, y);
    assert_bits(m, y, r->want, "gemv");
    const product back = {LF_DENSE_TN, 1, n, m, 0, a, b};
    fill(m + n, m + n, false, y);
    memcpy(r->want, y, n * sizeof *y);
    plain_product(&back, x, r->A, r->want);
    lf_dense_gemv_t(m, n, a, r->A, x, b, y);
    assert_bits(n, y, r->want, "gemv_t");
    const product outer = {LF_DENSE_NN, m, n, 1, 0, a, 1};
    memcpy(r->want, r->A, m * n * sizeof *y);
    plain_product(&outer, x, x + m, r->want);
    lf_dense_ger(m, n, a, x, x + m, r->A);
    assert_bits(m * n, r->A, r->want, "ger");
}

/* And what else a type has, if anything, on each build. */
static void dense_try_builds(const room *r, void (*more)(const room *r)) {
    size_t ran = 0;
    for (size_t i = 0; i < sizeof dense_builds / sizeof *dense_builds; i++) {
        if (!lf_dense_use(dense_builds[i])) continue;
        try_vectors(r);
        for (size_t m = 0; m < 11; m++)
            for (size_t n = 1; n < 60; n += 1 + m % 4)
                try_matrix(m, n, (lf_real)(n % 3) / 2, r);
        if (more) more(r);
        try_products(r);
        ran++;
    }
    assert_true(ran >= 1);
    assert_false(lf_dense_use("none"));
    assert_true(lf_dense_use(NULL));
}

/* In fast mode the same functions say the same, but for rounding: forms and strides are handed over
 * as they are meant. */
static void dense_test_fast(void **state) {
    const room *r = *state;
    lf_bits_set(LF_BITS_FAST);
    for (int form = 0; form < 3; form++) {
        const product p = {(lf_dense_form)form, 13, 29, 40, 2, (lf_real)-0.7, (lf_real)0.5};
        fill(MOST, 5, false, r->A);
        fill(MOST, 6, false, r->B);
        fill(MOST, 7, false, r->C);
        memcpy(r->want, r->C, MOST * sizeof *r->C);
        plain_product(&p, r->A, r->B, r->want);
        lf_dense_gemm(p.form, p.m, p.n, p.k, p.a, r->A, wide_a(&p), r->B, wide_b(&p), p.b, r->C,
                      p.n + p.gap);
        for (size_t i = 0; i < MOST; i++)
            assert_near((double)r->C[i], (double)r->want[i], LF_REAL_LINE > 8 ? 1e-5 : 1e-14);
    }
    lf_bits_set(LF_BITS_PORTABLE);
}

static int dense_set_up(void **state) {
    static room r;
    lf_real *all = malloc(4 * (MOST + 8) * sizeof *all);
    if (!all) return -1;
    r = (room){all, all + MOST + 8, all + 2 * (MOST + 8), all + 3 * (MOST + 8)};
    *state = &r;
    return 0;
}

static int dense_tear_down(void **state) {
    free(((room *)*state)->A);
    return 0;
}
