/* Experiment files: read, merged with their base, written back, expanded into runs. */
#include "harness/experiment/experiment.h"
#include "harness/registry/parameters.h"
#include "near.h"
#include "registry_toy.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/kinds/parts/tables.h"
#include "scratch.h"

static const char base_text[] = "problems:\n"
                                "- {id: a, label: A, problem: toy_box}\n"
                                "- id: b\n"
                                "  label: B\n"
                                "  problem: 'toy_box:lambda=2'\n"
                                "  note: \"two\\nlines, \\u00e9\"\n"
                                "  constants: [{name: q, value: 181}]\n"
                                "methods:\n"
                                "- {id: det, label: D, algorithm: toy_step, deterministic: true}\n";

static const char item_text[] =
    "title: An item\n"
    "base: _base.yaml\n"
    "notes: [one, 'two: 2']\n"
    "methods:\n"
    "- id: sto\n"
    "  label: S\n"
    "  algorithm: toy_step:mode=stochastic\n"
    "  measures: [{name: paper.f, cost: 2*steps + value.objective/3}]\n"
    "settings:\n"
    "- {parameters: 'eta=0.5,b=3'}\n"
    "- {problem: b, parameters: eta=0.25}\n"
    "- {method: det, budget: '7:steps'}\n"
    "scales:\n"
    "- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5, expensive: 1}\n"
    "- name: paper\n"
    "  budget: 100:dp.g,1e3:passes.constraint\n"
    "  seeds: 4,1\n"
    "  checkpoints: 20\n"
    "  spacing: log\n"
    "  stop: SVio < 1e-3\n"
    "  settings: [{problem: b, method: sto, parameters: eta=2, budget: '9:steps'}]\n"
    "figures:\n"
    "- id: fig\n"
    "  title: Figure\n"
    "  methods: [sto]\n"
    "  panels: [{problem: a, y: FV, x: paper.f, log_x: true, y_to: 0.5}, {problem: b, y: CVio, x: "
    "seconds}]\n"
    "tables:\n"
    "- id: tab\n"
    "  title: Table\n"
    "  columns:\n"
    "  - {id: FV, metric: FV}\n"
    "  - {id: best, metric: FV, where: CVio, at_most: 0}\n"
    "  - {id: hit, metric: SVio, below: 1.0e-3, cost: dp.g}\n"
    "  - {id: above, metric: CVio, above: 0.5, cost: dp.g}\n"
    "  - {id: feasible, share: CVio, at_most: 0.1}\n"
    "  - {id: cost, cost: dp.g + samples}\n"
    "published:\n"
    "- {table: tab, problem: a, methods: [det, sto], rows: [{id: FV, values: [9.26e-2, nan]}]}\n";

/* The two files in the test's folder, opened. */
static lf_experiment *open_item(void **state) {
    lf_experiment *experiment;
    assert_non_null(scratch_write(state, "_base.yaml", base_text, strlen(base_text)));
    const char *path = scratch_write(state, "item.yaml", item_text, strlen(item_text));
    assert_ok(lf_experiment_open(path, &experiment));
    return experiment;
}

static void test_fields(void **state) {
    lf_experiment *e = open_item(state);
    assert_string_equal(e->title, "An item");
    assert_null(e->summary);
    assert_int_equal(e->notes_count, 2);
    assert_string_equal(e->notes[1], "two: 2");
    assert_string_equal(e->problems[1].note, "two\nlines, \xc3\xa9");
    assert_near(e->problems[1].constants[0].value, 181, 0);
    assert_int_equal(e->scales[0].expensive, 1);
    assert_true(e->figures[0].panels[0].log_x);
    assert_false(e->figures[0].panels[0].log_y);
    assert_null(e->figures[0].panels[0].y_from);
    assert_near(*e->figures[0].panels[0].y_to, 0.5, 0);
    const lf_experiment_column *column = e->tables[0].columns;
    assert_null(column[0].at_most);
    assert_near(*column[1].at_most, 0, 0);
    assert_near(*column[2].below, 1e-3, 0);
    assert_null(column[2].above);
    assert_near(*column[3].above, 0.5, 0);
    assert_near(e->published[0].rows[0].values[0], 9.26e-2, 0);
    assert_true(isnan(e->published[0].rows[0].values[1]));
    lf_experiment_free(e);
}

static void test_base_comes_first(void **state) {
    lf_experiment *e = open_item(state);
    assert_null(e->base);
    assert_int_equal(e->problems_count, 2);
    assert_int_equal(e->methods_count, 2);
    assert_string_equal(e->methods[0].id, "det");
    assert_true(e->methods[0].deterministic);
    assert_string_equal(e->methods[1].id, "sto");
    lf_experiment_free(e);
}

static void test_round_trip(void **state) {
    lf_experiment *e = open_item(state), *back;
    char *first, *second;
    assert_ok(lf_experiment_save(e, &first));
    assert_ok(lf_experiment_parse(first, strlen(first), "stored", &back));
    assert_ok(lf_experiment_save(back, &second));
    assert_string_equal(first, second);
    assert_string_equal(back->problems[1].note, e->problems[1].note);
    assert_true(*back->tables[0].columns[2].below == *e->tables[0].columns[2].below);
    assert_true(*back->tables[0].columns[3].above == *e->tables[0].columns[3].above);
    lf_planned_run *plan, *plan_back;
    size_t n, n_back;
    assert_ok(lf_experiment_plan(e, "paper", NULL, 0, &plan, &n));
    assert_ok(lf_experiment_plan(back, "paper", NULL, 0, &plan_back, &n_back));
    assert_int_equal(n, n_back);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(plan[i].key, plan_back[i].key);
    lf_plan_free(plan, n);
    lf_plan_free(plan_back, n_back);
    free(first);
    free(second);
    lf_experiment_free(e);
    lf_experiment_free(back);
}

static void assert_run(const lf_planned_run *run, const char *problem, const char *algorithm,
                       uint64_t seed, const char *budget) {
    assert_string_equal(run->spec.problem, problem);
    assert_string_equal(run->spec.algorithm, algorithm);
    assert_int_equal(run->spec.seed, seed);
    assert_string_equal(run->spec.budget, budget);
    char key[65];
    lf_run_spec_key(&run->spec, key, NULL);
    assert_string_equal(run->key, key);
}

/* Problem by problem, method by method, seed by seed; the deterministic method has one seed, and
 * behind all runs another one that is nudged; of settings that give the same parameter the last
 * wins. */
static void test_plan(void **state) {
    lf_experiment *e = open_item(state);
    lf_planned_run *plan;
    size_t n;
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &plan, &n));
    assert_int_equal(n, 2 * (1 + 3) + 2);
    const char *a = "toy_box:data=small,lambda=0.5", *b = "toy_box:data=small,lambda=2";
    assert_run(&plan[0], a, "toy_step:eta=0.5,b=3,mode=deterministic", 0, "7:steps");
    for (uint64_t seed = 0; seed < 3; seed++)
        assert_run(&plan[1 + seed], a, "toy_step:eta=0.5,b=3,mode=stochastic", seed, "10:steps");
    assert_run(&plan[4], b, "toy_step:eta=0.25,b=3,mode=deterministic", 0, "7:steps");
    assert_int_equal(plan[4].problem, 1);
    assert_run(&plan[9], b, "toy_step:eta=0.25,b=3,mode=deterministic", 0, "7:steps");
    assert_string_not_equal(plan[9].key, plan[4].key);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(lf_code_start(plan[i].spec.code), i < 8 ? LF_START_OWN : LF_START_NUDGED);
    assert_int_equal(plan[5].method, 1);
    assert_int_equal(plan[0].spec.checkpoints, 5);
    assert_false(plan[0].spec.log_spaced);
    assert_null(plan[0].spec.stop);
    lf_plan_free(plan, n);
    assert_ok(lf_experiment_plan(e, "paper", NULL, 0, &plan, &n));
    assert_int_equal(n, 2 * (1 + 2) + 2);
    assert_run(&plan[0], a, "toy_step:eta=0.5,b=3,mode=deterministic", 4, "7:steps");
    assert_run(&plan[5], b, "toy_step:eta=2,b=3,mode=stochastic", 1, "9:steps");
    assert_true(plan[5].spec.log_spaced);
    assert_string_equal(plan[5].spec.stop, "SVio < 1e-3");
    lf_plan_free(plan, n);
    lf_experiment_free(e);
}

static void test_use(void **state) {
    lf_experiment *e = open_item(state);
    lf_planned_run *plan;
    size_t n;
    char *only_b[] = {"b"}, *only_det[] = {"det"};
    e->use_problems = only_b;
    e->use_methods = only_det;
    e->use_problems_count = e->use_methods_count = 1;
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &plan, &n));
    assert_int_equal(n, 2);
    assert_int_equal(plan[0].problem, 1);
    assert_int_equal(plan[1].problem, 1);
    lf_plan_free(plan, n);
    e->use_problems = e->use_methods = NULL;
    e->use_problems_count = e->use_methods_count = 0;
    lf_experiment_free(e);
}

static void test_scales(void **state) {
    lf_experiment *e = open_item(state);
    lf_planned_run *plan;
    size_t n;
    assert_string_equal(lf_experiment_find_scale(e, "paper")->name, "paper");
    assert_null(lf_experiment_find_scale(e, "papr"));
    assert_string_equal(lf_message(), "no scale 'papr'; did you mean 'paper'?");
    assert_int_equal(lf_experiment_plan(e, "default", NULL, 0, &plan, &n), LF_BAD_INPUT);
    assert_string_equal(lf_message(), "no scale 'default'; there are: smoke, paper");
    lf_experiment_free(e);
}

static void assert_seeds(const char *text, size_t n, const uint64_t *want) {
    uint64_t *seeds;
    size_t got;
    assert_ok(lf_seeds_parse(text, &seeds, &got));
    assert_int_equal(got, n);
    assert_memory_equal(seeds, want, n * sizeof *seeds);
    free(seeds);
}

static void test_seeds(void **state) {
    (void)state;
    assert_seeds("0-4", 5, (const uint64_t[]){0, 1, 2, 3, 4});
    assert_seeds("7", 1, (const uint64_t[]){7});
    assert_seeds("3,0-1,9", 4, (const uint64_t[]){3, 0, 1, 9});
    assert_seeds("9223372036854775807", 1, (const uint64_t[]){INT64_MAX});
    assert_seeds("9223372036854775806-9223372036854775807", 2,
                 (const uint64_t[]){INT64_MAX - 1, INT64_MAX});
    uint64_t *many;
    size_t most;
    assert_ok(lf_seeds_parse("1-99999,0", &many, &most));
    assert_int_equal(most, 100000);
    assert_int_equal(many[99999], 0); /* in the order given */
    free(many);
    static const char *const bad[] = {"",    "a",    "-1",       "1-",
                                      "4-1", "1,,2", "1,1",      "0-2,1",
                                      "1;2", "1 2",  "0-999999", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t *seeds;
        size_t n;
        assert_int_equal(lf_seeds_parse(bad[i], &seeds, &n), LF_BAD_INPUT);
        assert_null(seeds);
        assert_non_null(strstr(lf_message(), bad[i]));
    }
}

/* What JSON would show as another number, which --seeds then would not take. */
static void test_large_seeds(void **state) {
    (void)state;
    static const char *const large[] = {"9223372036854775808",
                                        "9223372036854775807-9223372036854775808",
                                        "18446744073709551615", "18446744073709551616"};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        uint64_t *seeds;
        size_t n;
        char message[160];
        snprintf(message, sizeof message,
                 "seeds '%s': a seed is at most 9223372036854775807, that is 2^63 - 1", large[i]);
        assert_int_equal(lf_seeds_parse(large[i], &seeds, &n), LF_BAD_INPUT);
        assert_string_equal(lf_message(), message);
    }
}

static void test_folders(void **state) {
    lf_experiment *e = open_item(state);
    lf_experiment_free(e);
    char folder[64];
    const char *paper = strrchr(*state, '/') + 1, *root = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/item", paper);
    setenv("LEVELFIELD_REPORTS", root ? root : "/tmp", 1);
    assert_ok(lf_experiment_open(folder, &e));
    lf_experiment_free(e);
    char **names;
    size_t n;
    assert_ok(lf_experiment_list(paper, &names, &n));
    assert_int_equal(n, 1); /* a base is no item */
    assert_string_equal(names[0], folder);
    free(names[0]);
    free(names);
    folder[strlen(folder) - 1] = 'n';
    assert_int_equal(lf_experiment_open(folder, &e), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "did you mean"));
    assert_int_equal(lf_experiment_open(paper, &e), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "/item"));
    unsetenv("LEVELFIELD_REPORTS");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_fields),     CASE(test_base_comes_first),
        CASE(test_round_trip), CASE(test_plan),
        CASE(test_use),        CASE(test_scales),
        CASE(test_seeds),      CASE(test_large_seeds),
        CASE(test_folders),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
