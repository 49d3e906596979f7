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

/* Of other data than recorded: refused by a check, noted between two versions of a history. A pair
 * that has none, or whose file is of before it was kept, is taken as it is. */
static void test_other_data(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
    lf_track_check check;
    before.pair[0].data = strdup("0123456789abcdef");
    assert_ok(lf_track_agree(&before, &now));
    assert_ok(lf_track_agree(&now, &before));
    now.pair[0].data = strdup("0123456789abcdef");
    assert_ok(lf_track_agree(&before, &now));
    now.pair[0].data[0] = 'f';
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_string_equal(lf_message(),
                        "data p0 m0: recorded with SHA-256 0123456789ab, and here it is "
                        "f123456789ab, so a check says nothing about the code; restore the data, "
                        "or record it again");
    assert_ok(lf_track_decide(&before, &now, &rule, &check));
    assert_string_equal(check.row[0].note, "data: 0123456789abcdef -> f123456789abcdef");
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* Nor is a run with another budget, or other checkpoints, a change of the code. */
static void test_other_budget(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
    free(now.pair[0].budget);
    now.pair[0].budget = strdup("20:steps");
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "budget p0 m0: recorded with '"));
    assert_non_null(strstr(lf_message(), "and here it is '20:steps', so a check says nothing about "
                                         "the code; restore the budget, or record it again"));
    lf_track_clear(&before);
    lf_track_clear(&now);
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
        cmocka_unit_test(test_other_data),
        cmocka_unit_test(test_other_budget),
        cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
