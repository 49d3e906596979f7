/* The fused multiply-add in whole numbers against the C library's, bit for bit, where sums cancel,
 * overflow, are subnormal or lie between two numbers. LEVELFIELD_TRIALS is the number of sums; a
 * hundred million take about a minute. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "numeric/fused.h"
#include "numeric/stream.h"

static double fused_any(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* From -2 to 2 times 2^power, with few or many digits. */
static double fused_near(uint64_t bits, int power) {
    return ldexp((double)((int64_t)bits >> bits % 63), power - 62 + (int)(bits % 63));
}

/* A fifth each: any numbers at all, NaN, infinities and zeros among them; sums that all but
 * cancel; summands up to 130 powers of 2 apart; the same about the least number, and about the
 * largest. */
static void fused_arguments(uint64_t k, double x[3]) {
    uint64_t bits[4];
    lf_stream_block(11, LF_STREAM_TEST, 0, k, 0, bits);
    const int a = (int)(bits[3] % 1000) - 500, apart = (int)(bits[3] >> 20) % 261 - 130;
    const int near[] = {0, 0, 0, -1074, 1023}, b = near[k % 5] - a;
    for (int i = 0; i < 3; i++)
        x[i] = fused_any(bits[i]);
    if (k % 5 == 0) return;
    x[0] = fused_near(bits[0], a);
    x[1] = fused_near(bits[1], b + (int)(bits[3] >> 40) % 64 - (k % 5 == 4 ? 62 : 0));
    if (k % 5 == 1)
        x[2] = -x[0] * x[1] * (1 + fused_near(bits[2], -(int)(bits[3] >> 50) % 60));
    else
        x[2] = fused_near(bits[2], a + b + apart);
}

static void fused_check(double a, double b, double c) {
    const double got = lf_fused(a, b, c), want = fma(a, b, c);
    if (memcmp(&got, &want, sizeof got) == 0 || (isnan(got) && isnan(want))) return;
    fail_msg("fused(%a, %a, %a) is %a, not %a", a, b, c, got, want);
}

static void test_sums(void **state) {
    (void)state;
    const char *text = getenv("LEVELFIELD_TRIALS");
    const uint64_t trials = text ? strtoull(text, NULL, 10) : 2000000;
    size_t kinds[3] = {0}; /* subnormal, infinite, other */
    for (uint64_t k = 0; k < trials; k++) {
        double x[3];
        fused_arguments(k, x);
        fused_check(x[0], x[1], x[2]);
        const double sum = fma(x[0], x[1], x[2]);
        kinds[isinf(sum) ? 1 : fabs(sum) < 0x1p-1022 ? 0 : 2]++;
    }
    assert_true(kinds[0] > trials / 50 && kinds[1] > trials / 50 && kinds[2] > trials / 2);
}

/* Every three of these, with both signs. */
static void test_edges(void **state) {
    (void)state;
    const double edge[] = {0,           0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1023,
                           0x1p-537,    0x1p-53,   0.5,       1 - 0x1p-53,
                           1,           1.5,       0x1p53,    0x1p512,
                           0x1p1023,    INFINITY,  NAN,       0x1.fffffffffffffp1023,
                           1 + 0x1p-52, 0x1p-485,  3};
    enum { EDGES = sizeof edge / sizeof *edge };
    for (size_t i = 0; i < 8 * EDGES * EDGES * EDGES; i++)
        fused_check(edge[i / 8 % EDGES] * (i & 1 ? -1 : 1),
                    edge[i / 8 / EDGES % EDGES] * (i & 2 ? -1 : 1),
                    edge[i / 8 / EDGES / EDGES] * (i & 4 ? -1 : 1));
}

/* Floats: any at all, sums that all but cancel, and sums that doubles alone would round twice. */
static void test_singles(void **state) {
    (void)state;
    size_t twice = 0; /* where rounding twice is another number */
    for (uint64_t k = 0; k < 3000000; k++) {
        uint64_t bits[4];
        uint32_t half[3];
        float x[3];
        lf_stream_block(12, LF_STREAM_TEST, 0, k, 0, bits);
        for (int i = 0; i < 3; i++) {
            half[i] = (uint32_t)bits[i];
            memcpy(x + i, half + i, sizeof *x);
        }
        if (k % 3 == 1) x[2] = -x[0] * x[1] * (1 + ldexpf(1, -(int)(bits[3] % 30)));
        if (k % 3 == 2) { /* all but half a unit of the last place */
            x[0] = 1 + 0x1p-23F, x[1] = k % 2 ? 0.5F - 0x1p-24F : -0.5F + 0x1p-24F;
            x[2] = 0x1p23F + (float)(bits[2] >> 41);
        }
        const float got = lf_fused_single(x[0], x[1], x[2]), want = fmaf(x[0], x[1], x[2]);
        twice += (float)((double)x[0] * (double)x[1] + (double)x[2]) != want && !isnan(want);
        if (memcmp(&got, &want, sizeof got) == 0 || (isnan(got) && isnan(want))) continue;
        fail_msg("fused(%a, %a, %a) is %a, not %a", (double)x[0], (double)x[1], (double)x[2],
                 (double)got, (double)want);
    }
    assert_true(twice > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_singles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
