/* Statistics against published worked examples and values computed by hand. */
#include "harness/statistics/statistics.h"

#include "near.h"

static void test_quartiles(void **state) {
    (void)state;
    double odd[] = {7, 15, 36, 39, 40, 41}; /* R: quantile(type = 7) gives 20.25, 37.5, 39.75 */
    const lf_quartiles q = lf_stat_quartiles(odd, 6);
    assert_near(q.lower, 20.25, 1e-14);
    assert_near(q.median, 37.5, 1e-14);
    assert_near(q.upper, 39.75, 1e-14);
    double censored[] = {INFINITY, 3, INFINITY, 1, 2};
    const lf_quartiles c = lf_stat_quartiles(censored, 5);
    assert_near(c.lower, 2, 0);
    assert_near(c.median, 3, 0);
    assert_true(isinf(c.upper));
    double endless[] = {3, -INFINITY};
    assert_true(lf_stat_quartiles(endless, 2).median == -INFINITY);
    double either[] = {-INFINITY, INFINITY};
    assert_true(isnan(lf_stat_quartiles(either, 2).median));
    double unknown[] = {NAN, 5};
    assert_true(isnan(lf_stat_quartiles(unknown, 2).median));
    assert_true(isnan(lf_stat_quartiles(NULL, 0).median));
}

/* Hollander & Wolfe 1973, p. 29: depression scale before and after; V = 40, one-sided p = 0.01953.
 */
static void test_paired_published(void **state) {
    (void)state;
    const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double difference[9];
    for (size_t i = 0; i < 9; i++)
        difference[i] = before[i] - after[i];
    assert_int_equal(lf_stat_positive(LF_TEST_PAIR_SUMS, difference, 9), 40);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 9, 40), 10.0 / 512, 1e-15);
    assert_int_equal(lf_stat_positive(LF_TEST_SIGNS, difference, 9), 7);
    assert_near(lf_stat_tail(LF_TEST_SIGNS, 9, 7), (36 + 9 + 1) / 512.0, 1e-15);
}

/* Tables of the signed-rank distribution: P(W <= 8) = 25/1024 for n = 10, so much above 47, too. */
static void test_paired_table(void **state) {
    (void)state;
    double difference[10];
    for (size_t i = 0; i < 10; i++)
        difference[i] = (double)(i + 1);
    difference[7] = -8;
    assert_int_equal(lf_stat_positive(LF_TEST_PAIR_SUMS, difference, 10), 47);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 10, 47), 25.0 / 1024, 1e-15);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 10, 0), 1, 0);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 10, 56), 0, 0);
    assert_int_equal(lf_stat_least(LF_TEST_PAIR_SUMS, 10, 25.0 / 1024), 47);
    assert_int_equal(lf_stat_least(LF_TEST_PAIR_SUMS, 4, 0.05), 11); /* more than there are */
}

static void test_paired_normal(void **state) {
    (void)state;
    /* n = 60 without ties: mean 915, variance 60 * 61 * 121 / 24 = 18452.5. Ranks 1..k negative. */
    double difference[60];
    for (int i = 0; i < 60; i++)
        difference[i] = i < 37 ? -(i + 1) : i + 1; /* minus = 37 * 38 / 2 = 703 */
    assert_int_equal(lf_stat_positive(LF_TEST_PAIR_SUMS, difference, 60), 1830 - 703);
    const double p = lf_stat_tail(LF_TEST_PAIR_SUMS, 60, 1127);
    assert_near(p, 0.5 * erfc((1127 - 0.5 - 915) / sqrt(18452.5) / sqrt(2)), 1e-14);
    assert_near(p, 0.0597, 5e-4); /* z = 1.557, from a table */
    assert_near(lf_stat_tail(LF_TEST_SIGNS, 64, 40), 0.5 * erfc(7.5 / 4 / sqrt(2)), 1e-14);
}

static void test_holm(void **state) {
    (void)state;
    const double p[] = {0.01, 0.04, 0.03, 0.005}, want[] = {0.03, 0.06, 0.06, 0.02};
    double adjusted[4];
    lf_stat_holm(p, 4, adjusted);
    for (size_t i = 0; i < 4; i++)
        assert_near(adjusted[i], want[i], 1e-15);
    const double tied[] = {0.02, 0.02, 0.9};
    lf_stat_holm(tied, 3, adjusted);
    assert_near(adjusted[0], 0.06, 1e-15);
    assert_near(adjusted[1], 0.06, 1e-15);
    assert_near(adjusted[2], 0.9, 1e-15);
}

/* Efron & Tibshirani 1993, section 14.3: variance of the 26 spatial-test scores A, estimate 171.5;
 * 90 % percentile interval (100.8, 233.9), from 2,000 resamples. */
static const double spatial[] = {48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
                                 0,  33, 28, 34, 4,  32, 24, 47, 41, 24, 26, 30, 41};

static double variance(const void *context, const size_t *index, size_t n) {
    const double *x = context;
    double mean = 0, square = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[index[i]] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (x[index[i]] - mean) * (x[index[i]] - mean) / (double)n;
    return square;
}

static void test_bootstrap_published(void **state) {
    (void)state;
    lf_interval interval;
    assert_ok(lf_stat_bootstrap(26, variance, spatial, 40000, 0.9, 1, &interval));
    assert_near(interval.estimate, 171.5, 0.05);
    /* The printed ends carry the resampling error of 2,000 draws, about 2 units. */
    assert_near(interval.lower, 100.8, 4);
    assert_near(interval.upper, 233.9, 4);
}

/* Three items have 27 equally likely resamples: the median is 1, 2, 4 in 7, 13, 7 of them. */
static void test_bootstrap_enumerated(void **state) {
    (void)state;
    const double x[] = {1, 2, 4};
    lf_interval interval;
    assert_ok(lf_stat_median_interval(3, x, 20000, 0.4, 9, &interval));
    assert_near(interval.estimate, 2, 0); /* 30 % and 70 % lie inside the 13 / 27 */
    assert_near(interval.lower, 2, 0);
    assert_near(interval.upper, 2, 0);
    assert_ok(lf_stat_median_interval(3, x, 20000, 0.6, 9, &interval));
    assert_near(interval.lower, 1, 0); /* 20 % < 7 / 27 = 25.9 % */
    assert_near(interval.upper, 4, 0);
    const double equal[] = {3, 3, 3, 3};
    assert_ok(lf_stat_median_interval(4, equal, 100, 0.95, 9, &interval));
    assert_near(interval.lower, 3, 0);
    assert_near(interval.upper, 3, 0);
    assert_int_equal(lf_stat_median_interval(1, x, 100, 0.95, 9, &interval), LF_BAD_ARGUMENT);
}

/* The first item picked, of 1 to 99; one in a hundred resamples, or `unknown` of them, has none. */
static double first_picked(const void *unknown, const size_t *index, size_t n) {
    (void)n;
    return index[0] < *(const size_t *)unknown ? NAN : (double)index[0];
}

/* What is not known may be below everything for the lower end and above it for the upper: of the
 * lowest 5.5 % one is unknown and the sixth a 5. */
static void test_bootstrap_unknown(void **state) {
    (void)state;
    size_t unknown = 1;
    lf_interval interval;
    assert_ok(lf_stat_bootstrap(100, first_picked, &unknown, 40000, 0.89, 1, &interval));
    assert_true(interval.lower == 5 && interval.upper == 95);
    unknown = 7;
    assert_ok(lf_stat_bootstrap(100, first_picked, &unknown, 40000, 0.89, 1, &interval));
    assert_true(isnan(interval.lower) && isnan(interval.upper));
}

static void test_profiles(void **state) {
    (void)state;
    /* Five problems, two methods: the second fails on the third one, both on the fourth, and the
     * first has nothing to do on the last. */
    const double cost[] = {10, 20, 30, 15, 8, INFINITY, INFINITY, INFINITY, 0, 5};
    const double want[] = {1, 2, 2, 1, 1, INFINITY, INFINITY, INFINITY, 1, INFINITY};
    double ratio[10];
    lf_stat_ratios(cost, 5, 2, ratio);
    for (size_t i = 0; i < 10; i++)
        assert_true(ratio[i] == want[i]);
    const bool reached[] = {true, true, false};
    const double spent[] = {100, 250, 1000};
    assert_near(lf_stat_running_time(spent, reached, 3), 675, 0);
    const bool never[] = {false};
    assert_true(isinf(lf_stat_running_time(spent, never, 1)));
}

/* Anscombe's first set: slope 0.5001, intercept 3.0001. */
static void test_log_line(void **state) {
    (void)state;
    const double a[] = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
    const double b[] = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};
    double x[12], y[12];
    for (size_t i = 0; i < 11; i++) {
        x[i] = exp(a[i]);
        y[i] = exp(b[i]);
    }
    x[11] = 1;
    y[11] = 0; /* has no logarithm: left out */
    const lf_line line = lf_stat_log_line(x, y, 12);
    assert_int_equal(line.n, 11);
    assert_near(line.slope, 0.5001, 5e-5);
    assert_near(line.intercept, 3.0001, 5e-5);
}

/* Of ten means of two, three are each infinity, and that of both is none: 1, 1.5 and 2 are left. */
static void test_centre_of_infinities(void **state) {
    (void)state;
    double x[] = {INFINITY, 2, -INFINITY, 1};
    assert_near(lf_stat_centre(LF_TEST_PAIR_SUMS, x, 4), 1.5, 0);
    double y[] = {INFINITY, 2, -INFINITY, 1, 3};
    assert_near(lf_stat_centre(LF_TEST_PAIR_SUMS, y, 5), 2, 0);
    assert_near(lf_stat_centre(LF_TEST_SIGNS, y, 5), 2, 0);
}

static void test_normal_and_superiority(void **state) {
    (void)state;
    assert_near(lf_stat_normal_quantile(0.975), 1.959963984540054, 1e-13);
    assert_near(lf_stat_normal_quantile(0.05), -1.6448536269514722, 1e-13);
    assert_near(lf_stat_normal_quantile(1e-9), -5.997807015007686, 1e-12);
    assert_near(lf_stat_normal(1), 0.8413447460685429, 1e-15);
    const double x[] = {1, 2, 3}, y[] = {2, 4};
    lf_interval chance = lf_stat_superiority(x, 3, y, 2, 0.95);
    assert_near(chance.estimate, 4.5 / 6, 1e-15); /* 1<2 1<4 2=2 2<4 3<4 */
    assert_true(isnan(lf_stat_superiority(x, 0, y, 2, 0.95).estimate));
    /* Five that are all below five: 1 - p = z sqrt(V(p)), V = p (1 - p) (1 + 4 ((1 - p) / (2 - p) +
     * p / (1 + p))) / 25, which p = 0.6427028239310 solves. */
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
    chance = lf_stat_superiority(low, 5, high, 5, 0.95);
    assert_near(chance.lower, 0.6427028239310, 1e-12);
    assert_near(chance.estimate, 1, 0);
    assert_near(chance.upper, 1, 0);
    chance = lf_stat_superiority(high, 5, low, 5, 0.95);
    assert_near(chance.upper, 1 - 0.6427028239310, 1e-12);
    /* One that is known is no sample of one: 1 - p = z sqrt(p (1 - p) / 5) is p = 5 / (5 + z^2). */
    chance = lf_stat_superiority(low, 5, high, 1, 0.95);
    assert_near(chance.lower, 5 / (5 + 1.959963984540054 * 1.959963984540054), 1e-12);
    chance = lf_stat_superiority(high, 1, low, 5, 0.95);
    assert_near(chance.upper, 1 - 5 / (5 + 1.959963984540054 * 1.959963984540054), 1e-12);
}

/* Seven splits with three runs each. By their means 26 of 28 sums are positive; taken for 21 seeds
 * the runs would claim sixty times as much. */
static void test_levels(void **state) {
    (void)state;
    double runs[] = {.5, .7,  .3, .2,  -.1, .1, .9, 1.1, .8, .4, .2,
                     .5, -.2, .1, -.3, .6,  .6, .8, .3,  .4, .1};
    double mean[7] = {0};
    for (size_t i = 0; i < 21; i++)
        mean[i / 3] += runs[i] / 3;
    assert_near(lf_stat_icc(runs, 7, 3), .816195, 5e-7);
    assert_int_equal(lf_stat_positive(LF_TEST_PAIR_SUMS, mean, 7), 26);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 7, 26), .0234375, 1e-15);
    const size_t count = lf_stat_positive(LF_TEST_PAIR_SUMS, runs, 21);
    assert_near(lf_stat_tail(LF_TEST_PAIR_SUMS, 21, count), .000213, 5e-7);
    assert_true(isnan(lf_stat_icc(runs, 1, 21)) && isnan(lf_stat_icc(runs, 21, 1)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quartiles),
        cmocka_unit_test(test_paired_published),
        cmocka_unit_test(test_paired_table),
        cmocka_unit_test(test_paired_normal),
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_bootstrap_published),
        cmocka_unit_test(test_bootstrap_enumerated),
        cmocka_unit_test(test_bootstrap_unknown),
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_log_line),
        cmocka_unit_test(test_normal_and_superiority),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_centre_of_infinities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
