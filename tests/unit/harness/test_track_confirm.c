/* A second look at what a check calls worse, on baselines made by hand. */
#include "baseline.h"
#include "near.h"

enum { PAIRS = 3, METRICS = 2, SEEDS = 5 };

static int setup(void **state) {
    *state = baseline_begin(PAIRS, METRICS, SEEDS);
    return *state ? 0 : -1;
}

static void expect(const baseline_fixture *f, size_t worse, size_t noise) {
    assert_int_equal(f->check.count[LF_TRACK_WORSE], worse);
    assert_int_equal(f->check.count[LF_TRACK_NOISE], noise);
    assert_false(lf_track_passed(&f->check));
}

/* What five seeds call worse is asked again of five others: luck that goes away there is noise, a
 * change that stays is not; a crash needs no second look. */
static void test_confirm(void **state) {
    baseline_fixture *f = *state;
    lf_track again = baseline_make(PAIRS, METRICS, 5, SEEDS);
    const uint64_t taken[] = {12, 8, 30};
    for (size_t n = 0; n <= 3; n++) {
        static const char *const free_block[] = {"5-9", "5-9", "13-17", "13-17"};
        char *seeds = lf_track_other_seeds(&f->before, &f->before, taken, n);
        assert_string_equal(seeds, free_block[n]);
        free(seeds);
    }
    baseline_decide(f);
    assert_false(lf_track_doubtful(&f->check));
    f->now.pair[2].run[0].status = LF_RUN_FAILED;
    baseline_decide(f);
    assert_false(lf_track_doubtful(&f->check));
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->now.pair[0], i, 2);
        baseline_slow(&f->now.pair[1], i, 2);
        baseline_slow(&again.pair[1], i, 1.5);
    }
    baseline_decide(f);
    assert_true(lf_track_doubtful(&f->check));
    expect(f, PAIRS * METRICS, 0);
    assert_ok(lf_track_confirm(&f->before, &again, &f->check));
    expect(f, 2 * METRICS, METRICS);
    assert_non_null(strstr(f->check.row[0].note, "; not so on other seeds"));
    assert_non_null(strstr(f->check.row[METRICS].note, "; so it is on other seeds"));
    lf_track_clear(&again);
}

/* A pair that is gone, or fails, on the other seeds does not speak for the change. */
static void test_confirm_needs_runs(void **state) {
    baseline_fixture *f = *state;
    lf_track again = baseline_make(1, METRICS, 5, SEEDS);
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->now.pair[0], i, 2);
        baseline_slow(&f->now.pair[1], i, 2);
        again.pair[0].run[i].status = LF_RUN_FAILED;
    }
    baseline_decide(f);
    assert_ok(lf_track_confirm(&f->before, &again, &f->check));
    expect(f, 2 * METRICS, 0);
    lf_track_clear(&again);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, baseline_end)
    const struct CMUnitTest tests[] = {CASE(test_confirm), CASE(test_confirm_needs_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
