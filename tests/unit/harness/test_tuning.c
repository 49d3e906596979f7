/* The tuning and claims sections of experiment files: what is planned, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/tuning_grid.h"
#include "near.h"
#include "registry_toy.h"
#include "reports/kinds/claims/parts/claims.h"
#include "scratch.h"

static const char head[] =
    "title: t\n"
    "problems:\n"
    "- {id: p, label: P, problem: toy_box}\n"
    "- {id: q, label: Q, problem: 'toy_box:lambda=2'}\n"
    "methods:\n"
    "- {id: det, label: D, algorithm: toy_step, deterministic: true}\n"
    "- {id: sto, label: S, algorithm: 'toy_step:mode=stochastic'}\n"
    "- {id: given, label: G, algorithm: 'toy_step:eta=9'}\n"
    "settings: [{method: sto, parameters: 'eta=7,b=3'}]\n"
    "scales:\n"
    "- {name: smoke, budget: '10:steps', seeds: 0-1, checkpoints: 5, expensive: 2, stop: FV<1}\n"
    "- {name: tuned, budget: '10:steps', seeds: 0-1, checkpoints: 5, expensive: 2, stop: FV<1,\n"
    "   tuning_budget: '7:steps'}\n";

static const char tuning[] = "tuning:\n"
                             "  metric: FV\n"
                             "  where: CVio\n"
                             "  at_most: 0.1\n"
                             "  points: 2\n"
                             "  seed: 1\n"
                             "  seeds: 100-102\n"
                             "  grids:\n"
                             "  - {method: det, grid: 'eta={1|2|3}'}\n"
                             "  - {method: sto, grid: 'eta={1|2},b=4', note: noisy}\n"
                             "  - {method: sto, problem: q, grid: 'eta={5|6}', note: noisier}\n";

static lf_experiment *parse(const char *more) {
    char yaml[8192];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "%s%s", head, more);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    return e;
}

static void assert_trial(const lf_planned_run *run, size_t problem, size_t method, size_t point,
                         uint64_t seed, const char *algorithm) {
    char key[65];
    assert_int_equal(run->problem, problem);
    assert_int_equal(run->method, method);
    assert_int_equal(run->point, point);
    assert_int_equal(run->spec.seed, seed);
    assert_string_equal(run->spec.algorithm, algorithm);
    assert_string_equal(run->spec.budget, "7:steps");
    assert_null(run->spec.stop);
    lf_run_spec_key(&run->spec, key, NULL);
    assert_string_equal(run->key, key);
}

/* Two points of each tuned pair; the deterministic method has one seed; settings lie below. */
static void test_plan(void **state) {
    (void)state;
    lf_experiment *e = parse(tuning);
    lf_planned_run *trials;
    size_t n;
    assert_ok(lf_tuning_plan(e, "smoke", &trials, &n));
    assert_int_equal(n, 0);
    assert_ok(lf_tuning_plan(e, "tuned", &trials, &n));
    assert_int_equal(n, 2 * (2 * 1 + 2 * 3));
    assert_int_equal(trials[0].spec.seed, 100);
    assert_int_equal(trials[1].point, 1);
    assert_string_equal(trials[2].parameters, "eta=1,b=4");
    for (size_t i = 0; i < 6; i++)
        assert_trial(&trials[2 + i], 0, 1, i / 3, 100 + i % 3,
                     i < 3 ? "toy_step:eta=1,b=4,mode=stochastic"
                           : "toy_step:eta=2,b=4,mode=stochastic");
    assert_trial(&trials[10], 1, 1, 0, 100, "toy_step:eta=5,b=3,mode=stochastic");
    assert_int_equal(trials[0].spec.checkpoints, 1); /* judged at its end, and cheaply */
    assert_int_equal(trials[0].spec.expensive, 0);
    lf_plan_free(trials, n);
    lf_experiment_free(e);
}

/* Where a target or an expensive metric decides, it has to be looked at. */
static void test_schedule(void **state) {
    (void)state;
    lf_experiment *e = parse(tuning);
    lf_planned_run *trials;
    size_t n;
    double target = 1;
    char *metric = e->tuning->metric, expensive[] = "SVio";
    e->tuning->metric = expensive;
    assert_ok(lf_tuning_plan(e, "tuned", &trials, &n));
    assert_int_equal(trials[0].spec.checkpoints, 1);
    assert_int_equal(trials[0].spec.expensive, 1);
    lf_plan_free(trials, n);
    e->tuning->target = &target;
    assert_ok(lf_tuning_plan(e, "tuned", &trials, &n));
    assert_int_equal(trials[0].spec.checkpoints, 5);
    assert_int_equal(trials[0].spec.expensive, 2);
    lf_plan_free(trials, n);
    e->tuning->target = NULL;
    e->tuning->metric = metric;
    lf_experiment_free(e);
}

/* What was chosen wins over settings, for its own pair alone, and the key shows it. */
static void test_choices(void **state) {
    (void)state;
    lf_experiment *e = parse(tuning);
    lf_planned_run *plain, *tuned;
    size_t n, m;
    const lf_choice choice = {0, 1, "eta=2"};
    assert_ok(lf_experiment_plan(e, "tuned", NULL, 0, &plain, &n));
    assert_ok(lf_experiment_plan(e, "tuned", &choice, 1, &tuned, &m));
    assert_int_equal(n, m);
    for (size_t i = 0; i < n; i++) {
        const bool chosen = tuned[i].problem == 0 && tuned[i].method == 1;
        assert_int_equal(strcmp(plain[i].key, tuned[i].key) != 0, chosen);
        assert_null(tuned[i].parameters);
        if (chosen)
            assert_string_equal(tuned[i].spec.algorithm, "toy_step:eta=2,b=3,mode=stochastic");
    }
    lf_plan_free(plain, n);
    lf_plan_free(tuned, m);
    lf_experiment_free(e);
}

/* Tuning and claims survive being stored. */
static void test_round_trip(void **state) {
    (void)state;
    char more[4096], *first, *second;
    snprintf(more, sizeof more, "%s%s", tuning,
             "claims:\n"
             "- {id: c1, text: 'a: b', kind: speedup, method: det, than: [sto, given],\n"
             "   metric: SVio, target: 1e-3, cost: steps, factor: 2, where: CVio, at_most: 0.1}\n"
             "- {id: c2, text: t, kind: feasible, method: det, metric: CVio, at_most: 0.1,\n"
             "   problems: [q], level: 0.01}\n");
    lf_experiment *e = parse(more), *back;
    assert_ok(lf_experiment_save(e, &first));
    assert_ok(lf_experiment_parse(first, strlen(first), "stored", &back));
    assert_ok(lf_experiment_save(back, &second));
    assert_string_equal(first, second);
    assert_int_equal(back->claims_count, 2);
    assert_near(*back->claims[0].factor, 2, 0);
    assert_string_equal(back->claims[0].target, "1e-3");
    assert_null(back->claims[0].level);
    assert_string_equal(back->tuning->grids[2].grid, "eta={5|6}");
    assert_near(*back->tuning->at_most, 0.1, 1e-15);
    free(first);
    free(second);
    lf_experiment_free(e);
    lf_experiment_free(back);
}

/* The base's tuning is used where the file has none; claims add up. */
static void test_base(void **state) {
    char base[4096];
    static const char claim[] =
        "claims: [{id: %s, text: t, kind: feasible, method: det, metric: CVio, at_most: 0}]\n";
    char own[256];
    lf_experiment *e;
    int used = snprintf(base, sizeof base, "%s%s", head, tuning);
    snprintf(base + used, sizeof base - (size_t)used, claim, "c1");
    used = snprintf(own, sizeof own, "title: item\nbase: _base.yaml\n");
    snprintf(own + used, sizeof own - (size_t)used, claim, "c2");
    assert_non_null(scratch_write(state, "_base.yaml", base, strlen(base)));
    assert_ok(lf_experiment_open(scratch_write(state, "i.yaml", own, strlen(own)), &e));
    assert_string_equal(e->tuning->metric, "FV");
    assert_int_equal(e->claims_count, 2);
    assert_string_equal(e->claims[1].id, "c2");
    lf_experiment_free(e);
    static const char replaced[] = "title: item\nbase: _base.yaml\n"
                                   "tuning: {metric: SVio, points: 1, seeds: 9, grids: "
                                   "[{method: det, grid: eta=1}]}\n";
    assert_ok(lf_experiment_open(scratch_write(state, "i.yaml", replaced, strlen(replaced)), &e));
    assert_string_equal(e->tuning->metric, "SVio");
    assert_int_equal(e->tuning->grids_count, 1);
    lf_experiment_free(e);
}

static void refused(const char *more, const char *words) {
    char yaml[8192];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "%s%s", head, more);
    assert_true(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e) < 0);
    assert_null(e);
    if (!strstr(lf_message(), words)) print_error("message: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), words));
    assert_null(strchr(lf_message(), '\n'));
}

/* The tuning section with one line replaced by another; NULL: left out. */
static void refused_tuning(const char *line, const char *by, const char *words) {
    char text[2048] = "";
    size_t used = 0;
    for (const char *at = tuning; *at;) {
        const size_t length = strcspn(at, "\n") + 1;
        const bool hit = strncmp(at, line, strlen(line)) == 0;
        used += (size_t)snprintf(text + used, sizeof text - used, "%.*s",
                                 hit ? (int)strlen(by) : (int)length, hit ? by : at);
        at += length;
    }
    refused(text, words);
}

static void test_refused_tuning(void **state) {
    (void)state;
    refused("", "scale 'tuned': tuning_budget: there is no tuning section");
    refused_tuning("  metric", "  metrik: FV\n", "unknown key 'metrik'; did you mean 'metric'?");
    refused_tuning("  metric", "  metric: FW\n", "no metric 'FW'; did you mean 'FV'?");
    refused_tuning("  at_most", "", "where and at_most go together");
    refused_tuning("  at_most", "  at_most: 1\n  cost: steps\n", "cost goes with target");
    refused_tuning("  at_most", "  at_most: 1\n  bound: kappa\n",
                   "bound: no problem has a constant 'kappa'");
    refused_tuning("  points", "  points: 0\n", "points: at least 1");
    refused_tuning("  points", "  points: 2\n  finalists: 1\n", "finalists: at least 2");
    refused_tuning("  points", "  points: 3\n",
                   "'sto' on 'p': the grid has 2 points, but every method gets 3");
    refused_tuning("  seeds", "  seeds: 1,100\n", "1 is also a seed of scale 'smoke'");
    refused_tuning("  seeds", "  seeds: x\n", "tuning: seeds 'x'");
    refused_tuning("  seed:", "  seed: 1\n  search: gird\n", "search: expected grid or random");
    refused_tuning("  seed:", "  seed: 1\n  judge: best\n", "judge: expected median or worst");
    refused_tuning("  - {method: det", "  - {method: dte, grid: 'eta={1|2}'}\n",
                   "grids[1]: no method 'dte'; did you mean 'det'?");
    refused_tuning("  - {method: det", "  - {method: det, problem: r, grid: 'eta={1|2}'}\n",
                   "grids[1]: no problem 'r'");
    refused_tuning("  - {method: det", "  - {method: det, grid: 'eta={1|20}'}\n",
                   "eta = 20 is outside [0, 10]");
    refused_tuning("  - {method: det", "  - {method: det, grid: 'ete={1|2}'}\n",
                   "did you mean 'eta'?");
    refused_tuning("  - {method: det", "  - {method: det, grid: 'eta={1..2}'}\n", "as in {1..2:7}");
}

static void refused_claim(const char *keys, const char *words) {
    char text[3072];
    snprintf(text, sizeof text, "%sclaims: [{id: c, text: t, method: det, metric: CVio, %s}]\n",
             tuning, keys);
    refused(text, words);
}

static void refused_tie(const char *keys, const char *words) {
    char text[3072];
    snprintf(text, sizeof text, "%sties: [{metric: CVio, tie: 1e-3, why: w}%s]\n", tuning, keys);
    refused(text, words);
}

static void test_refused_ties(void **state) {
    (void)state;
    refused_tie(", {metric: FV, tie: 1e-3}", "why");
    refused_tie(", {metric: FV, tie: -1, why: w}", "ties[2]: tie: expected a number above 0");
    refused_tie(", {metric: CVo, tie: 1, why: w}", "did you mean 'CVio'?");
}

static void test_refused_claims(void **state) {
    (void)state;
    refused_claim("kind: smaller", "claim 'c': kind: expected lower");
    refused_claim("kind: lower", "kind lower needs than");
    refused_claim("kind: lower, than: [det]", "compared with itself");
    refused_claim("kind: lower, than: [sto, given, sto]", "'sto' stands there twice");
    refused_claim("kind: lower, than: [stt]", "no method 'stt'; did you mean 'sto'?");
    refused_claim("kind: lower, than: [sto], factor: 2", "kind lower has no factor");
    refused_claim("kind: lower, than: [sto], at_most: 2", "where and at_most go together");
    refused_claim("kind: lower, than: [sto], problems: [r]", "no problem 'r'");
    refused_claim("kind: lower, than: [sto], cost: setps", "setps");
    refused_claim("kind: lower, than: [sto], level: 0.7", "level: expected");
    refused_claim("kind: lower, than: [sto], level: 0.1", "level: expected");
    refused_claim("kind: lower, than: [sto], tie: 5x",
                  "tie: expected a number above 0, or a share");
    refused_claim("kind: speedup, than: [sto], target: 1, factor: 2, tie: 5%", "tie: expected");
    refused_claim("kind: lower, than: [sto], test: t", "test: expected pairs or sign");
    refused_claim("kind: lower, than: [sto], reach: first", "kind lower has no reach");
    refused_claim("kind: speedup, than: [sto], target: 1, factor: 2, reach: once",
                  "reach: expected");
    refused_claim("kind: speedup, than: [sto], factor: 2", "needs target");
    refused_claim("kind: speedup, than: [sto], target: 1", "needs factor");
    refused_claim("kind: speedup, than: [sto], target: x, factor: 2", "target: expected a number");
    refused_claim("kind: speedup, than: [sto], target: 1, factor: -2", "factor: expected");
    refused_claim("kind: speedup, than: [sto], target: 1, factor: 2, where: CVio", "go together");
    refused_claim("kind: speedup, than: [sto], target: 1, factor: 2, mean: true", "has no mean");
    refused_claim("kind: feasible, at_most: 1, mean: true", "has no mean");
    refused_claim("kind: feasible", "needs at_most");
    refused_claim("kind: feasible, at_most: 1, than: [sto]", "has no than");
    refused_claim("kind: feasible, at_most: 1, cost: steps", "has no cost");
    refused_claim("kind: slope", "needs at_most");
    refused_claim("kind: slope, at_most: -1, metric: FV", "given twice");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_plan),         CASE(test_schedule),       CASE(test_choices),
        CASE(test_round_trip),   CASE(test_base),           CASE(test_refused_tuning),
        CASE(test_refused_ties), CASE(test_refused_claims),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
