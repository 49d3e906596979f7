/* What a metric may be called: a word of baselines and stopping rules, a column of exports. */
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "near.h"

static lf_status check(const char *first, const char *second) {
    const lf_problem_class *const *problems;
    assert_true(lf_problem_list(&problems) > 0);
    lf_problem_class problem = *problems[0];
    lf_metric metrics[] = {problem.metrics[0], problem.metrics[0], {0}};
    metrics[0].name = first;
    metrics[1].name = second;
    problem.metrics = metrics;
    return lf_problem_class_check(&problem, problem.name);
}

static void test_words(void **state) {
    (void)state;
    static const char *const wrong[] = {"my gap", "gap<1", "", "a,b", "l\xff", "\u03b7", "a\"b"};
    char message[128];
    assert_ok(check("loss", "F-1_a.val"));
    assert_int_equal(check("loss", "loss"), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "metric loss is in the table twice");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(message, sizeof message,
                 "'%s' is no name for a metric, expected letters, digits, '_', '.' and '-'",
                 wrong[i]);
        assert_int_equal(check("loss", wrong[i]), LF_BAD_ARGUMENT);
        assert_string_equal(lf_message(), message);
        assert_int_equal(check(wrong[i], "loss"), LF_BAD_ARGUMENT);
        assert_string_equal(lf_message(), message);
    }
}

/* An export would have the column twice, and a frame in Python the metric for the counter. */
static void test_columns(void **state) {
    (void)state;
    static const char *const taken[] = {"key",
                                        "problem",
                                        "algorithm",
                                        "seed",
                                        "budget",
                                        "status",
                                        "cause",
                                        "point",
                                        "steps",
                                        "gradient.inner",
                                        "passes.lower",
                                        "samples",
                                        "samples.objective",
                                        "calls",
                                        "outer",
                                        "seconds",
                                        "seconds.oracle",
                                        "seconds.algorithm",
                                        "seconds.evaluation"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "metric '%s': every run has a column of this name already, expected a name of its "
                 "own",
                 taken[i]);
        assert_int_equal(check("loss", taken[i]), LF_BAD_ARGUMENT);
        assert_string_equal(lf_message(), message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
