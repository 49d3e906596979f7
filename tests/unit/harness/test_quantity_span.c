/* Where a target is reached, first and for good, on traces written down by hand. */
#include <math.h>

#include "made_results.h"

#include "harness/results/quantity.h"

enum { POINTS = 11 };

/* Of a run of method a that costs 10 at each step. */
static lf_cost_span span_of(const made *m, double target, double at_most, bool stays) {
    const lf_target goal = {{"FV", isnan(at_most) ? NULL : "CVio", at_most}, target};
    lf_cost_span span;
    assert_ok(lf_quantity_span(&m->results, 0, &goal, "steps", stays, &span));
    return span;
}

static void assert_span(lf_cost_span span, double least, double most) {
    assert_near(span.least, least, 1e-12);
    if (isinf(most))
        assert_true(span.most == most);
    else
        assert_near(span.most, most, 1e-12);
}

static const double value[POINTS] = {1, .5, .3, .2, .24, .18, .17, .16, .15, .14, .13};
static const double above[POINTS] = {0, .2, .05, .005, 0, .03, .005, .02, .01, .004, .003};

static void test_joint(void **state) {
    made *m = *state;
    lf_record *run = made_run(m, 0, 0, 0, LF_RUN_DONE, POINTS, value, above);
    assert_span(span_of(m, .2, .01, false), 30, 30);
    assert_span(span_of(m, .2, .01, true), 80, 80);
    run->points = 9; /* ends as soon as it is good: it may not have stayed */
    assert_span(span_of(m, .2, .01, true), 80, INFINITY);
    run->points = 8; /* ends outside */
    assert_span(span_of(m, .2, .01, true), 70, INFINITY);
    assert_span(span_of(m, .1, .01, false), 70, INFINITY);
}

/* Half-way between 10 and 20 the value is .4; after 40 it is below .2 for good from 46.67 on. */
static void test_between_checkpoints(void **state) {
    made *m = *state;
    made_run(m, 0, 0, 0, LF_RUN_DONE, POINTS, value, above);
    assert_span(span_of(m, .4, NAN, false), 15, 15);
    assert_span(span_of(m, .2, NAN, true), 40 + 10 * .04 / .06, 40 + 10 * .04 / .06);
    assert_span(span_of(m, .3, .05, false), 20, 20);
    assert_span(span_of(m, 2, NAN, true), 0, 0);
}

/* A checkpoint without a value says nothing, and a line from nowhere is no line. */
static void test_unknown(void **state) {
    made *m = *state;
    const double holes[] = {INFINITY, NAN, 1, NAN, .5, .5};
    made_run(m, 0, 0, 0, LF_RUN_DONE, 6, holes, NULL);
    assert_span(span_of(m, 1, NAN, true), 20, 20);
    assert_span(span_of(m, .75, NAN, false), 30, 30);
    const lf_target none = {{"no such metric", NULL, NAN}, 1};
    lf_cost_span span;
    assert_ok(lf_quantity_span(&m->results, 0, &none, "steps", false, &span));
    assert_span(span, 50, INFINITY);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {CASE(test_joint), CASE(test_between_checkpoints),
                                       CASE(test_unknown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
