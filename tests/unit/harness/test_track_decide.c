/* Every verdict, on baselines in which one thing differs. */
#include "baseline.h"
#include "near.h"

enum { PAIRS = 3, METRICS = 2, SEEDS = 5 };

static int setup(void **state) {
    *state = baseline_begin(PAIRS, METRICS, SEEDS);
    return *state ? 0 : -1;
}

/* Replace what is there now by runs with other seeds. */
static void reseed(baseline_fixture *f, size_t seeds) {
    lf_track_clear(&f->now);
    f->now = baseline_make(PAIRS, METRICS, 100, seeds);
}

/* The row of a pair and metric: rows are in the order of the baseline. */
static const lf_track_row *row(const baseline_fixture *f, size_t pair, size_t metric) {
    return &f->check.row[pair * METRICS + metric];
}

static void expect(const baseline_fixture *f, size_t verdict, size_t count, bool passed) {
    if (f->check.count[verdict] != count)
        for (size_t i = 0; i < f->check.rows; i++) {
            char text[512];
            lf_track_describe(&f->check.row[i], text, sizeof text);
            print_error("%s\n", text);
        }
    assert_int_equal(f->check.count[verdict], count);
    assert_int_equal(lf_track_passed(&f->check), passed);
}

static void note(const baseline_fixture *f, size_t pair, const char *words) {
    if (!strstr(row(f, pair, 0)->note, words))
        fail_msg("'%s' does not say '%s'", row(f, pair, 0)->note, words);
}

static void test_identical(void **state) {
    baseline_fixture *f = *state;
    baseline_decide(f);
    expect(f, LF_TRACK_IDENTICAL, PAIRS * METRICS, true);
    assert_near(row(f, 0, 0)->calls_ratio, 1, 0);
    assert_near(row(f, 0, 0)->after, 0.1, 0);
    assert_string_equal(f->check.hint, "");
}

/* Another trace with changes below the threshold, or in both directions. */
static void test_noise(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[0], i, 1.04);
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, i % 2 ? 0.8 : 1.25);
    baseline_decide(f);
    expect(f, LF_TRACK_NOISE, 2 * METRICS, true);
    expect(f, LF_TRACK_IDENTICAL, METRICS, true);
}

/* Slower on every seed, by more than the threshold: however few seeds there are. */
static void test_worse(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, 1.15 + 0.02 * (double)i);
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    assert_int_equal(row(f, 1, 0)->verdict, LF_TRACK_WORSE);
    assert_near(row(f, 1, 0)->calls_ratio, 1.19, 1e-12);
    note(f, 1, "1.19 times the oracle calls to its targets, median of 5 seeds");
    f->rule.threshold = 0.25;
    baseline_decide(f);
    expect(f, LF_TRACK_NOISE, METRICS, true);
    f->rule.threshold = 0.05;
    f->before.pair[1].runs = f->now.pair[1].runs = 1;
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    f->before.pair[1].runs = f->now.pair[1].runs = SEEDS; /* for clearing */
}

static void test_better(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, 0.5);
    baseline_decide(f);
    expect(f, LF_TRACK_BETTER, METRICS, true);
}

/* The final value alone: 20 % of the range worse, though every target is reached as before. */
static void test_value(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++) {
        f->now.pair[2].run[i].value[0].final = 0.3;
        baseline_hash(&f->now.pair[2].run[i], 77 + i);
    }
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, 1, false);
    note(f, 2, "final value worse by 20 % of its range");
    for (size_t i = 0; i < SEEDS; i++)
        f->now.pair[2].run[i].value[0].final = -0.1;
    baseline_decide(f);
    expect(f, LF_TRACK_BETTER, 1, true);
    f->before.pair[2].metric[0].higher = true;
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, 1, false);
}

/* Targets are reached in half of the calls, but the median final value is worse by 20 % of the
 * range: on three of five seeds, so that it may be luck. That is not better. */
static void test_contradiction(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->now.pair[1], i, 0.5);
        f->now.pair[1].run[i].value[0].final = i < 3 ? 0.3 : -0.3;
    }
    baseline_decide(f);
    expect(f, LF_TRACK_BETTER, METRICS - 1, true);
    expect(f, LF_TRACK_NOISE, 1, true);
    note(f, 1, "final value worse by 20 % of its range, median of 5 seeds, perhaps by luck");
}

static void test_missing(void **state) {
    baseline_fixture *f = *state;
    free(f->now.pair[0].method);
    f->now.pair[0].method = strdup("renamed");
    free(f->now.pair[1].metric[1].name);
    f->now.pair[1].metric[1].name = strdup("other");
    baseline_slow(&f->now.pair[1], 0, 1);
    baseline_decide(f);
    expect(f, LF_TRACK_MISSING, 2, false); /* a pair, and one metric of another */
    expect(f, LF_TRACK_NEW, 1, false);
    assert_string_equal(f->check.row[0].metric, "");
}

static void test_status(void **state) {
    baseline_fixture *f = *state;
    f->now.pair[0].run[3].status = LF_RUN_DIVERGED;
    f->before.pair[1].run[2].status = LF_RUN_TIMEOUT;
    f->before.pair[2].run[0].status = f->now.pair[2].run[0].status = LF_RUN_DIVERGED;
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    expect(f, LF_TRACK_BETTER, METRICS, false);
    expect(f, LF_TRACK_IDENTICAL, METRICS, false); /* it always diverged there */
    note(f, 0, "seed 3 ends as diverged");
    reseed(f, SEEDS);
    f->now.pair[0].run[3].status = LF_RUN_KILLED;
    baseline_decide(f);
    note(f, 0, "seed 103 ends as killed");
    assert_int_equal(row(f, 0, 0)->verdict, LF_TRACK_WORSE);
}

/* One seed timed out when it was recorded and ends now: that hides no slowdown of the others. */
static void test_lifted(void **state) {
    baseline_fixture *f = *state;
    f->before.pair[1].run[2].status = LF_RUN_TIMEOUT;
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, 1.5);
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    note(f, 1, "1.5 times the oracle calls");
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, i < 3 ? 0.8 : 0.5); /* dearer on three, perhaps by luck */
    baseline_decide(f);
    expect(f, LF_TRACK_NOISE, METRICS, true);
    for (size_t i = 0; i < SEEDS; i++)
        baseline_slow(&f->now.pair[1], i, 0.7);
    baseline_decide(f);
    expect(f, LF_TRACK_BETTER, METRICS, true);
}

static void test_other_seeds(void **state) {
    baseline_fixture *f = *state;
    reseed(f, SEEDS);
    for (size_t i = 0; i < SEEDS; i++) {
        baseline_slow(&f->before.pair[0], i, 1 + 0.1 * (double)i);
        baseline_slow(&f->now.pair[0], i, 1.05 + 0.1 * (double)i);
        baseline_slow(&f->before.pair[1], i, 1 + 0.03 * (double)i);
        baseline_slow(&f->now.pair[1], i, 3 + 0.05 * (double)i);
        baseline_slow(&f->now.pair[2], i, 1);
    }
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    assert_near(row(f, 1, 0)->p, 2 / 252.0, 1e-12);
    note(f, 1, "5 seeds against 5 others");
    expect(f, LF_TRACK_NOISE, 2 * METRICS, false);
}

/* Three against three other seeds allow no p-value below 1/10. */
static void test_undecidable(void **state) {
    baseline_fixture *f = *state;
    lf_track_clear(&f->before);
    f->before = baseline_make(PAIRS, METRICS, 0, 3);
    reseed(f, 3);
    for (size_t i = 0; i < 3; i++) {
        baseline_slow(&f->before.pair[1], i, 1 + 0.03 * (double)i);
        baseline_slow(&f->now.pair[1], i, 3 + 0.05 * (double)i);
    }
    baseline_decide(f);
    expect(f, LF_TRACK_UNDECIDABLE, METRICS, true);
    note(f, 1, "too few to tell from luck, 5 and 5 would do");
    f->rule.level = 0.1;
    baseline_decide(f);
    expect(f, LF_TRACK_WORSE, METRICS, false);
    size_t seeds;
    assert_true(lf_track_decidable(5, 0.01, &seeds) && seeds == 5);
    assert_false(lf_track_decidable(4, 0.01, &seeds));
}

/* No noise: 2e-6 more is worse, half as much is rounding; seeds do not matter. */
static void test_deterministic(void **state) {
    baseline_fixture *f = *state;
    for (size_t p = 0; p < PAIRS; p++)
        f->before.pair[p].deterministic = true;
    baseline_slow(&f->now.pair[0], 0, 1 + 2e-6);
    baseline_slow(&f->now.pair[1], 0, 1 + 5e-7);
    baseline_slow(&f->now.pair[2], 0, 1 - 2e-6);
    baseline_decide(f);
    assert_int_equal(row(f, 0, 0)->verdict, LF_TRACK_WORSE);
    assert_int_equal(row(f, 1, 0)->verdict, LF_TRACK_NOISE);
    assert_int_equal(row(f, 2, 0)->verdict, LF_TRACK_BETTER);
    note(f, 0, "deterministic");
    reseed(f, 1);
    for (size_t p = 0; p < PAIRS; p++)
        baseline_hash(&f->now.pair[p].run[0], 1); /* the trace of seed 0 */
    baseline_decide(f);
    expect(f, LF_TRACK_IDENTICAL, PAIRS * METRICS, true);
}

/* Recorded traces that are the same for every seed tell as much as the flag, of these seeds: with
 * others a coin that fell alike may fall otherwise. */
static void test_plainly_deterministic(void **state) {
    baseline_fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        baseline_hash(&f->before.pair[0].run[i], 5);
    f->now.pair[0].run[0].value[0].cost[0] *= 1.001;
    baseline_decide(f);
    assert_int_equal(row(f, 0, 0)->verdict, LF_TRACK_WORSE);
    reseed(f, 1);
    baseline_decide(f);
    assert_int_equal(row(f, 0, 0)->verdict, LF_TRACK_NOISE);
}

/* A violation that was 0 in all runs has no range: what rounding makes of it is within the
 * tolerance, what is beyond it is worse by so much, and a share of no range. */
static void test_still(void **state) {
    baseline_fixture *f = *state;
    const double now[] = {6e-8, 9e-7, 3e-6};
    for (size_t certain = 0; certain < 2; certain++)
        for (size_t c = 0; c < 3; c++) {
            lf_track_pair *pair = &f->before.pair[2], *other = &f->now.pair[2];
            pair->deterministic = other->deterministic = certain;
            pair->metric[0].targets = other->metric[0].targets = 0;
            pair->metric[0].start = other->metric[0].start = 0;
            pair->metric[0].range = other->metric[0].range = 1e-6;
            for (size_t i = 0; i < SEEDS; i++) {
                pair->run[i].value[0].final = 0;
                other->run[i].value[0].final = now[c];
                baseline_hash(&other->run[i], 77 + i);
            }
            baseline_decide(f);
            expect(f, LF_TRACK_WORSE, c == 2, c < 2);
            assert_null(strstr(row(f, 2, 0)->note, "%"));
        }
    note(f, 2, "final value worse by 3e-06, tolerance 1e-06 as it never moved");
}

static void test_changes(void **state) {
    baseline_fixture *f = *state;
    free(f->now.pair[0].algorithm);
    f->now.pair[0].algorithm = strdup("ssg:mode=stochastic,eta=0.0003");
    free(f->now.pair[1].budget);
    f->now.pair[1].budget = strdup("30:dp.g, 10 even checkpoints");
    f->now.pair[2].runs--;
    free(f->now.pair[2].run[SEEDS - 1].value);
    free(f->now.cpu);
    f->now.cpu = strdup("SkylakeX");
    baseline_decide(f);
    assert_string_equal(row(f, 0, 1)->note, "eta: 0.001 -> 0.0003");
    note(f, 1, "budget: 20:dp.g, 10 even checkpoints -> 30:dp.g, 10 even checkpoints");
    note(f, 2, "4 of 5 seeds");
    assert_non_null(strstr(f->check.hint, "bits of Haswell, checked with those of SkylakeX"));
    expect(f, LF_TRACK_IDENTICAL, PAIRS * METRICS, true);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, baseline_end)
    const struct CMUnitTest tests[] = {
        CASE(test_identical),   CASE(test_noise),         CASE(test_worse),
        CASE(test_better),      CASE(test_value),         CASE(test_contradiction),
        CASE(test_missing),     CASE(test_status),        CASE(test_other_seeds),
        CASE(test_undecidable), CASE(test_deterministic), CASE(test_plainly_deterministic),
        CASE(test_changes),     CASE(test_lifted),        CASE(test_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
