/**
 * @file test_normal.c
 * @brief The normal quantile against libm's erfc, and the moments of what a stream gives.
 */
#include "near.h"

#include <stdint.h>
#include <string.h>

#include "datasets/made/draws.h"

enum { ROWS = 64, LENGTH = 4096 };

static double uniform(uint64_t k) {
    return ((double)k + 0.5) * 0x1p-32;
}

/* P(Z <= z) against the p that z was made from: the difference is that of z times the density. */
static void check_quantile(uint64_t k) {
    const double z = lf_normal_quantile((uint32_t)k),
                 density = exp(-z * z / 2) / sqrt(2 * acos(-1));
    const double p = k < 1U << 31 ? uniform(k) : uniform(UINT32_MAX - k);
    const double found = erfc(fabs(z) / sqrt(2)) / 2;
    assert_true((z < 0) == (k < 1U << 31));
    assert_near(found / density, p / density, 1e-14 * (1 + found / density));
}

static void test_quantile(void **state) {
    (void)state;
    for (uint64_t k = 0; k <= UINT32_MAX; k += 65521)
        check_quantile(k);
    for (uint64_t k = 0; k < 2000; k++) {
        check_quantile(k);
        check_quantile(UINT32_MAX - k);
    }
    /* Both sides of the two seams, |p - 1/2| = 0.425. */
    for (uint64_t k = 0; k < 2000; k++) {
        check_quantile(322122547 - 1000 + k);
        check_quantile(3972844748 - 1000 + k);
    }
}

static void test_symmetric_and_increasing(void **state) {
    (void)state;
    for (uint64_t k = 0; k + 4099 <= UINT32_MAX; k += 4099) {
        assert_true(lf_normal_quantile((uint32_t)k) < lf_normal_quantile((uint32_t)k + 4099));
        assert_true(lf_normal_quantile((uint32_t)k) ==
                    -lf_normal_quantile(UINT32_MAX - (uint32_t)k));
    }
    assert_true(lf_normal_quantile(0) > -6.4);
}

/* Each mean to five standard errors of a sum over n independent standard normal numbers. */
static void test_moments(void **state) {
    (void)state;
    static double z[ROWS][LENGTH];
    const double n = (double)ROWS * LENGTH;
    double sum[5] = {0}, next = 0, below = 0;
    for (uint64_t r = 0; r < ROWS; r++)
        lf_normal_fill(7, 3, r, LENGTH, z[r]);
    for (size_t i = 0; i < (size_t)ROWS * LENGTH; i++) {
        const double x = z[i / LENGTH][i % LENGTH];
        for (int power = 1; power < 5; power++)
            sum[power] += pow(x, power);
        next += i % LENGTH ? x * z[i / LENGTH][i % LENGTH - 1] : 0;  /* neighbours in a row */
        below += i / LENGTH ? x * z[i / LENGTH - 1][i % LENGTH] : 0; /* the same place in rows */
    }
    assert_near(sum[1] / n, 0, 5 / sqrt(n));
    assert_near(sum[2] / n, 1, 5 * sqrt(2 / n));
    assert_near(sum[3] / n, 0, 5 * sqrt(15 / n));
    assert_near(sum[4] / n, 3, 5 * sqrt(96 / n));
    assert_near(next / n, 0, 5 / sqrt(n));
    assert_near(below / n, 0, 5 / sqrt(n));
}

/* The same numbers whatever the length asked for; others for another seed, component or draw. */
static void test_streams(void **state) {
    (void)state;
    double all[40], some[40];
    lf_normal_fill(1, 2, 3, 40, all);
    for (size_t n = 0; n < 40; n++) {
        memset(some, 0, sizeof some);
        lf_normal_fill(1, 2, 3, n, some);
        assert_memory_equal(some, all, n * sizeof *all);
        for (size_t j = n; j < 40; j++)
            assert_true(some[j] == 0);
    }
    static const uint64_t other[][3] = {{2, 2, 3}, {1, 3, 3}, {1, 2, 4}};
    for (size_t c = 0; c < 3; c++) {
        lf_normal_fill(other[c][0], other[c][1], other[c][2], 40, some);
        for (size_t j = 0; j < 40; j++)
            assert_true(some[j] != all[j]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantile),
        cmocka_unit_test(test_symmetric_and_increasing),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_streams),
    };
    return cmocka_run_group_tests_name("normal", tests, NULL, NULL);
}
