/* A comparison and its mirror image, with the sides exchanged, say the same. */
#include <math.h>

#include "harness/statistics/sequential.h"
#include "near.h"
#include "numeric/stream.h"

static const double level = LF_LOOK_LEVEL;

/* NAN is equal to itself. */
static void assert_same(double a, double b) {
    assert_true(a == b || (isnan(a) && isnan(b)));
}

/* low, high (n) <- normal differences, a third of them without an end, or without either. */
static void censored(uint64_t sample, size_t n, double *low, double *high) {
    for (size_t i = 0; i < n; i++) {
        uint64_t bits[4];
        lf_stream_block(2, LF_STREAM_TEST, sample, i, 0, bits);
        low[i] = high[i] = lf_stream_normal(bits[0], bits[1]);
        const uint64_t how = lf_stream_below(bits[2], 15);
        if (how == 0 || how == 1) low[i] = high[i] = how ? INFINITY : -INFINITY;
        if (how == 2 || how == 4) low[i] = -INFINITY;
        if (how == 3 || how == 4) high[i] = INFINITY;
    }
}

/* Whoever asks the other way round gets the same answer with the sign turned. */
static void test_mirror(void **state) {
    (void)state;
    for (uint64_t sample = 0; sample < 2000; sample++) {
        double x[48], *low = x, *high = x + 12, *turned = x + 24;
        const size_t n = 1 + sample % 12;
        const lf_paired_test test = sample % 2 ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS;
        censored(sample, n, low, high);
        for (size_t i = 0; i < n; i++) {
            turned[i] = -high[i];
            turned[12 + i] = -low[i];
        }
        const lf_differences d = {.test = test, .n = n, .low = low, .high = high, .tie = NAN},
                             mirror = {.test = test,
                                       .n = n,
                                       .low = turned,
                                       .high = turned + 12,
                                       .tie = NAN};
        lf_interval is, other;
        assert_ok(lf_sequential_interval(&d, level, &is));
        assert_ok(lf_sequential_interval(&mirror, level, &other));
        assert_same(is.estimate, -other.estimate);
        assert_same(is.lower, -other.upper);
        assert_same(is.upper, -other.lower);
        assert_false(is.estimate < is.lower || is.estimate > is.upper);
        assert_same(lf_stat_centre(test, low, n), -lf_stat_centre(test, turned + 12, n));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mirror)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
