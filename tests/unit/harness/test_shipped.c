/* Every experiment that is shipped can be read, checked, planned at each of its scales, and written
 * back; items of one paper share their runs. */
#include "base/file.h"
#include "harness/experiment/experiment.h"
#include "near.h"
#include "reports/kinds/parts/tables.h"
#include "scratch.h"

static void assert_plans(const lf_experiment *e, const lf_experiment *back, const char *scale) {
    lf_planned_run *plan, *plan_back;
    size_t n, n_back;
    assert_ok(lf_experiment_plan(e, scale, NULL, 0, &plan, &n));
    assert_ok(lf_experiment_plan(back, scale, NULL, 0, &plan_back, &n_back));
    assert_true(n > 0);
    assert_int_equal(n, n_back);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(plan[i].key, plan_back[i].key);
    lf_plan_free(plan, n);
    lf_plan_free(plan_back, n_back);
}

static void assert_good(const char *name) {
    lf_experiment *e, *back;
    char *yaml, *again;
    print_message("%s\n", name);
    assert_ok(lf_experiment_open(name, &e));
    assert_ok(lf_experiment_save(e, &yaml));
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), name, &back));
    assert_ok(lf_experiment_save(back, &again));
    assert_string_equal(yaml, again);
    for (size_t i = 0; i < e->scales_count; i++)
        assert_plans(e, back, e->scales[i].name);
    free(yaml);
    free(again);
    lf_experiment_free(e);
    lf_experiment_free(back);
}

static void test_all(void **state) {
    (void)state;
    char **names;
    size_t n;
    assert_ok(lf_experiment_list(NULL, &names, &n));
    assert_true(n >= 4);
    for (size_t i = 0; i < n; i++) {
        assert_good(names[i]);
        free(names[i]);
    }
    free(names);
}

static bool plan_has(const lf_planned_run *plan, size_t n, const char *key) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(plan[i].key, key) == 0) return true;
    return false;
}

/* The figures are drawn from runs that the table needs anyway. */
static void assert_shares_runs(const char *item, const char *scale) {
    lf_experiment *table, *figure;
    lf_planned_run *plan, *part;
    size_t n, n_part;
    assert_ok(lf_experiment_open("3secon/table2", &table));
    assert_ok(lf_experiment_open(item, &figure));
    assert_ok(lf_experiment_plan(table, scale, NULL, 0, &plan, &n));
    assert_ok(lf_experiment_plan(figure, scale, NULL, 0, &part, &n_part));
    assert_true(n_part < n);
    for (size_t i = 0; i < n_part; i++)
        assert_true(plan_has(plan, n, part[i].key));
    lf_plan_free(plan, n);
    lf_plan_free(part, n_part);
    lf_experiment_free(table);
    lf_experiment_free(figure);
}

static void test_3secon(void **state) {
    (void)state;
    static const char *const scales[] = {"smoke", "default", "paper"};
    for (size_t i = 0; i < 3; i++) {
        assert_shares_runs("3secon/fig1", scales[i]);
        assert_shares_runs("3secon/fig2", scales[i]);
    }
}

/* Table 2 is printed at the paper's iteration counts. */
static void test_table2(void **state) {
    (void)state;
    lf_experiment *e;
    lf_planned_run *plan;
    size_t n;
    assert_ok(lf_experiment_open("3secon/table2", &e));
    assert_int_equal(e->published_count, 6);
    assert_ok(lf_experiment_plan(e, "paper", NULL, 0, &plan, &n));
    for (size_t i = 0; i < n; i++) {
        const char *id = e->problems[plan[i].problem].id, *method = e->methods[plan[i].method].id;
        for (size_t k = 0; k < e->published_count; k++) {
            const lf_published *p = &e->published[k];
            for (size_t m = 0; strcmp(p->problem, id) == 0 && m < p->methods_count; m++)
                if (strcmp(p->methods[m], method) == 0)
                    assert_near(strtod(plan[i].spec.budget, NULL), p->rows[0].values[m], 0);
        }
    }
    lf_plan_free(plan, n);
    lf_experiment_free(e);
}

/* The example of docs/experiments.md is a good file. */
static void test_documented_example(void **state) {
    (void)state;
    const char *source = getenv("LF_TEST_SOURCE");
    char path[LF_PATH_BYTES], *page = NULL;
    size_t size;
    assert_non_null(source);
    assert_ok(lf_path_format(path, "%s/docs/experiments.md", source));
    assert_ok(lf_file_read(path, 1 << 20, &page, &size));
    const char *yaml = strstr(page, "```yaml\n") + 8;
    lf_experiment *e;
    assert_ok(lf_experiment_parse(yaml, (size_t)(strstr(yaml, "```") - yaml), path, &e));
    assert_plans(e, e, "default");
    lf_experiment_free(e);
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_3secon),
        cmocka_unit_test(test_table2),
        cmocka_unit_test(test_documented_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
