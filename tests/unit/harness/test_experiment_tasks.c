/* Problems that say which methods run on them, whose task they are another form of, and whose tuned
 * parameters they use: what is planned, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/tuning_grid.h"
#include "near.h"
#include "registry_toy.h"
#include "scratch.h"

static const char methods_and_scales[] =
    "methods:\n"
    "- {id: one, label: M, algorithm: toy_mean}\n"
    "- {id: two, label: M, algorithm: toy_step}\n"
    "- {id: given, label: G, algorithm: 'toy_step:eta=9'}\n"
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-1, checkpoints: 5,\n"
    "   tuning_budget: '7:steps'}\n"
    "tuning: {metric: FV, points: 2, seed: 1, seeds: '100', grids: [\n"
    "  {method: one, grid: 'eta={1|2}'}, {method: two, grid: 'eta={3|4}'}]}\n";

static const char family[] = "- {id: p, label: P, problem: toy_box, methods: [one, given]}\n"
                             "- {id: p2, label: P2, problem: 'toy_box:lambda=2', methods: [two],\n"
                             "   same_as: p}\n"
                             "- {id: q2, label: Q2, problem: 'toy_box:lambda=3', methods: [two],\n"
                             "   tuned_as: p2}\n";

static lf_status parse(const char *problems, const char *more, lf_experiment **e) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "title: t\nproblems:\n%s%s%s", problems, methods_and_scales, more);
    return lf_experiment_parse(yaml, strlen(yaml), "x.yaml", e);
}

static void refused(const char *problems, const char *more, const char *message) {
    char want[512];
    lf_experiment *e;
    snprintf(want, sizeof want, "x.yaml: %s", message);
    if (parse(problems, more, &e) == LF_OK) print_error("accepted: %s%s\n", problems, more);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

/* The family, and then what is refused for what it shows. */
static void refused_more(const char *more, const char *message) {
    refused(family, more, message);
}

/* Pairs that run, in the order of the file. */
static void test_plan(void **state) {
    (void)state;
    static const size_t pairs[][2] = {{0, 0}, {0, 2}, {1, 1}, {2, 1}};
    const lf_choice choices[] = {{1, 1, "eta=4"}};
    lf_experiment *e;
    lf_planned_run *runs;
    size_t n;
    assert_ok(parse(family, "", &e));
    assert_ok(lf_experiment_plan(e, "smoke", choices, 1, &runs, &n));
    assert_int_equal(n, 2 * 4);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(runs[i].problem, pairs[i / 2][0]);
        assert_int_equal(runs[i].method, pairs[i / 2][1]);
    }
    /* What was chosen on p2 is used there and on q2. */
    assert_string_equal(runs[4].spec.algorithm, runs[6].spec.algorithm);
    assert_non_null(strstr(runs[6].spec.algorithm, "eta=4"));
    assert_null(strstr(runs[0].spec.algorithm, "eta=4"));
    lf_plan_free(runs, n);
    lf_experiment_free(e);
}

/* Neither pairs that do not run nor problems that are tuned elsewhere have trials. */
static void test_trials(void **state) {
    (void)state;
    lf_experiment *e;
    lf_planned_run *trials;
    size_t n;
    assert_ok(parse(family, "", &e));
    assert_ok(lf_tuning_plan(e, "smoke", &trials, &n));
    assert_int_equal(n, 2 * 2);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(trials[i].problem, i / 2);
        assert_int_equal(trials[i].method, i / 2);
    }
    lf_plan_free(trials, n);
    lf_experiment_free(e);
}

static void test_forms(void **state) {
    (void)state;
    lf_experiment *e;
    assert_ok(parse(family, "", &e));
    assert_int_equal(lf_experiment_form(e, 0, 0), 0);
    assert_int_equal(lf_experiment_form(e, 0, 1), 1);
    assert_int_equal(lf_experiment_form(e, 1, 1), 1);
    assert_true(lf_experiment_form(e, 1, 0) == SIZE_MAX); /* a form stands for itself alone */
    assert_true(lf_experiment_form(e, 2, 0) == SIZE_MAX);
    assert_int_equal(lf_experiment_task(e, 1), 0);
    assert_int_equal(lf_experiment_tuned_on(e, 2), 1);
    assert_true(lf_experiment_heads(e, 2) && !lf_experiment_heads(e, 1));
    lf_experiment_free(e);
}

/* To use a task is to use its forms. */
static void test_use_problems(void **state) {
    (void)state;
    lf_experiment *e;
    lf_planned_run *runs;
    size_t n;
    assert_ok(parse(family, "use_problems: [p]\n", &e));
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &runs, &n));
    assert_int_equal(n, 2 * 3);
    lf_plan_free(runs, n);
    lf_experiment_free(e);
    refused_more("use_problems: [p2]\n",
                 "problem 'p2': same_as: 'p', with which it is shown, is not run: add it to "
                 "use_problems");
    refused_more("use_problems: [q2]\n",
                 "problem 'q2': tuned_as: method 'two' does not run on 'p2', so it is not tuned "
                 "there");
}

static void test_names_refused(void **state) {
    (void)state;
#define PLAIN "- {id: p, label: P, problem: toy_box}\n"
    refused("- {id: p, label: P, problem: toy_box, methods: [on]}\n", "",
            "problem 'p': methods: no method 'on'; did you mean 'one'?");
    refused(PLAIN "- {id: q, label: Q, problem: toy_box, methods: [two], same_as: r}\n", "",
            "problem 'q': same_as: no problem 'r'; there are: p, q");
    refused(PLAIN "- {id: q, label: Q, problem: toy_box, methods: [two], same_as: q}\n", "",
            "problem 'q': same_as: a problem is no other form of itself");
    refused(PLAIN "- {id: q, label: Q, problem: toy_box, methods: [two], same_as: p}\n", "",
            "problem 'q': same_as: method 'two' runs on 'p' too, another form of the same task: "
            "name it in the methods of one of them");
    refused(PLAIN "- {id: q, label: Q, problem: toy_box, tuned_as: q}\n", "",
            "problem 'q': tuned_as: 'q' is not tuned itself");
    refused("- {id: p, label: P, problem: toy_box, methods: [one]}\n"
            "- {id: q, label: Q, problem: toy_box, methods: [two], same_as: p}\n"
            "- {id: r, label: R, problem: toy_box, methods: [given], same_as: q}\n",
            "", "problem 'r': same_as: 'q' is a form of 'p' itself: name that one");
    refused("- {id: p, label: P, problem: toy_box, methods: [one]}\n"
            "- {id: q, label: Q, problem: toy_box, tuned_as: p}\n",
            "",
            "problem 'q': tuned_as: method 'two' does not run on 'p', so it is not tuned there");
}

/* A grid of its own would never be tried. */
static void test_grid_refused(void **state) {
    (void)state;
    char yaml[4096], own[4200];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "title: t\nproblems:\n%s%s", family, methods_and_scales);
    const char *grid = strstr(yaml, "grid: 'eta={3");
    snprintf(own, sizeof own, "%.*sproblem: q2, %s", (int)(grid - yaml), yaml, grid);
    assert_int_not_equal(lf_experiment_parse(own, strlen(own), "x.yaml", &e), LF_OK);
    assert_string_equal(lf_message(),
                        "x.yaml: problem 'q2': tuned_as: tuning has a grid for 'q2' itself");
}

/* A pair that does not run is not shown, and nothing is claimed of it. */
static void test_pairs_refused(void **state) {
    (void)state;
    refused_more("figures: [{id: f, title: F, methods: [two], panels: [{problem: q2, y: FV},\n"
                 "  {problem: p, y: FV}]},\n"
                 " {id: g, title: G, methods: [one], panels: [{problem: q2, y: FV}]}]\n",
                 "figure 'g': panels[1]: method 'one' does not run on problem 'q2', whose methods "
                 "are others");
    refused_more("tables: [{id: t, title: T, problems: [p, q2], methods: [one],\n"
                 "  columns: [{id: FV, metric: FV}]}]\n",
                 "table 't': method 'one' does not run on problem 'q2', whose methods are others");
    refused_more("tables: [{id: t, title: T, columns: [{id: FV, metric: FV}]}]\n"
                 "published: [{table: t, problem: q2, methods: [given], rows: []}]\n",
                 "published[1]: method 'given' does not run on problem 'q2', whose methods are "
                 "others");
    refused_more("claims: [{id: c, text: C, kind: lower, method: one, than: [two], metric: FV,\n"
                 "  problems: [p, q2]}]\n",
                 "claim 'c': method 'one' does not run on problem 'q2', whose methods are others");
    refused_more("claims: [{id: c, text: C, kind: lower, method: two, than: [one], metric: FV,\n"
                 "  problems: [q2]}]\n",
                 "claim 'c': method 'one' does not run on problem 'q2', whose methods are others");
}

/* Claims, tables and figures about a task are about all of its forms. */
static void test_tasks_accepted(void **state) {
    (void)state;
    lf_experiment *e;
    char *yaml, *again;
    assert_ok(parse(family,
                    "claims: [{id: c, text: C, kind: lower, method: one, than: [two], metric: FV,\n"
                    "  where: CVio, at_most: 0, problems: [p]}]\n"
                    "figures: [{id: f, title: F, methods: [one, two, given],\n"
                    "  panels: [{problem: p, y: FV, x: steps}]}]\n"
                    "tables: [{id: t, title: T, columns: [{id: FV, metric: FV}]}]\n"
                    "published: [{table: t, problem: p, methods: [one, two], rows: [\n"
                    "  {id: FV, values: [1, 2]}]}]\n",
                    &e));
    assert_ok(lf_experiment_save(e, &yaml));
    lf_experiment_free(e);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "again", &e));
    assert_string_equal(e->problems[1].same_as, "p");
    assert_string_equal(e->problems[2].tuned_as, "p2");
    assert_int_equal(e->problems[0].methods_count, 2);
    assert_ok(lf_experiment_save(e, &again));
    assert_string_equal(yaml, again);
    free(yaml);
    free(again);
    lf_experiment_free(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan),          cmocka_unit_test(test_trials),
        cmocka_unit_test(test_forms),         cmocka_unit_test(test_use_problems),
        cmocka_unit_test(test_names_refused), cmocka_unit_test(test_grid_refused),
        cmocka_unit_test(test_pairs_refused), cmocka_unit_test(test_tasks_accepted),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
