/**
 * @file test_rank_sum.c
 * @brief The rank-sum test against all divisions written out, and against published values.
 */
#include <math.h>

#include "harness/statistics/statistics.h"
#include "near.h"

static double p_of(const double *x, size_t n, const double *y, size_t m) {
    double p;
    assert_int_equal(lf_stat_rank_sum(x, n, y, m, &p), LF_OK);
    return p;
}

/* Twice the sum of the middle ranks of those values of v (all) that `picked` has a bit for. */
static size_t doubled(const double *v, size_t all, unsigned picked) {
    size_t sum = 0;
    for (size_t i = 0; i < all; i++)
        for (size_t k = 0; k < all && (picked >> i & 1); k++)
            sum += v[k] < v[i] ? 2 : v[k] == v[i] ? 1 : 0;
    return sum; /* one less for each value than 2 rank, of which there are always n */
}

/* The definition: every division of the values counts once. */
static void test_counts_all_divisions(void **state) {
    static const double v[][9] = {{3, 1, 4, 1.5, 9, 2.6, 5, 3.5, 8},
                                  {1, 1, 2, 2, 2, 3, INFINITY, INFINITY, 3},
                                  {7, 7, 7, 7, 7, 7, 7, 7, 7}};
    (void)state;
    for (size_t c = 0; c < 3; c++)
        for (size_t n = 1; n < 9; n++) {
            const size_t own = doubled(v[c], 9, (1u << n) - 1);
            double as_low = 0, all = 0;
            for (unsigned picked = 0; picked < 512; picked++)
                if ((size_t)__builtin_popcount(picked) == n) {
                    all++;
                    as_low += doubled(v[c], 9, picked) <= own;
                }
            assert_near(p_of(v[c], n, v[c] + n, 9 - n), as_low / all, 1e-14);
        }
}

/* Six below six: 1 of 924. The other way round nothing is higher. */
static void test_ends(void **state) {
    const double low[] = {1, 2, 3, 4, 5, 6}, high[] = {7, 8, 9, 10, 11, 12};
    (void)state;
    assert_near(p_of(low, 6, high, 6), 1.0 / 924, 1e-15);
    assert_near(p_of(high, 6, low, 6), 1, 1e-15);
    assert_near(p_of(low, 0, high, 6), 1, 0);
    /* 1, 2 against 1, 2: ranks 1.5, 1.5, 3.5, 3.5, of which five of six pairs come to 5 or less. */
    assert_near(p_of(low, 2, low, 2), 5.0 / 6, 1e-15);
}

/* Where counting ends the approximation goes on: 50 and 50 values against 51 and 50 of the same. */
static void test_approximation(void **state) {
    double x[51], y[50];
    (void)state;
    for (size_t i = 0; i < 51; i++) {
        x[i] = (double)(i * 37 % 101) - 9;
        if (i < 50) y[i] = (double)(i * 53 % 101);
    }
    const double counted = p_of(x, 50, y, 50), approximate = p_of(x, 51, y, 50);
    assert_true(counted > 0.01 && counted < 0.2);
    assert_near(approximate, counted, 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts_all_divisions),
                                       cmocka_unit_test(test_ends),
                                       cmocka_unit_test(test_approximation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
