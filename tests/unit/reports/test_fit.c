/* Exponents of runs made so that they are known: a target of 2^-k is reached after 10 first ratio^k
 * steps, which is an exponent of log2(ratio). */
#include "made_fit.h"

static lf_fit_line line; /* of the test under way; freed after it */

static int teardown(void **state) {
    lf_fit_line_free(&line);
    return made_teardown(state);
}

static void fit(const made *m, const lf_experiment_fit *is, size_t method) {
    lf_fit_line_free(&line);
    assert_ok(lf_fit_line_make(&m->results, is, method, 0.95, &line));
}

static void assert_exponent(double estimate, double lower, double upper) {
    assert_near(line.exponent.estimate, estimate, 1e-12);
    assert_near(line.exponent.lower, lower, 1e-12);
    assert_near(line.exponent.upper, upper, 1e-12);
}

static void test_known_exponents(void **state) {
    made *m = *state;
    lf_experiment_theory theory = {(char *)"b", 2};
    lf_experiment_fit is = made_fit();
    is.theory_count = 1;
    is.theory = &theory;
    made_power(m, 0, 0, 0, 5, 3, 2);
    made_power(m, 0, 1, 0, 5, 1, 4);
    fit(m, &is, 0);
    assert_near(line.exponent.estimate, 1, 1e-12);
    assert_near(line.intercept, log(30), 1e-12);
    assert_true(isnan(line.exponent.lower) && isnan(line.theory)); /* one seed has no interval */
    assert_int_equal(line.used, 5);
    assert_int_equal(line.costs, 5);
    assert_near(line.point[3].x, 8, 0);
    assert_near(line.point[3].cost.median, 240, 0);
    fit(m, &is, 1);
    assert_near(line.exponent.estimate, 2, 1e-12);
    assert_near(line.theory, 2, 0);
}

/* Seeds are resampled whole: where all have the same exponent, every resample has it, however far
 * apart their costs lie. */
static void test_seeds_stay_together(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    static const size_t first[] = {1, 2, 5, 9, 16};
    for (size_t i = 0; i < 5; i++)
        made_power(m, 0, 0, i, 5, first[i], 2);
    fit(m, &is, 0);
    assert_int_equal(line.seeds, 5);
    assert_false(line.exact);
    assert_exponent(1, 1, 1);
    assert_near(line.point[0].cost.lower, 20, 0);
    assert_near(line.point[0].cost.upper, 90, 0);
}

/* Three seeds with exponent 1, two with 2, from the same start: a resample's median is either. */
static void test_interval(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    for (size_t i = 0; i < 5; i++)
        made_power(m, 0, 0, i, 5, 1, i < 3 ? 2 : 4);
    fit(m, &is, 0);
    assert_exponent(1, 1, 2);
    lf_fit_line_free(&line);
    assert_ok(lf_fit_line_make(&m->results, &is, 0, 0.2, &line)); /* less sure, so narrower */
    assert_exponent(1, 1, 1);
}

static void test_deterministic(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    m->method[0].deterministic = true;
    made_power(m, 0, 0, 0, 5, 1, 2);
    fit(m, &is, 0);
    assert_true(line.exact);
    assert_exponent(1, 1, 1);
}

/* A target that fewer than half of the runs missed has a median still, and the line does not
 * flatten; one that more of them missed is no point. */
static void test_censored(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    static const size_t first[] = {4, 5, 6, 8, 9};
    for (size_t i = 0; i < 5; i++)
        made_power(m, 0, 0, i, i < 3 ? 5 : 4, first[i], 2);
    fit(m, &is, 0);
    assert_near(line.exponent.estimate, 1, 1e-12);
    assert_int_equal(line.used, 5);
    assert_int_equal(line.censored, 2);
    assert_true(isinf(line.point[4].cost.upper) && line.point[4].used);
    for (size_t i = 0; i < 5; i++)
        made_power(m, 0, 1, i, i < 2 ? 5 : 4, first[i], 2);
    fit(m, &is, 1);
    assert_near(line.exponent.estimate, 1, 1e-12);
    assert_int_equal(line.used, 4);
    assert_int_equal(line.censored, 3);
    assert_false(line.point[4].used || line.point[4].early);
    assert_true(isinf(line.point[4].cost.median));
}

/* One that diverged got as far as it got; one that failed got nowhere; one that is not there says
 * nothing. */
static void test_ended_badly(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    for (size_t i = 0; i < 3; i++)
        made_power(m, 0, 0, i, 5, 2, 2);
    made_power(m, 0, 0, 3, 3, 2, 2)->status = LF_RUN_DIVERGED;
    made_power(m, 0, 0, 4, 5, 2, 2)->status = LF_RUN_FAILED;
    made_missing(m, 0, 0, 5);
    fit(m, &is, 0);
    assert_near(line.exponent.estimate, 1, 1e-12);
    assert_int_equal(line.censored, 2 + 5);
    assert_int_equal(line.missing, 5);
    assert_int_equal(line.costs, 25);
    assert_int_equal(line.seeds, 6);
    assert_int_equal(line.point[0].censored, 1);
    assert_int_equal(line.point[4].censored, 2);
}

/* Two targets at one checkpoint: log costs 0, 0, 1 over 0, 1, 2 in units of log 2. */
static void test_ties(void **state) {
    made *m = *state;
    lf_experiment_fit is = made_fit();
    is.targets_count = 3;
    made_reach(m, 0, 0, 0, 3, (const size_t[]){1, 1, 2});
    fit(m, &is, 0);
    assert_near(line.exponent.estimate, 0.5, 1e-12);
}

static void test_too_few_points(void **state) {
    made *m = *state;
    const lf_experiment_fit is = made_fit();
    made_power(m, 0, 0, 0, 2, 1, 2);
    made_power(m, 0, 1, 0, 3, 0, 2); /* reached at the start, for nothing */
    made_power(m, 0, 2, 0, 3, 1, 2);
    fit(m, &is, 0);
    assert_true(isnan(line.exponent.estimate));
    assert_int_equal(line.used, 2);
    fit(m, &is, 1);
    assert_true(isnan(line.exponent.estimate) && line.point[0].early);
    assert_int_equal(line.used, 0);
    fit(m, &is, 2);
    assert_near(line.exponent.estimate, 1, 1e-12);
    fit(m, &is, 3); /* no runs at all */
    assert_true(isnan(line.exponent.estimate) && line.costs == 0 && line.seeds == 0);
}

/* The first two costs are flat, as where one epoch is the least that a method can do. */
static void test_from(void **state) {
    made *m = *state;
    lf_experiment_from from = {(char *)"samples + steps", 70};
    lf_experiment_fit is = made_fit();
    static const size_t at[] = {5, 6, 8, 16, 32};
    for (size_t i = 0; i < 3; i++)
        made_reach(m, 0, 0, i, 5, at);
    fit(m, &is, 0);
    assert_true(line.exponent.estimate < 0.8);
    is.from = &from;
    fit(m, &is, 0);
    assert_exponent(1, 1, 1);
    assert_int_equal(line.used, 3);
    assert_true(line.point[0].early && line.point[1].early && !line.point[2].early);
}

/* Cost of the target 1/2 over q = 2, 4, 8, 8: an exponent of 3/2 at 10 steps and more. */
static void test_along_a_constant(void **state) {
    made *m = *state;
    static lf_constant q[] = {{"q", 4}, {"q", 16}, {"q", 64}, {"q", 64}};
    static char *problems[] = {"p", "q", "r", "s"};
    double target = 0.5;
    lf_experiment_fit is = made_fit();
    is.problem = NULL;
    is.along = (char *)"q";
    is.problems_count = 4;
    is.problems = problems;
    is.targets_count = 1;
    is.targets = &target;
    m->experiment.problems_count = 4;
    for (size_t i = 0; i < 4; i++) {
        m->problem[i].constants_count = 1;
        m->problem[i].constants = &q[i];
        for (size_t seed = 0; seed < 3; seed++)
            made_reach(m, i, 0, seed, 2,
                       (const size_t[]){1, (size_t)(pow(q[i].value, 1.5) / 8) * (seed + 1)});
    }
    fit(m, &is, 0);
    assert_exponent(1.5, 1.5, 1.5);
    assert_int_equal(line.used, 4);
    assert_near(line.point[1].x, 16, 0);
    assert_int_equal(line.point[1].problem, 1);
    /* Two problems with one constant are one place on the axis. */
    q[1].value = 4;
    fit(m, &is, 0);
    assert_true(isnan(line.exponent.estimate));
    q[1].value = 16;
}

static void test_methods(void **state) {
    made *m = *state;
    static char *methods[] = {"c", "a"};
    lf_experiment_fit is = made_fit();
    lf_fit all;
    made_power(m, 0, 0, 0, 5, 1, 2);
    made_power(m, 0, 2, 0, 5, 1, 4);
    made_power(m, 1, 3, 0, 5, 1, 4); /* on another problem */
    assert_ok(lf_fit_make(&m->results, &is, 0.95, &all));
    assert_int_equal(all.lines, 2);
    assert_int_equal(all.line[1].method, 2);
    lf_fit_free(&all);
    is.methods_count = 2;
    is.methods = methods;
    assert_ok(lf_fit_make(&m->results, &is, 0.95, &all));
    assert_int_equal(all.line[0].method, 2);
    assert_near(all.line[0].exponent.estimate, 2, 1e-12);
    assert_int_equal(all.line[1].method, 0);
    lf_fit_free(&all);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_known_exponents),
        CASE(test_seeds_stay_together),
        CASE(test_interval),
        CASE(test_deterministic),
        CASE(test_censored),
        CASE(test_ended_badly),
        CASE(test_ties),
        CASE(test_too_few_points),
        CASE(test_from),
        CASE(test_along_a_constant),
        CASE(test_methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
