/* Methods without draws, whose baseline has a run from a start beside their own. */
#include "baseline.h"
#include "near.h"

enum { PAIRS = 3, METRICS = 2 };

static int setup(void **state) {
    baseline_fixture *f = baseline_begin(PAIRS, METRICS, 1);
    if (!f) return -1;
    for (size_t p = 0; p < PAIRS; p++) {
        lf_track_pair *pair = &f->before.pair[p];
        pair->deterministic = true;
        pair->beside = calloc(1, sizeof *pair->beside);
        baseline_run(pair, 0, pair->beside);
        pair->beside->value[0].cost[0] *= exp(3e-3); /* one of three, so 1e-3 of their mean */
    }
    *state = f;
    return 0;
}

static void test_resolution(void **state) {
    baseline_fixture *f = *state;
    const lf_track_pair *pair = &f->before.pair[0];
    assert_near(lf_track_resolution(pair, 0), 1e-3, 1e-12);
    assert_near(lf_track_resolution(pair, 1), 0, 0);
    assert_near(lf_track_resolution(&f->now.pair[0], 0), 0, 0);
    pair->beside->value[0].cost[2] = INFINITY; /* 20000 calls, twice the run's, in place of 6000 */
    assert_near(lf_track_resolution(pair, 0), 1e-3 + log(20000. / 6000) / 3, 1e-12);
    pair->beside->value[1].final = 0.35; /* of a range of 1, and 0.1 recorded */
    assert_near(lf_track_resolution(pair, 1), 0.25, 1e-12);
}

/* Up to three times what the nudge changes is rounding, more is not; a metric that it does not move
 * is held to the tolerance. */
static void test_verdicts(void **state) {
    baseline_fixture *f = *state;
    baseline_slow(&f->now.pair[0], 0, 1 + 2.9e-3);
    baseline_slow(&f->now.pair[1], 0, 1 + 3.1e-3);
    baseline_slow(&f->now.pair[2], 0, 1 - 3.1e-3);
    baseline_decide(f);
    const lf_track_verdict want[] = {LF_TRACK_NOISE, LF_TRACK_WORSE,  LF_TRACK_WORSE,
                                     LF_TRACK_WORSE, LF_TRACK_BETTER, LF_TRACK_BETTER};
    for (size_t i = 0; i < PAIRS * METRICS; i++)
        assert_int_equal(f->check.row[i].verdict, want[i]);
    const char *words = "differs by 0.0029, within 3 times what a start 1e-9 away changes";
    assert_string_equal(f->check.row[0].note, words);
}

/* A loss below the tolerance is said as a gain is: by how much. */
static void test_note(void **state) {
    baseline_fixture *f = *state;
    baseline_slow(&f->now.pair[0], 0, 1 + 5e-7);
    baseline_slow(&f->now.pair[1], 0, 1 - 5e-7);
    baseline_decide(f);
    assert_string_equal(f->check.row[1].note, "differs by 5e-07, within rounding");
    assert_string_equal(f->check.row[3].note, "differs by 5e-07, within rounding");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, baseline_end)
    const struct CMUnitTest tests[] = {CASE(test_resolution), CASE(test_verdicts), CASE(test_note)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
