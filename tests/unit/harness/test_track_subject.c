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
    free(now.pair[0].budget); /* one that an older baseline does not tell of */
    now.pair[0].budget = strdup("20:dp.g, 10 even checkpoints, 5 expensive");
    assert_ok(lf_track_agree(&before, &now));
    assert_int_equal(lf_track_agree(&now, &before), LF_BAD_INPUT);
    free(before.pair[0].budget);
    before.pair[0].budget = strdup("20:dp.g, 10 even checkpoints, 2 expensive");
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* A run that is done, with the trace that is recorded, was not recorded as failed. */
static void test_other_end(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
    before.pair[0].run[1].status = LF_RUN_FAILED;
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "run p0 m0 1: other status than its trace gives"));
    assert_ok(lf_track_agree(&now, &before)); /* a crash at the end is one */
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* The only metric of one pair: where it ends before, and now; NAN: diverged. `start` may be NAN. */
static lf_track_verdict verdict_of(bool higher, double start, double old, double new, bool paired) {
    lf_track before = baseline_make(1, 1, 0, 5), now = baseline_make(1, 1, paired ? 0 : 100, 5);
    lf_track_check check;
    for (size_t side = 0; side < 2; side++) {
        lf_track_pair *pair = side ? now.pair : before.pair;
        const double end = side ? new : old;
        pair->metric[0].higher = higher;
        pair->metric[0].start = start;
        pair->metric[0].targets = 0;
        for (size_t i = 0; i < 5; i++) {
            baseline_hash(&pair->run[i], 100 * (side + 1) + i);
            pair->run[i].status = isnan(end) ? LF_RUN_DIVERGED : LF_RUN_DONE;
            pair->run[i].value[0].final = end;
        }
    }
    assert_ok(lf_track_decide(&before, &now, &rule, &check));
    const lf_track_verdict verdict = check.row[0].verdict;
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&now);
    return verdict;
}

/* To diverge is worse than any end, however far that is from the start, on whichever seeds. */
static void test_diverged(void **state) {
    (void)state;
    static const double ends[] = {-1e6, -50, -1, 0, 1, 50, 1e6}, starts[] = {NAN, -3, 1};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            for (int higher = 0; higher < 2; higher++) {
                const double end = ends[k], start = starts[i];
                assert_int_equal(verdict_of(higher, start, end, NAN, false), LF_TRACK_WORSE);
                assert_int_equal(verdict_of(higher, start, NAN, end, false), LF_TRACK_BETTER);
                assert_int_equal(verdict_of(higher, start, end, NAN, true), LF_TRACK_WORSE);
                assert_int_equal(verdict_of(higher, start, NAN, end, true), LF_TRACK_BETTER);
                assert_int_equal(verdict_of(higher, start, NAN, NAN, false), LF_TRACK_NOISE);
            }
}

/* A few that diverge are no scale for the rest: what became worse beside them is still seen. */
static void test_some_diverge(void **state) {
    (void)state;
    lf_track before = baseline_make(2, 1, 0, 12), now = baseline_make(2, 1, 100, 12);
    lf_track_check check;
    before.pair[0].run[3].status = now.pair[0].run[5].status = LF_RUN_DIVERGED;
    for (size_t i = 0; i < 12; i++)
        now.pair[1].run[i].value[0].final = 0.4;
    assert_ok(lf_track_decide(&before, &now, &rule, &check));
    assert_int_equal(check.row[0].verdict, LF_TRACK_NOISE);
    assert_int_equal(check.row[1].verdict, LF_TRACK_WORSE);
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* What is not evaluated any more is missing, and no number. */
static void test_not_evaluated(void **state) {
    (void)state;
    for (int deterministic = 0; deterministic < 2; deterministic++) {
        lf_track before = baseline_make(1, 2, 0, 5), now = baseline_make(1, 2, 0, 5);
        lf_track_check check;
        before.pair[0].deterministic = deterministic;
        for (size_t i = 0; i < 5; i++) {
            baseline_hash(&now.pair[0].run[i], 900 + i);
            now.pair[0].run[i].value[1].final = NAN;
        }
        assert_ok(lf_track_decide(&before, &now, &rule, &check));
        assert_int_equal(check.row[0].verdict, LF_TRACK_NOISE);
        assert_int_equal(check.row[1].verdict, LF_TRACK_MISSING);
        assert_string_equal(check.row[1].note, "no value of it any more");
        assert_false(lf_track_passed(&check));
        lf_track_check_clear(&check);
        lf_track_clear(&before);
        lf_track_clear(&now);
    }
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
        cmocka_unit_test(test_left_out),      cmocka_unit_test(test_other_data),
        cmocka_unit_test(test_other_budget),  cmocka_unit_test(test_other_end),
        cmocka_unit_test(test_diverged),      cmocka_unit_test(test_some_diverge),
        cmocka_unit_test(test_not_evaluated), cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
