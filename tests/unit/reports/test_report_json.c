/* report.json: what reaches programs is what was measured, decided and published. */
#include <jansson.h>

#include "made_results.h"
#include "near.h"

#include "reports/kinds/parts/tables.h"
#include "reports/parts.h"

enum { P, Q };
enum { A, B, C, D };

static char *than[] = {(char *)"b"}, *problems[] = {(char *)"p"};
static char *printed_methods[] = {(char *)"b", (char *)"a"};
static double printed[] = {7, 3.5};
static lf_published_row printed_row = {.id = (char *)"fv", .values_count = 2, .values = printed};
static lf_published published = {.table = (char *)"t1",
                                 .problem = (char *)"p",
                                 .methods_count = 2,
                                 .methods = printed_methods,
                                 .rows_count = 1,
                                 .rows = &printed_row};
static lf_experiment_column column = {.id = (char *)"fv", .metric = (char *)"FV"};
static lf_experiment_table table = {.id = (char *)"t1", .columns_count = 1, .columns = &column};
static char name[] = "paper/item", scale[] = "default";

/* Method a: 2 4 6 8 10; b: 4 8 12 16 20; c diverges in two of three; d was not run. */
static void results_make(made *m) {
    m->results.name = name;
    m->results.scale = scale;
    m->experiment.tables_count = 1;
    m->experiment.tables = &table;
    m->experiment.published_count = 1;
    m->experiment.published = &published;
    m->claim = (lf_experiment_claim){.id = (char *)"c1",
                                     .text = (char *)"a \"is\" best",
                                     .kind = (char *)"lower",
                                     .method = (char *)"a",
                                     .metric = (char *)"FV",
                                     .than_count = 1,
                                     .than = than,
                                     .problems_count = 1,
                                     .problems = problems};
    made_finals(m, P, A, 5, (const double[]){2, 4, 6, 8, 10});
    made_finals(m, P, B, 5, (const double[]){4, 8, 12, 16, 20});
    made_finals(m, P, C, 1, (const double[]){1});
    for (uint64_t seed = 1; seed < 3; seed++)
        made_run(m, P, C, seed, LF_RUN_DIVERGED, 1, (const double[]){100}, NULL);
    made_missing(m, P, D, 0);
    static const char *const environments[] = {"{\"cpu\": \"abacus\"}", "{\"cpu\": \"abacus\"}",
                                               "{\"cpu\": \"slide rule\"}"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(m->plan[i].key, sizeof m->plan[i].key, "made %zu", i);
        m->record[i].environment = strdup(environments[i]);
    }
}

/* The report read back; json_decref() it. */
static json_t *render(made *m) {
    lf_decided decided;
    char *text;
    assert_ok(lf_decided_make(&m->results, &decided));
    assert_ok(lf_report_json(&m->results, 1, &decided, &text));
    lf_decided_free(&m->results, &decided);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    assert_non_null(json);
    return json;
}

static json_t *experiment_of(const json_t *report) {
    assert_int_equal(json_array_size(json_object_get(report, "experiments")), 1);
    return json_array_get(json_object_get(report, "experiments"), 0);
}

static double number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_non_null(value);
    return json_is_null(value) ? NAN : json_number_value(value);
}

static void assert_text(const json_t *object, const char *key, const char *expected) {
    assert_string_equal(json_string_value(json_object_get(object, key)), expected);
}

static const json_t *cell_of(const json_t *report, size_t i, const char *method) {
    const json_t *t = json_array_get(json_object_get(experiment_of(report), "tables"), 0);
    assert_text(t, "id", "t1");
    const json_t *cells = json_object_get(t, "cells");
    assert_int_equal(json_array_size(cells), 4);
    const json_t *cell = json_array_get(cells, i);
    assert_text(cell, "problem", "p");
    assert_text(cell, "method", method);
    assert_text(cell, "column", "fv");
    return cell;
}

static void test_cells(void **state) {
    results_make(*state);
    json_t *report = render(*state);
    const json_t *a = cell_of(report, A, "a"), *b = cell_of(report, B, "b");
    assert_true(number(a, "median") == 6 && number(a, "lower") == 4 && number(a, "upper") == 8);
    assert_true(number(a, "published") == 3.5 && number(b, "published") == 7);
    assert_true(number(a, "planned") == 5 && number(a, "ended") == 5);
    const json_t *c = cell_of(report, C, "c"), *d = cell_of(report, D, "d");
    assert_true(isnan(number(c, "median")) && number(c, "diverged") == 2);
    assert_true(isnan(number(c, "published")));
    assert_true(isnan(number(d, "median")) && number(d, "planned") == 1 && number(d, "ended") == 0);
    json_decref(report);
}

static void test_claim(void **state) {
    results_make(*state);
    json_t *report = render(*state);
    const json_t *claim = json_array_get(json_object_get(experiment_of(report), "claims"), 0);
    assert_text(claim, "text", "a \"is\" best");
    assert_text(claim, "outcome", "held");
    assert_int_equal(json_array_size(json_object_get(claim, "comparisons")), 1);
    const json_t *c = json_array_get(json_object_get(claim, "comparisons"), 0);
    assert_text(c, "problem", "p");
    assert_text(c, "against", "b");
    assert_true(number(c, "estimate") == -6 && number(c, "lower") == -10 &&
                number(c, "upper") == -2 && number(c, "seeds") == 5);
    assert_near(number(c, "p"), 1.0 / 32, 1e-12);
    json_decref(report);
}

static void test_head(void **state) {
    results_make(*state);
    json_t *report = render(*state);
    const json_t *experiment = experiment_of(report), *runs = json_object_get(experiment, "runs");
    assert_text(experiment, "name", "paper/item");
    assert_text(experiment, "scale", "default");
    assert_true(number(runs, "planned") == 14 && number(runs, "done") == 11 &&
                number(runs, "diverged") == 2 && number(runs, "missing") == 1 &&
                number(runs, "failed") == 0);
    const json_t *environments = json_object_get(experiment, "environments");
    assert_int_equal(json_array_size(environments), 2);
    assert_text(json_array_get(environments, 1), "cpu", "slide rule");
    json_decref(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_cells, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(test_claim, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(test_head, made_setup, made_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
