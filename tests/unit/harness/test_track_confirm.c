/* A second look at what a check calls worse, on baselines made by hand. */
#include "baseline.h"
#include "near.h"

enum { PAIRS = 3, METRICS = 2, SEEDS = 5 };

typedef struct {
    lf_track before, now;
    lf_track_check check;
} fixture;

static int setup(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->before = baseline_make(PAIRS, METRICS, 0, SEEDS);
    f->now = baseline_make(PAIRS, METRICS, 0, SEEDS);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    lf_track_clear(&f->before);
    lf_track_clear(&f->now);
    lf_track_check_clear(&f->check);
    free(f);
    return 0;
}

static void decide(fixture *f) {
    static const lf_track_rule rule = {0.01, 0.05, 1e-6};
    lf_track_check_clear(&f->check);
    assert_ok(lf_track_decide(&f->before, &f->now, &rule, &f->check));
}

static void expect(const fixture *f, size_t worse, size_t noise) {
    assert_int_equal(f->check.count[LF_TRACK_WORSE], worse);
    assert_int_equal(f->check.count[LF_TRACK_NOISE], noise);
    assert_false(lf_track_passed(&f->check));
}

/* What five seeds call worse is asked again of five others: luck that goes away there is noise, a
 * change that stays is not; a crash needs no second look. */
static void test_confirm(void **state) {
    fixture *f = *state;
    lf_track again = baseline_make(PAIRS, METRICS, 5, SEEDS);
    char *seeds = lf_track_other_seeds(&f->before, &f->before);
    assert_string_equal(seeds, "5-9");
    free(seeds);
    decide(f);
    assert_false(lf_track_doubtful(&f->check));
    f->now.pair[2].run[0].status = LF_RUN_FAILED;
    decide(f);
    assert_false(lf_track_doubtful(&f->check));
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->now.pair[0], i, 2);
        baseline_slow(&f->now.pair[1], i, 2);
        baseline_slow(&again.pair[1], i, 1.5);
    }
    decide(f);
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
    fixture *f = *state;
    lf_track again = baseline_make(1, METRICS, 5, SEEDS);
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->now.pair[0], i, 2);
        baseline_slow(&f->now.pair[1], i, 2);
        again.pair[0].run[i].status = LF_RUN_FAILED;
    }
    decide(f);
    assert_ok(lf_track_confirm(&f->before, &again, &f->check));
    expect(f, 2 * METRICS, 0);
    lf_track_clear(&again);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {CASE(test_confirm), CASE(test_confirm_needs_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
