/* Numbers read off runs, against values counted by hand. */
#include "harness/results/quantity.h"
#include "near.h"
#include "reports/kinds/parts/cells.h"
#include "sample_record.h"

/* One problem with a constant, one method with two measures, one sample run. */
typedef struct {
    lf_constant constant;
    lf_named_cost measure[2];
    lf_experiment_problem problem;
    lf_experiment_method method;
    lf_experiment experiment;
    lf_planned_run plan;
    lf_record record;
    lf_results results;
} fixture;

static int setup(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->constant = (lf_constant){"q", 4};
    f->measure[0] = (lf_named_cost){"paper.dp.g", "2*steps/q"};
    f->measure[1] = (lf_named_cost){"twice", "2*paper.dp.g + dp.g"};
    f->problem =
        (lf_experiment_problem){.id = "p", .constants_count = 1, .constants = &f->constant};
    f->method = (lf_experiment_method){.id = "m", .measures_count = 2, .measures = f->measure};
    f->experiment = (lf_experiment){
        .problems_count = 1, .problems = &f->problem, .methods_count = 1, .methods = &f->method};
    sample_record(0, &f->record);
    f->results = (lf_results){
        .experiment = &f->experiment, .runs = 1, .plan = &f->plan, .record = &f->record};
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    lf_record_clear(&f->record);
    free(f);
    return 0;
}

static double x_at(const fixture *f, const char *text, size_t point) {
    double x;
    assert_ok(lf_quantity_x(&f->results, 0, text, point, &x));
    return x;
}

/* At point 2 every counter c is 200 + c, but steps are 20; 50 samples lie behind the constraints,
 * and evaluations of constraints are counters 2, 7, 12 and 17. */
static void test_costs(void **state) {
    const fixture *f = *state;
    const double passes = (4 * 200 + 2 + 7 + 12 + 17) / 50.0;
    assert_near(x_at(f, "steps", 2), 20, 0);
    assert_near(x_at(f, "dp.g", 2), passes, 1e-12);
    assert_near(x_at(f, "paper.dp.g", 2), 10, 1e-12);
    assert_near(x_at(f, "twice", 2), 20 + passes, 1e-12);
    assert_near(x_at(f, "steps + steps/q", 2), 25, 1e-12);
    assert_near(x_at(f, "seconds", 2), 0.2 + 2.0 / 3, 1e-12);
    assert_near(x_at(f, NULL, 2), passes, 1e-12); /* the budget's first unit */
    assert_near(x_at(f, "steps", 0), 0, 0);
}

static void test_bad_costs(void **state) {
    const fixture *f = *state;
    double x;
    lf_cost cost;
    assert_true(lf_quantity_cost(&f->results, 0, "paper.dp.h", &cost) < 0);
    assert_true(lf_quantity_x(&f->results, 0, "steps", 3, &x) < 0);
    assert_true(isnan(x));
}

static double column(const fixture *f, lf_experiment_column column) {
    double value;
    assert_ok(lf_cell_value(&f->results, 0, &column, &value));
    return value;
}

/* FV: 1/3, 1/4, 1/5. CVio (higher is better in the sample): 0, 0.25, 0. SVio: only 0.0009 at the
 * end. */
static void test_columns(void **state) {
    const fixture *f = *state;
    double zero = 0, much = 1, tiny = 1e-3, less = 1e-4, quarter = 0.3;
    assert_near(column(f, (lf_experiment_column){.metric = "FV"}), 0.2, 0);
    assert_near(column(f, (lf_experiment_column){.cost = "steps"}), 20, 0);
    assert_near(
        column(f, (lf_experiment_column){.metric = "FV", .where = "CVio", .at_most = &zero}), 0.2,
        0);
    assert_near(
        column(f, (lf_experiment_column){.metric = "CVio", .where = "FV", .at_most = &much}), 0.25,
        0);
    assert_near(column(f, (lf_experiment_column){.share = "CVio", .at_most = &zero}), 2.0 / 3, 0);
    assert_near(column(f, (lf_experiment_column){.share = "SVio", .at_most = &tiny}), 1, 0);
    assert_near(
        column(f, (lf_experiment_column){.metric = "SVio", .below = &tiny, .cost = "steps"}), 20,
        0);
    assert_near(
        column(f, (lf_experiment_column){.metric = "FV", .below = &quarter, .cost = "steps"}), 10,
        0);
    assert_true(isnan(
        column(f, (lf_experiment_column){.metric = "SVio", .below = &less, .cost = "steps"})));
    assert_near(
        column(f, (lf_experiment_column){.metric = "CVio", .above = &zero, .cost = "steps"}), 10,
        0);
    assert_true(
        isnan(column(f, (lf_experiment_column){.metric = "FV", .above = &much, .cost = "steps"})));
    assert_true(isnan(
        column(f, (lf_experiment_column){.metric = "FV", .where = "SVio", .at_most = &less})));
    assert_true(isnan(column(f, (lf_experiment_column){.metric = "none"})));
}

/* FV: 1/3, 1/4, 1/5 at 0, 10, 20 steps; the second one then at 15, then unknown. */
static void test_mean(void **state) {
    fixture *f = *state;
    const lf_experiment_column steps = {.mean = "FV", .cost = "steps"}, own = {.mean = "FV"};
    assert_near(column(f, steps), 31.0 / 120, 1e-15);
    assert_near(column(f, own), 31.0 / 120, 1e-15); /* passes grow evenly, too */
    f->record.point[1].count[LF_COUNTER_STEPS] = 15;
    assert_near(column(f, steps), 0.275, 1e-15);
    f->record.value[3] = NAN;
    assert_near(column(f, steps), 4.0 / 15, 1e-15);
    assert_true(isnan(column(f, (lf_experiment_column){.mean = "SVio", .cost = "steps"})));
    assert_true(isnan(column(f, (lf_experiment_column){.mean = "none", .cost = "steps"})));
    f->record.status = LF_RUN_DIVERGED;
    assert_true(isnan(column(f, steps)));
}

/* Of FV less is better, of CVio more; a cost is the better the less it is, whatever it buys. */
static void test_rises(void **state) {
    const fixture *f = *state;
    double one = 1;
    const lf_experiment_column final[] = {{.metric = "FV"}, {.metric = "CVio"}},
                               share = {.share = "FV", .at_most = &one},
                               below = {.metric = "CVio", .below = &one, .cost = "steps"},
                               above = {.metric = "CVio", .above = &one, .cost = "steps"};
    assert_false(lf_cell_rises(&f->record, &final[0]));
    assert_true(lf_cell_rises(&f->record, &final[1]));
    assert_true(lf_cell_rises(&f->record, &share));
    assert_false(lf_cell_rises(&f->record, &below));
    assert_false(lf_cell_rises(&f->record, &above));
}

/* A run that failed or diverged is no result, nor is what it spent or came to before. */
static void test_unfinished(void **state) {
    fixture *f = *state;
    double tiny = 1e-3;
    const lf_experiment_column value = {.metric = "FV"}, cost = {.cost = "steps"},
                               hit = {.metric = "SVio", .below = &tiny, .cost = "steps"};
    for (int k = 0; k < 2; k++) {
        f->record.status = k ? LF_RUN_TIMEOUT : LF_RUN_DIVERGED;
        assert_true(isnan(column(f, value)) && isnan(column(f, cost)) && isnan(column(f, hit)));
    }
    f->record.status = LF_RUN_DONE;
    f->record.key[0] = '\0'; /* not in the store */
    assert_true(isnan(column(f, value)));
}

static void test_quartiles(void **state) {
    (void)state;
    double five[] = {9, 1, 4, 16, 25}, four[] = {4, 3, 2, 1}, holes[] = {NAN, 2, NAN, 1};
    lf_quartiles q = lf_quantity_quartiles(five, 5, false);
    assert_near(q.lower, 4, 0);
    assert_near(q.median, 9, 0);
    assert_near(q.upper, 16, 0);
    q = lf_quantity_quartiles(four, 4, false);
    assert_near(q.lower, 1.75, 1e-15);
    assert_near(q.median, 2.5, 1e-15);
    assert_near(q.upper, 3.25, 1e-15);
    q = lf_quantity_quartiles(holes, 4, false);
    assert_near(q.lower, 1.75, 1e-15);
    assert_true(isnan(q.median) && isnan(q.upper));
    q = lf_quantity_quartiles(holes, 4, true);
    assert_true(isnan(q.lower) && isnan(q.median));
    assert_near(q.upper, 1.25, 1e-15);
    assert_true(isnan(lf_quantity_quartiles(five, 0, false).median));
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_costs),
        CASE(test_bad_costs),
        CASE(test_columns),
        CASE(test_mean),
        CASE(test_rises),
        CASE(test_unfinished),
        cmocka_unit_test(test_quartiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
