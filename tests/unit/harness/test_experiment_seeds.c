/* Which seeds a pair gets beyond those that its scale lists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "harness/registry/parameters.h"
#include "near.h"

static void given(lf_experiment *e, size_t n, const char *seeds) {
    assert_ok(lf_experiment_give_seeds(e, e->scales, 0, 0, n));
    assert_string_equal(e->scales[0].settings[0].seeds, seeds);
}

static void forget(lf_experiment_scale *scale) {
    for (size_t i = 0; i < scale->settings_count; i++) {
        free(scale->settings[i].problem);
        free(scale->settings[i].method);
        free(scale->settings[i].seeds);
    }
    free(scale->settings);
    scale->settings = NULL;
    scale->settings_count = 0;
}

/* The order is the scale's; then come the numbers above, without those that tuning uses. */
static void test_more_seeds(void **state) {
    (void)state;
    lf_experiment_problem problem = {.id = "p"};
    lf_experiment_method method[] = {{.id = "a"}, {.id = "b"}};
    lf_experiment_tuning tuning = {.seeds = "9,11-12"};
    lf_experiment_scale scale = {.name = "s", .seeds = "7,0-2"};
    lf_experiment e = {.problems_count = 1,
                       .problems = &problem,
                       .methods_count = 2,
                       .methods = method,
                       .scales_count = 1,
                       .scales = &scale};
    given(&e, 3, "7,0-1");
    given(&e, 8, "7,0-2,8-11");
    e.tuning = &tuning;
    given(&e, 8, "7,0-2,8,10,13-14");
    assert_int_equal(scale.settings_count, 1);
    assert_ok(lf_experiment_give_seeds(&e, &scale, 0, 1, 1));
    assert_int_equal(scale.settings_count, 2);
    assert_string_equal(scale.settings[1].method, "b");
    assert_string_equal(scale.settings[1].seeds, "7");
    forget(&scale);
    scale.seeds = "9223372036854775807";
    assert_int_equal(lf_experiment_give_seeds(&e, &scale, 0, 0, 2), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "there are no seeds after"));
    forget(&scale);
}

/* What a repetition would draw anew has the run's seed; so a method without chance has several runs
 * where its problem varies. */
static void test_problem_varies(void **state) {
    (void)state;
    static const char yaml[] =
        "title: t\n"
        "problems:\n"
        "- {id: p, label: p, problem: 'dp_scad:data=two_groups,split=random', varies: "
        "[split_seed]}\n"
        "- {id: q, label: q, problem: 'dp_scad:data=two_groups'}\n"
        "methods:\n- {id: a, label: a, algorithm: ssg, deterministic: true}\n"
        "scales:\n- {name: smoke, budget: '9:steps', seeds: 4-6, checkpoints: 1}\n";
    lf_experiment *e;
    assert_ok(lf_experiment_parse(yaml, sizeof yaml - 1, "x.yaml", &e));
    lf_planned_run *run;
    size_t n;
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &run, &n));
    assert_int_equal(n, 3 + 1 + 1); /* the last one is nudged */
    for (size_t i = 0; i < 3; i++) {
        char want[32];
        snprintf(want, sizeof want, "split_seed=%zu", 4 + i);
        assert_non_null(strstr(run[i].spec.problem, want));
    }
    assert_non_null(strstr(run[3].spec.problem, "split_seed=0"));
    assert_false(lf_experiment_fixed(e, 0, 0));
    assert_true(lf_experiment_fixed(e, 1, 0));
    lf_plan_free(run, n);
    lf_experiment_free(e);
    char wrong[sizeof yaml];
    memcpy(wrong, yaml, sizeof yaml);
    memcpy(strstr(wrong, "[split_seed]"), "[spilt_seed]", 12);
    assert_int_equal(lf_experiment_parse(wrong, sizeof yaml - 1, "x.yaml", &e), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "split_seed"));
    memcpy(wrong, yaml, sizeof yaml);
    memcpy(strstr(wrong, "[split_seed]"), "[kappa     ]", 12);
    assert_int_equal(lf_experiment_parse(wrong, sizeof yaml - 1, "x.yaml", &e), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "varies: 'kappa' is neither a seed"));
    memcpy(wrong, yaml, sizeof yaml); /* a seed that draws nothing */
    memcpy(strstr(wrong, ",split=random'"), ",split=file'  ", 14);
    assert_int_equal(lf_experiment_parse(wrong, sizeof yaml - 1, "x.yaml", &e), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "problem 'p': varies: split_seed changes nothing"));
    assert_non_null(strstr(lf_message(), "split=file: these rows are not drawn"));
}

/* The start is no parameter of the problem: the run's code says that it is moved. Seed 0 has the
 * problem's own, and shares its run with experiments that do not vary it. */
static void test_start_varies(void **state) {
    (void)state;
    static const char yaml[] =
        "title: t\n"
        "problems:\n"
        "- {id: p, label: p, problem: 'dp_scad:data=two_groups', varies: [start]}\n"
        "- {id: q, label: q, problem: 'dp_scad:data=two_groups'}\n"
        "methods:\n- {id: a, label: a, algorithm: ssg, deterministic: true}\n"
        "scales:\n- {name: smoke, budget: '9:steps', seeds: 0-1, checkpoints: 1}\n";
    lf_experiment *e;
    lf_planned_run *run;
    size_t n;
    assert_ok(lf_experiment_parse(yaml, sizeof yaml - 1, "x.yaml", &e));
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &run, &n));
    assert_int_equal(n, 2 + 1 + 1);
    assert_int_equal(lf_code_start(run[0].spec.code), LF_START_OWN);
    assert_int_equal(lf_code_start(run[1].spec.code), LF_START_MOVED);
    assert_int_equal(lf_code_start(run[2].spec.code), LF_START_OWN);
    assert_int_equal(lf_code_start(run[3].spec.code), LF_START_NUDGED);
    assert_int_equal(run[3].problem, 1);
    assert_string_equal(run[0].key, run[2].key);
    assert_string_not_equal(run[1].key, run[2].key);
    lf_plan_free(run, n);
    lf_experiment_free(e);
}

static void refused(const char *yaml, const char *why) {
    lf_experiment *e;
    assert_int_not_equal(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e), LF_OK);
    if (!strstr(lf_message(), why)) print_error("%s\n", lf_message());
    assert_non_null(strstr(lf_message(), why));
}

/* Two runs of each split. Seeds come in whole levels, those of tuning are not judged on, and what
 * takes runs for independent is refused. */
static void test_levels(void **state) {
    (void)state;
    char yaml[1024];
    static const char form[] =
        "title: t\n"
        "problems:\n"
        "- {id: p, label: p, problem: 'dp_scad:data=two_groups,split=random', varies: [%s]}\n"
        "methods:\n- {id: a, label: a, algorithm: ssg}\n- {id: b, label: b, algorithm: csa}\n"
        "scales:\n- {name: smoke, budget: '9:steps', seeds: '%s', checkpoints: 1}\n%s";
    lf_experiment *e;
    lf_planned_run *run;
    size_t n;
    snprintf(yaml, sizeof yaml, form, "split_seed/2", "0-3",
             "tuning: {metric: FV, points: 1, seeds: '4', grids: [{method: a, grid: eta=1}]}\n");
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &run, &n));
    assert_int_equal(n, 8);
    for (size_t i = 0; i < 4; i++) {
        char want[32];
        snprintf(want, sizeof want, "split_seed=%zu", i / 2);
        assert_non_null(strstr(run[i].spec.problem, want));
        assert_int_equal(run[i].spec.seed, i);
    }
    lf_plan_free(run, n);
    given(e, 3, "0-3,6-7");
    lf_experiment_free(e);
    static const char *const wrong[][4] = {
        {"split_seed/2", "0-2", "", "2 from a multiple of 2 share what varies"},
        {"split_seed/2", "1-4", "", "share what varies"},
        {"split_seed/2", "0,2,1,3", "", "share what varies"},
        {"split_seed/0", "0-3", "", "from 2 to 1000"},
        {"split_seed/", "0-3", "", "from 2 to 1000"},
        {"split_seed/ 2", "0-3", "", "from 2 to 1000"},
        {"split_seed/2x", "0-3", "", "from 2 to 1000"},
        {"start/2", "0-3", "", "neither a seed"},
        {"split_s", "0-3", "", "neither a seed"},
        {"split_seed, split_seed", "0-3", "", "varies: 'split_seed' stands there twice"},
        {"'split_seed/2', 'split_seed/4'", "0-3", "", "varies: 'split_seed' stands there twice"},
        {"split_seed/2]}\n- {id: q, label: q, problem: 'dp_scad:split=random', varies: "
         "[split_seed/4",
         "0-3", "", "'split_seed/2', but elsewhere 4 runs"},
        {"split_seed/2", "0-3",
         "tuning: {metric: FV, points: 1, seeds: '5,6', grids: [{method: a, grid: eta=1}]}\n"
         "fits: []\nsettings: [{method: a, seeds: 4-5}]\n",
         "of its level"},
        {"split_seed/2", "0-3",
         "claims: [{id: c, text: c, kind: stays, method: a, metric: CVio, at_most: 9, at_least: "
         "0.5}]\n",
         "kind stays takes runs for independent"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(yaml, sizeof yaml, form, wrong[i][0], wrong[i][1], wrong[i][2]);
        refused(yaml, wrong[i][3]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_more_seeds), cmocka_unit_test(test_problem_varies),
        cmocka_unit_test(test_start_varies), cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
