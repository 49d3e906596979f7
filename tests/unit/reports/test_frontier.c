/* Frontiers: medians of the ends, what is read between neighbours, and its interval over seeds. */
#include <math.h>

#include "made_frontier.h"

static lf_experiment_frontier is;
static lf_frontier f;

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    is = made_frontier(*state);
    return 0;
}

static int teardown(void **state) {
    lf_frontier_free(&f);
    return made_teardown(state);
}

static const lf_frontier_line *make(made *m) {
    lf_frontier_free(&f);
    assert_ok(lf_frontier_make(&m->results, &is, 0.95, &f));
    return f.line;
}

/* Points (0, 1), (1, 3), (2, 4), in another order in the file; one seed. */
static void test_between_neighbours(void **state) {
    made *m = *state;
    made_end(m, 0, 0, 7, 2, 4);
    made_end(m, 1, 0, 7, 0, 1);
    made_end(m, 2, 0, 7, 1, 3);
    const lf_frontier_line *line = make(m);
    assert_int_equal(f.lines, 1); /* nothing of "b" was to be run */
    assert_int_equal(line->used, 3);
    assert_near(line->point[2].x.median, 1, 0);
    assert_near(line->at[0].estimate, 2, 1e-15);
    assert_true(isnan(line->at[0].lower)); /* one seed has no interval */
    assert_true(isnan(line->at[1].estimate));
    made_places[0] = 1;
    assert_near(make(m)->at[0].estimate, 3, 0);
    made_places[0] = 0;
    assert_near(make(m)->at[0].estimate, 1, 0);
    made_places[0] = -0.01;
    assert_true(isnan(make(m)->at[0].estimate));
    made_places[0] = 0.5;
}

/* Of two points at the same x the better one counts: gain is higher, FV lower. */
static void test_equal_x(void **state) {
    made *m = *state;
    made_end(m, 0, 0, 0, 0.5, 1);
    made_end(m, 1, 0, 0, 0.5, 3);
    assert_near(make(m)->at[0].estimate, 3, 0);
    is.y = "FV";
    assert_near(make(m)->at[0].estimate, -3, 0);
}

/* Three of five seeds have y = 10 (1 + s), two have 0 at x = 0; all have y = 40 at x = 1. */
static void test_interval(void **state) {
    made *m = *state;
    for (size_t s = 0; s < 5; s++) {
        made_end(m, 0, 0, s, 0, s < 3 ? 10 * (1 + (double)s) : 0);
        made_end(m, 1, 0, s, 1, 40);
    }
    const lf_frontier_line *line = make(m);
    assert_int_equal(line->seeds, 5);
    assert_false(line->exact);
    assert_near(line->at[0].estimate, 25, 1e-13); /* between 10 and 40 */
    assert_near(line->at[0].lower, 20, 1e-13);    /* medians of resamples from 0 to 30 */
    assert_near(line->at[0].upper, 35, 1e-13);
    assert_near(line->point[0].y.upper, 20, 0);
}

/* Runs that fail are worst: below half of them the median stands, above it the point is gone. */
static void test_failures(void **state) {
    made *m = *state;
    for (size_t s = 0; s < 5; s++) {
        made_end(m, 0, 0, s, 0, 1)->status = s < 2 ? LF_RUN_DIVERGED : LF_RUN_DONE;
        made_end(m, 1, 0, s, 1, 3)->status = s < 3 ? LF_RUN_FAILED : LF_RUN_DONE;
        made_end(m, 2, 0, s, 2, 5);
    }
    const lf_frontier_line *line = make(m);
    assert_int_equal(line->used, 2);
    assert_int_equal(line->point[0].failed, 2);
    assert_near(line->point[0].x.median, 0, 0);
    assert_true(isinf(line->point[0].x.upper));
    assert_true(isinf(line->point[1].x.median));
    assert_near(line->at[0].estimate, 2, 1e-15); /* from (0, 1) to (2, 5) */
    assert_true(isnan(line->at[0].lower));       /* a third of the resamples have no point at 0 */
}

/* Runs that were not made yet are counted, and no value of the others is made up. */
static void test_missing(void **state) {
    made *m = *state;
    made_end(m, 0, 0, 0, 0, 1);
    made_missing(m, 0, 0, 1);
    made_missing(m, 1, 0, 0);
    const lf_frontier_line *line = make(m);
    assert_int_equal(line->missing, 2);
    assert_int_equal(line->runs, 1);
    assert_int_equal(line->used, 1);
    assert_true(isnan(line->at[0].estimate));
}

/* The difference of two lines, seed by seed: it is 2 whatever the seed, though both vary. */
static void test_compare(void **state) {
    made *m = *state;
    lf_frontier_gap gap;
    for (size_t s = 0; s < 6; s++)
        for (size_t k = 0; k < 2; k++) {
            made_end(m, 0, k, s, 0, (double)s + (k ? 0 : 2));
            made_end(m, 1, k, s, 1, (double)s + (k ? 0 : 2));
        }
    make(m);
    assert_int_equal(f.lines, 2);
    assert_ok(lf_frontier_compare(&f.line[0], &f.line[1], 0.5, 0.95, &gap));
    assert_int_equal(gap.pairs, 6);
    assert_near(gap.y.estimate, 2, 1e-14);
    assert_near(gap.y.lower, 2, 1e-14);
    assert_near(gap.y.upper, 2, 1e-14);
    assert_near(gap.own, 4.5, 1e-14);
    assert_near(gap.other, 2.5, 1e-14);
    assert_true(f.line[0].at[0].lower < f.line[0].at[0].upper);
}

/* A method without randomness meets every seed of the other, from either side. */
static void test_compare_fixed(void **state) {
    made *m = *state;
    lf_frontier_gap gap;
    m->method[1].deterministic = true;
    for (size_t k = 0; k < 2; k++) {
        for (size_t s = 3; s < 8; s++)
            made_end(m, k, 0, s, (double)k, 1);
        made_end(m, k, 1, 0, (double)k, 4);
    }
    make(m);
    assert_ok(lf_frontier_compare(&f.line[0], &f.line[1], 0.5, 0.95, &gap));
    assert_int_equal(gap.pairs, 5);
    assert_false(gap.exact);
    assert_near(gap.y.upper, -3, 0);
    assert_ok(lf_frontier_compare(&f.line[1], &f.line[0], 0.5, 0.95, &gap));
    assert_int_equal(gap.pairs, 5);
    assert_near(gap.y.lower, 3, 0);
    assert_true(f.line[1].exact);
    assert_near(f.line[1].at[0].lower, 4, 0);
}

static void test_labels(void **state) {
    made *m = *state;
    static lf_constant rho[MADE_FAMILY] = {{"rho", 4}, {"rho", 6}, {"rho", 8}};
    for (size_t i = 0; i < MADE_FAMILY; i++) {
        m->problem[i].constants_count = 1;
        m->problem[i].constants = &rho[i];
    }
    made_end(m, 1, 0, 0, 0, 1);
    assert_true(isnan(make(m)->point[1].label));
    is.label = "rho";
    assert_near(make(m)->point[1].label, 6, 0);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_between_neighbours), CASE(test_equal_x), CASE(test_interval),
        CASE(test_failures),           CASE(test_missing), CASE(test_compare),
        CASE(test_compare_fixed),      CASE(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
