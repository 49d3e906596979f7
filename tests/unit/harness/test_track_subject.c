/* Which runs are compared, and how far apart they lie. */
#include "baseline.h"
#include "near.h"

static const lf_track_rule rule = {0.01, 0.05, 1e-6};

/* Three seeds of five are not made again: that is no part of the answer, and it says so. */
static void test_left_out(void **state) {
    (void)state;
    lf_track before = baseline_make(3, 1, 0, 5), fewer = baseline_make(3, 1, 0, 2),
             others = baseline_make(3, 1, 100, 5);
    lf_track_check check;
    assert_ok(lf_track_decide(&before, &fewer, &rule, &check));
    assert_int_equal(check.count[LF_TRACK_IDENTICAL], 3);
    assert_string_equal(check.hint,
                        "9 of 15 recorded runs were not made again: nothing is known of "
                        "their seeds");
    lf_track_check_clear(&check);
    assert_ok(lf_track_decide(&before, &others, &rule, &check));
    assert_string_equal(check.hint, "");
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&fewer);
    lf_track_clear(&others);
}

/* Costs to the targets of the dearest seed and the cheapest; never is twice the longest run. */
static void test_spread(void **state) {
    (void)state;
    lf_track track = baseline_make(1, 2, 0, 5);
    lf_track_pair *pair = &track.pair[0];
    assert_near(lf_track_spread(pair, 0), 1, 1e-12);
    for (size_t i = 0; i < 5; i++)
        baseline_slow(pair, i, 1 + 0.1 * (double)i);
    assert_near(lf_track_spread(pair, 1), 1.4, 1e-12);
    pair->run[0].value[1].cost[2] = INFINITY;
    assert_near(lf_track_spread(pair, 1), cbrt(20. / 6) / 1.1, 1e-12);
    pair->metric[1].targets = 0;
    assert_near(lf_track_spread(pair, 1), 1, 0);
    lf_track_clear(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
