/* The choice among points, from trials written down by hand. */
#include <stdint.h>

#include "made_results.h"
#include "tuned.h"

enum { P, Q };
enum { A, B };

static double bound = 0.1, target = 2;

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    made *m = *state;
    m->tuning = (lf_experiment_tuning){.metric = (char *)"FV", .points = 3};
    m->experiment.tuning = &m->tuning;
    return 0;
}

static const char *const names[] = {"eta=1", "eta=2", "eta=3"};

/* One trial of point `p` of method a on p, that ends with these. */
static lf_record *add(made *m, size_t p, double fv, double cvio) {
    return made_trial(m, P, A, p, names[p], LF_RUN_DONE, 2, (const double[]){9, fv},
                      (const double[]){0, cvio});
}

static const lf_tuned *choose(made *m) {
    assert_ok(lf_tuning_choose(&m->results));
    const lf_tuned *tuned = tuned_find(&m->results, P, A);
    assert_non_null(tuned);
    return tuned;
}

static void test_median(void **state) {
    made *m = *state;
    const double fv[3][3] = {{1, 8, 9}, {5, 4, 6}, {7, 7, 7}};
    for (size_t p = 0; p < 3; p++)
        for (size_t s = 0; s < 3; s++)
            add(m, p, fv[p][s], 0);
    const lf_tuned *tuned = choose(m);
    assert_int_equal(tuned->points, 3);
    assert_int_equal(tuned->chosen, 1);
    assert_near(tuned->point[0].metric, 8, 0);
    assert_near(tuned->point[1].metric, 5, 0);
    assert_int_equal(tuned->point[1].trials, 3);
    assert_true(tuned->point[1].feasible && isnan(tuned->point[1].where));
    assert_true(isnan(tuned->point[1].cost));
    assert_string_equal(tuned->point[1].parameters, "eta=2");
    assert_near(tuned->cost, 90, 0); /* nine trials of 10 steps */
    assert_near(tuned->cpu_seconds, 9, 1e-12);
    assert_string_equal(tuned->unit, "steps");
    assert_false(tuned->failed);
    m->tuning.metric = (char *)"gain"; /* -FV */
    tuned = choose(m);
    assert_int_equal(tuned->chosen, 1);
    assert_near(tuned->point[2].metric, -7, 0);
}

/* Of medians 8, 5, 7 and worst values 9, 30, 8 each picks its own; a single failure is the worst.
 */
static void test_worst(void **state) {
    made *m = *state;
    const double fv[3][3] = {{1, 8, 9}, {30, 4, 5}, {6, 7, 8}};
    for (size_t p = 0; p < 3; p++)
        for (size_t s = 0; s < 3; s++)
            add(m, p, fv[p][s], (double)s / 10);
    assert_int_equal(choose(m)->chosen, 1);
    m->tuning.judge = (char *)"worst";
    m->tuning.where = (char *)"CVio";
    m->tuning.at_most = &bound;
    const lf_tuned *tuned = choose(m);
    assert_int_equal(tuned->chosen, 2);
    assert_near(tuned->point[1].metric, 30, 0);
    assert_near(tuned->point[2].metric, 8, 0);
    assert_near(tuned->point[2].where, 0.2, 0);
    assert_false(tuned->point[2].feasible);
    m->tuning.metric = (char *)"gain";
    assert_near(choose(m)->point[1].metric, -30, 0);
    m->trial_record[8].status = LF_RUN_DIVERGED;
    tuned = choose(m);
    assert_int_equal(tuned->chosen, 0);
    assert_true(isinf(tuned->point[2].metric) && tuned->point[2].metric < 0);
    m->tuning.judge = (char *)"median";
    assert_near(choose(m)->point[2].metric, -7, 0);
}

/* The best metric is infeasible; of the feasible ones the better wins. */
static void test_feasible(void **state) {
    made *m = *state;
    m->tuning.where = (char *)"CVio";
    m->tuning.at_most = &bound;
    add(m, 0, 1, 0.2);
    add(m, 1, 6, 0.05);
    add(m, 2, 5, 0.1);
    const lf_tuned *tuned = choose(m);
    assert_int_equal(tuned->chosen, 2);
    assert_false(tuned->point[0].feasible);
    assert_true(tuned->point[2].feasible);
}

/* A problem's own constant stands for the common bound. */
static void test_own_bound(void **state) {
    made *m = *state;
    lf_constant kappa = {(char *)"kappa", 0.2};
    m->tuning.where = (char *)"CVio";
    m->tuning.at_most = &bound;
    m->tuning.bound = (char *)"kappa";
    add(m, 0, 1, 0.2);
    add(m, 1, 6, 0.05);
    assert_int_equal(choose(m)->chosen, 1);
    m->problem[P].constants = &kappa;
    m->problem[P].constants_count = 1;
    assert_int_equal(choose(m)->chosen, 0);
    assert_near(lf_tuning_bound(&m->experiment, P), 0.2, 0);
    assert_near(lf_tuning_bound(&m->experiment, Q), 0.1, 0);
}

/* None is feasible: the smallest violation, and among equal ones the better metric. */
static void test_infeasible(void **state) {
    made *m = *state;
    m->tuning.where = (char *)"CVio";
    m->tuning.at_most = &bound;
    add(m, 0, 1, 0.3);
    add(m, 1, 6, 0.2);
    add(m, 2, 5, 0.2);
    assert_int_equal(choose(m)->chosen, 2);
}

static void test_failures(void **state) {
    made *m = *state;
    add(m, 0, 1, 0)->status = LF_RUN_DIVERGED;
    add(m, 1, NAN, 0);
    add(m, 2, 100, 0);
    const lf_tuned *tuned = choose(m);
    assert_int_equal(tuned->chosen, 2);
    assert_int_equal(tuned->point[0].failed, 1);
    assert_int_equal(tuned->point[1].failed, 1);
    assert_int_equal(tuned->point[2].failed, 0);
    assert_true(isinf(tuned->point[0].metric));
    m->trial_record[2].status = LF_RUN_TIMEOUT;
    tuned = choose(m);
    assert_int_equal(tuned->chosen, 0); /* the first of equals */
    assert_true(tuned->failed && !tuned->worse);
}

/* A trial that crashed before its problem was built knows no metric, yet must not win where more
 * is better. */
static void test_failed_early(void **state) {
    made *m = *state;
    m->tuning.metric = (char *)"gain";
    lf_record *record = add(m, 0, 1, 0);
    lf_record_clear(record);
    strcpy(record->key, "made");
    record->status = LF_RUN_KILLED;
    add(m, 1, 100, 0);
    assert_int_equal(choose(m)->chosen, 1);
}

static void test_missing(void **state) {
    made *m = *state;
    add(m, 0, 1, 0);
    add(m, 1, 2, 0)->key[0] = '\0';
    const lf_tuned *tuned = choose(m);
    assert_true(tuned->chosen == SIZE_MAX);
    assert_int_equal(tuned->point[1].missing, 1);
    assert_null(tuned_find(&m->results, Q, A));
}

/* The target 2 is reached at 20, at 10, and never. If it is never reached, the metric decides. */
static void test_target(void **state) {
    made *m = *state;
    m->tuning.target = &target;
    made_trial(m, P, A, 0, names[0], LF_RUN_DONE, 4, (const double[]){9, 3, 2, 1}, NULL);
    made_trial(m, P, A, 1, names[1], LF_RUN_DONE, 4, (const double[]){9, 2, 2, 2}, NULL);
    made_trial(m, P, A, 2, names[2], LF_RUN_DONE, 4, (const double[]){9, 8, 7, 6}, NULL);
    const lf_tuned *tuned = choose(m);
    assert_int_equal(tuned->chosen, 1);
    assert_near(tuned->point[0].cost, 20, 0);
    assert_near(tuned->point[1].cost, 10, 0);
    assert_true(isinf(tuned->point[2].cost));
    target = 0.5;
    assert_int_equal(choose(m)->chosen, 0);
    target = 2;
}

/* What ends worse than it began is chosen, as there is no better, and called so; not where the
 * start itself is beyond the bound, or was not looked at, or where the median ends better. */
static void test_worse(void **state) {
    made *m = *state;
    add(m, 0, 9.5, 0);
    add(m, 0, 9.1, 0);
    add(m, 0, 8, 0);
    const lf_tuned *tuned = choose(m);
    assert_true(tuned->worse && !tuned->failed);
    assert_near(tuned->point[0].start, 9, 0);
    m->tuning.metric = (char *)"gain";
    tuned = choose(m);
    assert_true(tuned->worse);
    assert_near(tuned->point[0].start, -9, 0);
    m->tuning.metric = (char *)"FV";
    m->trial_record[1].value[3] = 9; /* as good as the start is not worse */
    assert_false(choose(m)->worse);
    m->tuning.judge = (char *)"worst";
    assert_true(choose(m)->worse);
    m->trial_record[0].value[0] = m->trial_record[1].value[0] = NAN; /* not looked at */
    assert_false(choose(m)->worse);
    m->tuning.judge = NULL;
    m->trial_record[0].value[0] = m->trial_record[1].value[0] = 9;
    m->trial_record[1].value[3] = 9.1;
    m->tuning.where = (char *)"CVio";
    m->tuning.at_most = &bound;
    assert_true(choose(m)->worse);
    for (size_t i = 0; i < 3; i++)
        m->trial_record[i].value[1] = 0.2; /* the start was beyond the bound */
    tuned = choose(m);
    assert_false(tuned->worse);
    assert_true(isnan(tuned->point[0].start));
    for (size_t i = 0; i < 2; i++)
        m->trial_record[i].status = LF_RUN_DIVERGED;
    tuned = choose(m);
    assert_true(tuned->failed && !tuned->worse);
}

/* Several pairs stand one after the other. */
static void test_pairs(void **state) {
    made *m = *state;
    add(m, 0, 1, 0);
    add(m, 1, 2, 0);
    made_trial(m, P, B, 0, names[0], LF_RUN_DONE, 2, (const double[]){9, 2}, NULL);
    made_trial(m, P, B, 1, names[1], LF_RUN_DONE, 2, (const double[]){9, 1}, NULL);
    made_trial(m, Q, B, 0, names[2], LF_RUN_DONE, 2, (const double[]){9, 1}, NULL);
    assert_int_equal(choose(m)->chosen, 0);
    assert_int_equal(m->results.tuned_pairs, 3);
    assert_int_equal(tuned_find(&m->results, P, B)->chosen, 1);
    assert_string_equal(tuned_find(&m->results, Q, B)->point[0].parameters, "eta=3");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_median),       CASE(test_own_bound), CASE(test_feasible), CASE(test_infeasible),
        CASE(test_failures),     CASE(test_missing),   CASE(test_target),   CASE(test_pairs),
        CASE(test_failed_early), CASE(test_worst),     CASE(test_worse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
