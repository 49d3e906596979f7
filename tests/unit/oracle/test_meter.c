/* Counters, costs and budgets against counts done by hand. */
#include "oracle/meter.h"

#include <string.h>

#include "near.h"

static const lf_measure measures[] = {
    {"dp.g", "passes.constraint", "data passes of g"},
    {"twice", "2*dp.g + steps/q", "made of another measure"},
    {"circle", "circle", "made of itself"},
};
static const char *const constants[] = {"q"};
static const double constant_values[] = {4};

static lf_cost_scope scope(void) {
    return (lf_cost_scope){.samples = {[LF_ROLE_OBJECTIVE] = 100, [LF_ROLE_CONSTRAINT] = 50},
                           .measures = 3,
                           .measure = measures,
                           .constants = 1,
                           .constant = constants,
                           .constant_value = constant_values};
}

static void counts(uint64_t *count) {
    memset(count, 0, LF_COUNTERS * sizeof *count);
    count[LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_CONSTRAINT)] = 75;
    count[LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_CONSTRAINT)] = 25;
    count[LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)] = 10;
    count[LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)] = 10;
    count[LF_COUNTER_SAMPLES(LF_ROLE_CONSTRAINT)] = 80;
    count[LF_COUNTER_OUTER] = 3;
    count[LF_COUNTER_STEPS] = 8;
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(lf_counter_name(LF_COUNTER_EVALUATION(LF_EVALUATION_HVP, LF_ROLE_LOWER)),
                        "hvp.lower");
    assert_string_equal(lf_counter_name(LF_COUNTER_SAMPLES(LF_ROLE_INNER)), "samples.inner");
    assert_string_equal(lf_counter_name(LF_COUNTER_OUTER), "outer");
    assert_string_equal(lf_counter_name(LF_COUNTER_STEPS), "steps");
}

static void test_costs(void **state) {
    (void)state;
    const struct {
        const char *text;
        double want;
    } cases[] = {
        {"steps", 8},
        {"value.constraint", 75},
        {"value.constraint + gradient.constraint", 100},
        {"passes.constraint", 2},
        {" 2 * passes.constraint+steps / 4 ", 6},
        {"samples", 90},
        {"samples.objective", 10},
        {"outer", 3},
        {"dp.g", 2},
        {"twice", 6},
        {"q*steps", 32},
        {"1e1*steps", 80},
        {"steps + steps/q", 10},
        {"steps/1", 8},
    };
    const lf_cost_scope s = scope();
    uint64_t count[LF_COUNTERS];
    counts(count);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_cost cost;
        assert_ok(lf_cost_parse(cases[i].text, &s, &cost));
        assert_near(lf_cost_value(&cost, count), cases[i].want, 1e-12);
    }
}

static void test_bad_costs_are_refused(void **state) {
    (void)state;
    const char *const bad[] = {
        "",        "stepz",        "steps +",       "2*",     "2 steps",     "steps/",
        "steps/0", "passes.inner", "passes.inside", "circle", "steps steps", "3secon",
        "/4"};
    const lf_cost_scope s = scope();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lf_cost cost;
        assert_int_equal(lf_cost_parse(bad[i], &s, &cost), LF_BAD_ARGUMENT);
        assert_null(strchr(lf_message(), '\n'));
    }
    lf_cost cost;
    assert_int_equal(lf_cost_parse("steps/0", &s, &cost), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "a number other than 0, or a constant, after '/'"));
}

/* Weights that no double holds, wherever they come from. */
static void test_weights_are_finite(void **state) {
    (void)state;
    const char *const bad[] = {"1e400*steps", "0*steps + 1e400*steps", "1e308*steps + 1e308*steps",
                               "1e308*twice/1e-2"};
    const lf_cost_scope s = scope();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lf_cost cost;
        assert_int_equal(lf_cost_parse(bad[i], &s, &cost), LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), "too large"));
    }
}

/* Seven measures, each ten times the next: ten million terms. */
static void test_measures_of_measures(void **state) {
    (void)state;
    static const char *const sum[] = {"b+b+b+b+b+b+b+b+b+b",          "c+c+c+c+c+c+c+c+c+c",
                                      "d+d+d+d+d+d+d+d+d+d",          "e+e+e+e+e+e+e+e+e+e",
                                      "f+f+f+f+f+f+f+f+f+f",          "g+g+g+g+g+g+g+g+g+g",
                                      "steps+steps+steps+steps+steps"};
    static const char *const name[] = {"a", "b", "c", "d", "e", "f", "g"};
    lf_measure bomb[7];
    for (size_t i = 0; i < 7; i++)
        bomb[i] = (lf_measure){name[i], sum[i], ""};
    const lf_cost_scope s = {.measures = 7, .measure = bomb};
    uint64_t count[LF_COUNTERS];
    counts(count);
    lf_cost cost;
    assert_int_equal(lf_cost_parse("a", &s, &cost), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "more than 10000 terms"));
    assert_ok(lf_cost_parse("e", &s, &cost));
    assert_near(lf_cost_value(&cost, count), 500 * 8, 0);
}

static void test_bad_budgets_are_refused(void **state) {
    (void)state;
    const char *const bad[] = {
        "20\n", "2:steps\t", "0",           "-3:steps", "nan",       "inf:steps",
        "",     "x:steps",   "5:",          "5:stepz",  "1,2,3,4,5", "10:0*steps",
        "0x10", ",",         "1e400:steps", "5steps",   "9:outer",   "9:steps + outer/4"};
    const lf_cost_scope s = scope();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lf_budget budget;
        if (lf_budget_parse(bad[i], &s, &budget) != LF_BAD_ARGUMENT)
            fail_msg("'%s' passed", bad[i]);
    }
}

/* A budget of k passes admits exactly k passes, however the weights round. */
static void test_exact_stop(void **state) {
    (void)state;
    for (uint64_t n = 1; n < 500; n += 7) {
        lf_cost_scope s = {.samples = {[LF_ROLE_CONSTRAINT] = (double)n}};
        lf_meter meter = {0};
        assert_ok(lf_budget_parse("2000:passes.constraint", &s, &meter.budget));
        const size_t value = LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_CONSTRAINT);
        for (size_t pass = 0; pass < 2000; pass++)
            assert_int_equal(lf_meter_charge(&meter, value, value, n), LF_OK);
        assert_near(lf_budget_used(&meter.budget, meter.count), 1, 1e-12);
        assert_int_equal(lf_meter_charge(&meter, value, value, 1), LF_BUDGET_SPENT);
        assert_int_equal(meter.count[value], 2000 * n);
    }
}

static void test_refusal_adds_nothing_and_lasts(void **state) {
    (void)state;
    const lf_cost_scope s = scope();
    lf_meter meter = {0};
    assert_ok(lf_budget_parse("10:value.objective,5:gradient.objective", &s, &meter.budget));
    const size_t value = LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE);
    const size_t gradient = LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE);
    assert_int_equal(lf_meter_charge(&meter, value, gradient, 4), LF_OK);
    assert_int_equal(lf_meter_charge(&meter, value, gradient, 2), LF_BUDGET_SPENT);
    assert_int_equal(meter.count[value], 4);
    assert_int_equal(meter.count[gradient], 4);
    /* A smaller call would fit, but a refused step is over. */
    assert_int_equal(lf_meter_charge(&meter, value, value, 1), LF_BUDGET_SPENT);
    assert_int_equal(meter.count[value], 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_bad_costs_are_refused),
        cmocka_unit_test(test_weights_are_finite),
        cmocka_unit_test(test_measures_of_measures),
        cmocka_unit_test(test_bad_budgets_are_refused),
        cmocka_unit_test(test_exact_stop),
        cmocka_unit_test(test_refusal_adds_nothing_and_lasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
