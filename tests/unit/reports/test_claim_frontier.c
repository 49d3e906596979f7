/* Claims about a place on a frontier; and claims about a task whose methods meet it in two forms.
 */
#include "made_frontier.h"

static lf_claim_verdict verdict; /* of the test under way; cleared after it */
static lf_experiment_frontier frontier;
static double at, by;
static char *than[] = {(char *)"b", (char *)"c"};

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    made *m = *state;
    frontier = made_frontier(m);
    m->experiment.frontiers_count = 1;
    m->experiment.frontiers = &frontier;
    at = 0.5;
    m->claim = (lf_experiment_claim){.id = "e",
                                     .kind = "frontier_higher",
                                     .frontier = "f",
                                     .method = "a",
                                     .than_count = 1,
                                     .than = than,
                                     .at = &at};
    return 0;
}

static int teardown(void **state) {
    lf_claim_verdict_clear(&verdict);
    return made_teardown(state);
}

static void decided(made *m, const char *outcome, const char *statistic) {
    lf_claim_verdict_clear(&verdict);
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    if (!strstr(verdict.statistic, statistic)) print_error("%s\n", verdict.statistic);
    assert_non_null(strstr(verdict.statistic, statistic));
    assert_string_equal(lf_claim_outcome_name(verdict.outcome), outcome);
}

/* A method's line from (0, y) to (1, y + 2), with n seeds that differ by `noise`. */
static void line(made *m, size_t method, size_t n, double y, double noise) {
    for (size_t s = 0; s < n; s++) {
        const double shift = noise * ((double)s - (double)(n - 1) / 2);
        made_end(m, 0, method, s, 0, y + shift);
        made_end(m, 1, method, s, 1, y + 2 + shift);
    }
}

static void test_decided_by_the_interval(void **state) {
    made *m = *state;
    line(m, 0, 12, 3, 0.04);
    line(m, 1, 12, 2, -0.04); /* against the other, so that differences vary */
    decided(m, "held",
            "at CVio = 0.5: gain 4 against 3, difference 1 [0.72, 1.28] by bootstrap, 12 seeds");
    m->claim.by = &by;
    by = 0.5;
    decided(m, "held", "at least 0.5 is claimed");
    by = 1;
    decided(m, "undecided", "difference 1 [");
    by = 2;
    decided(m, "not held", "difference 1 [");
    m->claim.by = NULL;
    m->claim.method = "b";
    m->claim.than = (char *[]){(char *)"a"};
    decided(m, "not held", "gain 3 against 4, difference -1 [-1.28, -0.72]");
    assert_true(verdict.comparison[0].problem == SIZE_MAX);
    assert_int_equal(verdict.comparison[0].than, 0);
}

/* Ends in whole units tie, and no resample has a difference: nothing speaks against either. */
static void test_equal(void **state) {
    made *m = *state;
    line(m, 0, 12, 3, 0);
    line(m, 1, 12, 3, 0);
    decided(m, "undecided", "gain 4 against 4, difference 0 [0, 0] by bootstrap, 12 seeds");
}

static void test_few_seeds(void **state) {
    made *m = *state;
    line(m, 0, 4, 3, 0.1);
    line(m, 1, 4, 2, 0);
    decided(m, "undecided", "so few decide nothing, needs 12 seeds");
}

static void test_not_reached(void **state) {
    made *m = *state;
    line(m, 0, 5, 3, 0.1);
    line(m, 1, 5, 2, 0.1);
    at = -1;
    decided(m, "undecided",
            "a has points from CVio 0 to 1; b has points from CVio 0 to 1; CVio = -1 is not "
            "reached");
}

/* Five seeds of twelve end left of the place: some resamples have nothing beyond it. */
static void test_no_interval(void **state) {
    made *m = *state;
    line(m, 1, 12, 2, 0.1);
    for (size_t s = 0; s < 12; s++) {
        made_end(m, 0, 0, s, 0, 3);
        made_end(m, 1, 0, s, s < 5 ? 0.4 : 1, 5);
    }
    decided(m, "undecided", "without an interval, because too many resamples do not reach it");
}

static void test_exact(void **state) {
    made *m = *state;
    m->method[0].deterministic = m->method[1].deterministic = true;
    line(m, 0, 1, 3, 0);
    line(m, 1, 1, 3, 0);
    decided(m, "not held", "exact for one start: at CVio = 0.5: gain 4 against 4");
}

/* What a start beside moves y by is no difference, and where it moves all points away nothing is
 * known. */
static void test_exact_beside(void **state) {
    made *m = *state;
    m->method[0].deterministic = m->method[1].deterministic = true;
    line(m, 0, 1, 3.25, 0);
    line(m, 1, 1, 3, 0);
    decided(m, "held", "exact for one start: at CVio = 0.5: gain 4.25 against 4");
    line(m, 1, 1, 3.125, 0);
    made_nudged(m, 2);
    decided(m, "held", "1e-9 beside it the difference is another by 0.12: at CVio = 0.5: gain");
    m->record[4].value[5] += 0.125;
    m->record[5].value[5] += 0.125;
    decided(m, "undecided",
            "exact for one start, but 1e-9 beside it the difference is another by "
            "0.25: at CVio = 0.5: gain 4.25 against 4");
    m->record[5].status = LF_RUN_DIVERGED;
    decided(m, "undecided", "exact for one start, but 1e-9 beside it the place is not reached: ");
}

static void test_missing_runs(void **state) {
    made *m = *state;
    line(m, 0, 5, 3, 0.1);
    decided(m, "undecided", "there are no runs of it");
    line(m, 1, 5, 2, 0.1);
    made_missing(m, 2, 1, 0);
    decided(m, "undecided", "1 of 21 runs is missing");
}

/* Two comparisons: what holds both needs no wider intervals. */
static void test_several(void **state) {
    made *m = *state;
    lf_experiment_line lines[3] = {made_lines[0], made_lines[1], made_lines[1]};
    lines[2].method = "c";
    frontier.lines = lines;
    frontier.lines_count = 3;
    m->claim.than_count = 2;
    for (size_t k = 0; k < 3; k++)
        line(m, k, 5, 4 - (double)k, 0.1 * (double)k);
    decided(m, "undecided", "so few decide nothing, needs 12 seeds");
    m->results.runs = 0;
    for (size_t i = 0; i < MADE_RUNS; i++)
        lf_record_clear(&m->record[i]);
    for (size_t k = 0; k < 3; k++)
        line(m, k, 12, 4 - (double)k, 0.04 * (double)k);
    decided(m, "held", "2 held, 0 not held, 0 undecided; f, against b: at CVio = 0.5");
}

/* A second name of a rival is no second rival, which would widen the interval that refutes. */
static void test_second_name(void **state) {
    made *m = *state;
    lf_experiment_line lines[3] = {made_lines[0], made_lines[1], made_lines[1]};
    lines[2].method = "c";
    frontier.lines = lines;
    frontier.lines_count = 3;
    m->claim.than_count = 2;
    line(m, 0, 12, 3, 0.04);
    line(m, 1, 12, 2, 0.04);
    line(m, 2, 12, 2, 0.04);
    decided(m, "held", "2 held, 0 not held, 0 undecided");
    for (size_t k = 1; k < 3; k++) {
        made_key(m, 0, k, "one");
        made_key(m, 1, k, "two");
    }
    decided(m, "held", "at CVio = 0.5: gain 4 against 3");
    assert_int_equal(verdict.comparisons, 1);
}

/* "a" runs on p and "b" on q, the same task; "b" is lower, seed by seed. */
static void test_forms_are_paired(void **state) {
    made *m = *state;
    char *own[] = {(char *)"a"}, *other[] = {(char *)"b"};
    m->problem[0].methods_count = m->problem[1].methods_count = 1;
    m->problem[0].methods = own;
    m->problem[1].methods = other;
    m->problem[1].same_as = "p";
    m->experiment.problems_count = 2;
    m->claim = (lf_experiment_claim){
        .id = "l", .kind = "lower", .method = "b", .metric = "FV", .than_count = 1, .than = own};
    made_finals(m, 0, 0, 5, (const double[]){1, 2, 3, 4, 5});
    made_finals(m, 1, 1, 5, (const double[]){0.9, 1.8, 2.7, 3.6, 4.5});
    decided(m, "held", "P = 0.031; 5 of 5 seeds for it; difference -0.3");
    assert_int_equal(verdict.comparisons, 1);
    assert_int_equal(verdict.comparison[0].problem, 0);
    m->problem[1].same_as = NULL; /* two tasks: on neither are there both */
    decided(m, "undecided", "none of its problems and methods was run");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_decided_by_the_interval),
        CASE(test_equal),
        CASE(test_few_seeds),
        CASE(test_not_reached),
        CASE(test_no_interval),
        CASE(test_exact),
        CASE(test_exact_beside),
        CASE(test_missing_runs),
        CASE(test_several),
        CASE(test_second_name),
        CASE(test_forms_are_paired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
