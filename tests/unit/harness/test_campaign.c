/* An experiment that tunes, carried out: trials once, the choice from what is stored, all of it
 * there when the folder is read again. */
#include <math.h>
#include <string.h>

#include <sqlite3.h>

#include "harness/campaign/campaign.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"
#include "runs.h"
#include "scratch.h"
#include "tuned.h"

/* Gradient descent on h/2 |w|^2 with h = 1: a step size eta multiplies w by 1 - eta, so of 0.1, 0.5
 * and 0.9 the last is best. The plugin fails after so many steps. */
static const char yaml[] =
    "title: t\n"
    "problems: [{id: p, label: P, problem: toy}]\n"
    "methods:\n"
    "- {id: sound, label: S, algorithm: 'fail:after=99', deterministic: true}\n"
    "- {id: faulty, label: F, algorithm: fail}\n"
    "- {id: given, label: G, algorithm: 'fail:eta=0.2,after=99'}\n"
    "scales: [{name: s, budget: '8:steps', seeds: 0, checkpoints: 2, tuning_budget: '5:steps'}]\n"
    "tuning:\n"
    "  metric: loss\n"
    "  points: 3\n"
    "  seeds: 7-8\n"
    "  grids:\n"
    "  - {method: sound, grid: 'eta={0.1|0.9|0.5}'}\n"
    "  - {method: faulty, grid: 'eta=0.8,after={0|99|2}'}\n";

static void carry_out(const char *out, bool tune_only, lf_campaign_outcome *outcome) {
    lf_experiment *e;
    const lf_campaign campaign = {.out = out,
                                  .name = "t",
                                  .scale = "s",
                                  .quiet = true,
                                  .tune_only = tune_only,
                                  .limits = {.jobs = 2}};
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    assert_ok(lf_campaign_run(&campaign, e, outcome));
    lf_experiment_free(e);
}

static void assert_chosen(const lf_results *results, size_t method, size_t chosen,
                          const char *parameters) {
    const lf_tuned *tuned = tuned_find(results, 0, method);
    assert_non_null(tuned);
    assert_int_equal(tuned->chosen, chosen);
    assert_string_equal(tuned->point[chosen].parameters, parameters);
}

static void test_tuned(void **state) {
    lf_campaign_outcome outcome;
    carry_out(*state, true, &outcome);
    assert_int_equal(outcome.trials, 3 + 6);
    assert_int_equal(outcome.trials_reused, 0);
    assert_int_equal(outcome.total, 0); /* trials that fail are no failures */
    assert_int_equal(outcome.failed, 0);
    carry_out(*state, false, &outcome);
    assert_int_equal(outcome.trials, 9);
    assert_int_equal(outcome.trials_reused, 5); /* what crashed is tried again */
    assert_int_equal(outcome.total, 3 + 1);     /* the deterministic one is nudged, too */
    assert_int_equal(outcome.done, 4);
    lf_results *results;
    size_t n;
    assert_ok(lf_results_load(*state, &results, &n));
    assert_int_equal(n, 1);
    assert_int_equal(results->trials, 9);
    assert_int_equal(results->runs, 3);
    assert_int_equal(results->nudges, 1);
    assert_int_equal(results->tuned_pairs, 2);
    assert_chosen(results, 0, 1, "eta=0.9");
    assert_chosen(results, 1, 1, "eta=0.8,after=99");
    assert_null(tuned_find(results, 0, 2));
    assert_int_equal(results->tuned[1].point[0].failed, 2);
    assert_near(results->tuned[0].cost, 15, 0);
    assert_string_equal(results->tuned[0].unit, "steps");
    assert_near(results->tuned[0].point[1].metric, 2 * pow(0.1, 10), 1e-20);
    assert_string_equal(results->plan[0].spec.algorithm, "fail:eta=0.9,b=10,after=99");
    assert_string_equal(results->plan[2].spec.algorithm, "fail:eta=0.2,b=10,after=99");
    assert_int_equal(results->record[0].status, LF_RUN_DONE);
    lf_results_free(results, n);
}

/* One run of it would stand for every seed of the pairs that a claim looks at. */
static void test_called_deterministic(void **state) {
    static const char text[] =
        "title: t\n"
        "problems: [{id: p, label: P, problem: auc}]\n"
        "methods:\n"
        "- {id: all, label: A, algorithm: 'sgd:B=0', deterministic: true}\n"
        "- {id: some, label: S, algorithm: 'sgd:B=31', deterministic: true}\n"
        "scales: [{name: s, budget: '8:steps', seeds: 0-1, checkpoints: 2}]\n";
    lf_campaign_outcome outcome;
    lf_experiment *e;
    const lf_campaign campaign = {
        .out = *state, .name = "t", .scale = "s", .quiet = true, .limits = {.jobs = 2}};
    assert_ok(lf_experiment_parse(text, strlen(text), "x.yaml", &e));
    assert_int_equal(lf_campaign_run(&campaign, e, &outcome), LF_BAD_INPUT);
    assert_string_equal(lf_message(),
                        "method 'some' is called deterministic, but on problem 'p' its first 16 "
                        "steps are others with another seed: leave out `deterministic: true`");
    e->methods[1].deterministic = false;
    assert_ok(lf_campaign_run(&campaign, e, &outcome));
    assert_int_equal(outcome.done, 2 + 2); /* with the nudged run of the first */
    lf_experiment_free(e);
}

/* A coin falls alike with seeds 8 and 9, and so does not with those that follow. */
static void test_lucky_coin(void **state) {
    static const char text[] =
        "title: t\n"
        "problems: [{id: p, label: P, problem: toy}]\n"
        "methods: [{id: luck, label: L, algorithm: coin, deterministic: true}]\n"
        "scales: [{name: s, budget: '8:steps', seeds: 8-9, checkpoints: 2}]\n";
    lf_campaign_outcome outcome;
    lf_results *results;
    lf_experiment *e;
    size_t n;
    const lf_campaign campaign = {
        .out = *state, .name = "t", .scale = "s", .quiet = true, .limits = {.jobs = 2}};
    assert_ok(lf_experiment_parse(text, strlen(text), "x.yaml", &e));
    assert_int_equal(lf_campaign_run(&campaign, e, &outcome), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "its first 16 steps are others with another seed"));
    e->methods[0].deterministic = false;
    assert_ok(lf_campaign_run(&campaign, e, &outcome));
    assert_ok(lf_results_load(*state, &results, &n));
    assert_string_equal(results->record[0].trace_sha256, results->record[1].trace_sha256);
    lf_results_free(results, n);
    lf_experiment_free(e);
}

/* Later than a look at its first steps would see: the runs are there, and nothing is made of them.
 */
static void test_drawn_late(void **state) {
    static const char text[] =
        "title: t\n"
        "problems: [{id: p, label: P, problem: toy}]\n"
        "methods:\n"
        "- {id: never, label: N, algorithm: 'late_draw:b=30', deterministic: true}\n"
        "- {id: late, label: L, algorithm: 'late_draw:b=20', deterministic: true}\n"
        "scales: [{name: s, budget: '30:steps', seeds: 0-1, checkpoints: 2}]\n";
    lf_campaign_outcome outcome;
    lf_experiment *e;
    const lf_campaign campaign = {
        .out = *state, .name = "t", .scale = "s", .quiet = true, .limits = {.jobs = 2}};
    assert_ok(lf_experiment_parse(text, strlen(text), "x.yaml", &e));
    for (size_t done = 4; done <= 4; done -= 4) { /* and again, where they are stored */
        assert_int_equal(lf_campaign_run(&campaign, e, &outcome), LF_BAD_INPUT);
        assert_string_equal(lf_message(),
                            "method 'late' is called deterministic, but on problem 'p' it left to "
                            "chance only what came after step 20: leave out `deterministic: true`");
        assert_int_equal(outcome.done, done);
    }
    e->methods[1].deterministic = false;
    assert_ok(lf_campaign_run(&campaign, e, &outcome));
    lf_experiment_free(e);
}

/* A value in the file that nobody measured: no report, claim or baseline is made of it. */
static void test_changed_value(void **state) {
    lf_campaign_outcome outcome;
    lf_results *results;
    size_t n;
    sqlite3 *db;
    carry_out(*state, false, &outcome);
    assert_int_equal(sqlite3_open(scratch_path(state, "results.sqlite"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE metric_values SET value = value / 2", 0, 0, 0),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(lf_results_load(*state, &results, &n), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "is damaged in the store"));
    assert_non_null(strstr(lf_message(), "its trace is not the one of its hash"));
}

static int group_setup(void **state) {
    (void)state;
    return runs_load("toy") == LF_OK && runs_load("fail") == LF_OK &&
                   runs_load("late_draw") == LF_OK && runs_load("coin") == LF_OK
               ? 0
               : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tuned, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_called_deterministic, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_lucky_coin, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_drawn_late, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_changed_value, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, group_setup, NULL);
}
