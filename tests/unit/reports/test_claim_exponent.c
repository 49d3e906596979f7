/* Claims about exponents: the interval decides, and only where there are seeds enough for one. */
#include "made_fit.h"

static lf_claim_verdict verdict; /* of the test under way; cleared after it */
static lf_experiment_fit fits[1];
static double bound;

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    made *m = *state;
    fits[0] = made_fit();
    m->experiment.fits_count = 1;
    m->experiment.fits = fits;
    m->claim = (lf_experiment_claim){
        .id = "e", .kind = "exponent", .fit = "eps", .method = "a", .at_most = &bound};
    return 0;
}

static int teardown(void **state) {
    lf_claim_verdict_clear(&verdict);
    return made_teardown(state);
}

static void decided(made *m, bool most, double value, const char *outcome, const char *statistic) {
    bound = value;
    m->claim.at_most = most ? &bound : NULL;
    m->claim.at_least = most ? NULL : &bound;
    lf_claim_verdict_clear(&verdict);
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_string_equal(lf_claim_outcome_name(verdict.outcome), outcome);
    assert_int_equal(verdict.comparisons, 1);
    if (!strstr(verdict.statistic, statistic)) print_error("%s\n", verdict.statistic);
    assert_non_null(strstr(verdict.statistic, statistic));
}

/* Seven seeds with exponent 1, five with 2: 1 [1, 2]. */
static void test_decided_by_the_interval(void **state) {
    made *m = *state;
    for (size_t i = 0; i < 12; i++)
        made_power(m, 0, 0, i, 5, 1, i < 7 ? 2 : 4);
    decided(m, true, 2.1, "held",
            "exponent 1 [1, 2] by bootstrap through 5 points, 12 seeds; at most 2.1 is claimed");
    decided(m, true, 1.5, "undecided", "at most 1.5 is claimed");
    decided(m, true, 0.9, "not held", "at most 0.9 is claimed");
    decided(m, false, 0.9, "held", "at least 0.9 is claimed");
    decided(m, false, 1.5, "undecided", "at least 1.5 is claimed");
    decided(m, false, 2.1, "not held", "at least 2.1 is claimed");
    assert_int_equal(verdict.comparison[0].pairs, 12);
    assert_int_equal(verdict.comparison[0].problem, 0);
    assert_near(verdict.comparison[0].upper, 2, 1e-12);
}

static void test_few_seeds(void **state) {
    made *m = *state;
    for (size_t i = 0; i < 4; i++)
        made_power(m, 0, 0, i, 5, i + 1, 2);
    decided(m, true, 1.5, "undecided", "so few decide nothing, needs 12 seeds");
}

static void test_exact(void **state) {
    made *m = *state;
    m->method[0].deterministic = true;
    made_power(m, 0, 0, 0, 5, 1, 2);
    decided(m, true, 1.5, "held", "exact for one start: exponent 1 through 5 points");
    decided(m, false, 1.5, "not held", "exact for one start");
}

/* The exponent is known no better than by what a start beside moves it by. */
static void test_exact_beside(void **state) {
    made *m = *state;
    m->method[0].deterministic = true;
    made_power(m, 0, 0, 0, 5, 1, 2);
    made_power(m, 0, 0, 0, 5, 1, 4);
    made_nudged(m, 1);
    decided(m, true, 2.1, "held",
            "exact for one start, but 1e-9 beside it the exponent is another by 1: exponent 1 "
            "through 5 points");
    decided(m, true, 1.5, "undecided", "at most 1.5 is claimed");
    decided(m, false, -0.1, "held", "at least -0.1 is claimed");
    m->record[1].status = LF_RUN_DIVERGED; /* before any target */
    m->record[1].points = 1;
    decided(m, true, 9, "undecided", "1e-9 beside it the line has too few points");
}

static void test_missing_runs(void **state) {
    made *m = *state;
    for (size_t i = 0; i < 6; i++)
        made_power(m, 0, 0, i, 5, i + 1, 2);
    made_missing(m, 0, 0, 6);
    decided(m, true, 1.5, "undecided", "5 of 35 costs are missing");
}

static void test_too_few_points(void **state) {
    made *m = *state;
    decided(m, true, 1.5, "undecided", "there are no runs of it");
    for (size_t i = 0; i < 5; i++)
        made_power(m, 0, 0, i, 2, 1, 2);
    decided(m, true, 1.5, "undecided",
            "too few points: 2 of 5 have a median cost, and a line needs 3; 15 of 25 costs are "
            "infinite");
}

/* Three points, of which two rest on seven of twelve seeds: many resamples have no line. */
static void test_no_interval(void **state) {
    made *m = *state;
    for (size_t i = 0; i < 12; i++)
        made_power(m, 0, 0, i, i < 7 ? 3 : 1, 1, 2);
    decided(m, true, 1.5, "undecided", "without an interval");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_decided_by_the_interval),
        CASE(test_few_seeds),
        CASE(test_exact),
        CASE(test_exact_beside),
        CASE(test_missing_runs),
        CASE(test_too_few_points),
        CASE(test_no_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
