/* Grids of a tuning section: what modes of one method may try, and the point that a method has
 * without tuning. */
#include <stdio.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/tuning_grid.h"
#include "near.h"
#include "registry_toy.h"

static const char head[] =
    "title: t\n"
    "problems:\n"
    "- {id: p, label: P, problem: toy_box}\n"
    "- {id: q, label: Q, problem: 'toy_box:lambda=2'}\n"
    "methods:\n"
    "- {id: det, label: D, algorithm: toy_step, deterministic: true}\n"
    "- {id: sto, label: S, algorithm: 'toy_step:mode=stochastic'}\n"
    "- {id: other, label: O, algorithm: toy_mean}\n"
    "- {id: given, label: G, algorithm: 'toy_step:eta=9'}\n"
    "settings: [{method: sto, parameters: 'eta=7,b=3'}]\n"
    "scales:\n"
    "- {name: smoke, budget: '10:steps', seeds: 0-1, checkpoints: 5, expensive: 2, stop: FV<1}\n"
    "- {name: tuned, budget: '10:steps', seeds: 0-1, checkpoints: 5, expensive: 2, stop: FV<1,\n"
    "   tuning_budget: '7:steps'}\n";

static lf_experiment *parse(const char *more) {
    char yaml[4096];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "%s%s", head, more);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    return e;
}

static void refused(const char *grids, const char *words) {
    char yaml[4096];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "%stuning: {metric: FV, points: 2, seeds: 9, grids: [%s]}\n", head,
             grids);
    assert_true(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e) < 0);
    if (!strstr(lf_message(), words)) print_error("message: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), words));
}

static void assert_points(const char *given, const char *grid, const char *one, const char *other) {
    char more[1024];
    lf_planned_run *trials;
    size_t n;
    snprintf(more, sizeof more,
             "tuning: {metric: FV, points: 2, seeds: 9, given: %s, grids: [%s]}\n", given, grid);
    lf_experiment *e = parse(more);
    assert_ok(lf_tuning_plan(e, "tuned", &trials, &n));
    assert_int_equal(n, 4); /* on two problems */
    assert_string_equal(trials[0].parameters, one);
    assert_string_equal(trials[1].parameters, other);
    lf_plan_free(trials, n);
    lf_experiment_free(e);
}

/* What the settings or the method itself say is tried first, in place of one of the grid; what the
 * grid fixes stays, and a point that is there already is not there twice. */
static void test_given(void **state) {
    (void)state;
    assert_points("false", "{method: sto, grid: 'eta={1|2},b=4'}", "eta=1,b=4", "eta=2,b=4");
    assert_points("true", "{method: sto, grid: 'eta={1|2},b=4'}", "eta=7,b=4", "eta=2,b=4");
    assert_points("true", "{method: sto, grid: 'b={5|6|3},eta={1|7}'}", "b=6,eta=7", "b=3,eta=7");
    assert_points("true", "{method: sto, grid: 'b={3|5|6},eta={1|7}'}", "b=3,eta=7", "b=6,eta=7");
    assert_points("true", "{method: sto, grid: 'eta={1|7.0}'}", "eta=1", "eta=7.0");
    assert_points("true", "{method: given, grid: 'eta={1|2}'}", "eta=9", "eta=2");
    assert_points("true", "{method: det, grid: 'eta={1|2|3}'}", "eta=0.1", "eta=3");
}

/* Modes of one method with the same values, however they are written; with one that is fixed; with
 * other values and a note on either grid. */
static void test_modes(void **state) {
    (void)state;
    static const char *const grids[] = {
        "[{method: det, grid: 'eta={1|2|3}'}, {method: sto, grid: 'eta={3|1.0|2e0},b={1|2}'}]",
        "[{method: det, grid: 'eta={1|2|3}'}, {method: sto, grid: 'eta=5,b={1|2}'}]",
        "[{method: det, grid: 'eta=5,b={1|2}'}, {method: sto, grid: 'eta={1|2|3}'}]",
        "[{method: det, grid: 'eta={1|2|3}'}, {method: other, grid: 'eta={4|5}'}]",
        "[{method: det, grid: 'eta={1|2}', note: why}, {method: sto, grid: 'eta={1|3}'}]",
        "[{method: det, grid: 'eta={1|2}'}, {method: sto, grid: 'eta={1|3}', note: why}]"};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        char more[1024];
        snprintf(more, sizeof more, "tuning: {metric: FV, points: 2, seeds: 9, grids: %s}\n",
                 grids[i]);
        lf_experiment_free(parse(more));
    }
    refused("{method: det, grid: 'eta={1|2}'}, {method: sto, grid: 'eta={1|2|3}'}",
            "'det' and 'sto' on 'p' are both toy_step, and eta is tried at other values: give both "
            "the same, or one of the grids a note that says why");
    refused("{method: det, grid: 'eta={1|2}'}, {method: sto, grid: 'eta={1|2}'}, "
            "{method: sto, problem: q, grid: 'eta={5|6}'}",
            "'det' and 'sto' on 'q' are both");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_modes),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
