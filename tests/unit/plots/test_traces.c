/**
 * @file test_traces.c
 * @brief What a page is given to draw from is what the runs have, and a figure says what it shows.
 */
#include "near.h"
#include "sample_each.h"

#include "harness/results/quantity.h"
#include "plots/figure_data.h"

static json_t *read_json(char *text) {
    assert_non_null(text);
    assert_null(strpbrk(text, "<>&"));
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(json);
    return json;
}

/* The i-th number of a column, as its format says. */
static double number(const char *column, size_t i) {
    const bool steps = *column == '+';
    double sum = 0;
    size_t at = 0;
    char *text = strdup(column + steps), *rest = NULL;
    for (char *token = strtok_r(text, " ", &rest); token; token = strtok_r(NULL, " ", &rest)) {
        const char *star = strchr(token, '*');
        const size_t times = star ? strtoul(star + 1, NULL, 10) : 1;
        const bool none = token[0] == '-' && (token[1] == '\0' || token[1] == '*');
        const double value = none ? NAN : atof(token);
        for (size_t k = 0; k < times; k++, at++) {
            sum = steps ? sum + value : value;
            if (at < i) continue;
            free(text);
            return sum;
        }
    }
    fail_msg("no number %zu in %s", i, column);
    return NAN;
}

/* Every number of a run: costs with seven digits, metrics with six, counts whole. */
static void check_run(const json_t *page, size_t at, size_t run) {
    const json_t *experiment = json_array_get(json_object_get(page, "experiments"), 0);
    const json_t *is = json_array_get(json_object_get(experiment, "runs"), at);
    const json_t *columns = json_array_get(is, 5);
    const json_t *shape = json_array_get(json_object_get(experiment, "shapes"),
                                         (size_t)json_integer_value(json_array_get(is, 4)));
    const json_t *x = json_object_get(shape, "x"), *y = json_object_get(shape, "y");
    const lf_record *record = &results.record[run];
    assert_int_equal(json_integer_value(json_array_get(is, 0)), results.plan[run].problem);
    assert_int_equal(json_integer_value(json_array_get(is, 1)), results.plan[run].method);
    assert_int_equal(json_integer_value(json_array_get(is, 3)), record->status);
    assert_int_equal(json_array_size(columns), json_array_size(x) + json_array_size(y));
    for (size_t c = 0; c < json_array_size(columns); c++) {
        const bool cost = c < json_array_size(x);
        const char *name = json_string_value(cost ? json_array_get(x, c)
                                                  : json_array_get(y, c - json_array_size(x)));
        const char *column = json_string_value(
            json_array_get(json_object_get(page, "columns"),
                           (size_t)json_integer_value(json_array_get(columns, c))));
        for (size_t i = 0; i < record->points; i++) {
            double want;
            if (cost)
                assert_ok(lf_quantity_x(&results, run, name, i, &want));
            else
                want = lf_record_value(record, i, name);
            if (isfinite(want))
                assert_near(number(column, i), want, fabs(want) * 5.1e-6);
            else
                assert_true(isnan(number(column, i)));
        }
    }
}

static void pages_have_the_numbers_of_all_runs(void **state) {
    (void)state;
    lf_traces traces = {0};
    assert_ok(lf_traces_add(&traces, &results));
    assert_int_equal(lf_traces_find(&traces, results.experiment), 0);
    json_t *page = read_json(lf_traces_text(&traces));
    size_t at = 0;
    for (size_t run = 0; run < results.runs; run++)
        if (results.record[run].key[0] != '\0' && results.record[run].points > 0)
            check_run(page, at++, run);
    assert_in_range(at, SAMPLE_RUNS - 3, SAMPLE_RUNS);
    const json_t *costs =
        json_object_get(json_array_get(json_object_get(page, "experiments"), 0), "costs");
    assert_string_equal(json_string_value(json_object_get(costs, "seconds")),
                        "CPU time of oracle and method [s]");
    json_decref(page);
    lf_traces_free(&traces);
}

/* The same runs in a second experiment of a page cost next to nothing. */
static void equal_columns_are_there_once(void **state) {
    (void)state;
    lf_traces traces = {0};
    assert_ok(lf_traces_add(&traces, &results));
    const size_t bytes = traces.bytes, columns = json_array_size(traces.columns);
    assert_ok(lf_traces_add(&traces, &results));
    assert_int_equal(traces.n, 2);
    assert_int_equal(traces.bytes, bytes);
    for (size_t i = 0; i < columns; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(json_string_value(json_array_get(traces.columns, i)),
                                    json_string_value(json_array_get(traces.columns, k)));
    lf_traces_free(&traces);
}

/* Too many numbers for a page that opens at once: it has none of them, and its figures no data. */
static void large_experiments_stay_outside(void **state) {
    (void)state;
    enum { MANY = 400000 };
    lf_traces traces = {0};
    lf_figure figure;
    char *text;
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    lf_record *record = &results.record[0];
    free(record->point);
    free(record->value);
    record->points = MANY;
    record->point = calloc(MANY, sizeof *record->point);
    record->value = calloc((size_t)MANY * SAMPLE_METRICS, sizeof *record->value);
    for (size_t i = 0; i < (size_t)MANY * SAMPLE_METRICS; i++)
        record->value[i] = sqrt((double)i);
    assert_ok(lf_traces_add(&traces, &results));
    assert_int_equal(traces.n, 0);
    assert_int_equal(traces.bytes, 0);
    assert_int_equal(json_array_size(traces.columns), 0);
    assert_ok(lf_figure_data(&figure, "f", "t", &traces, &text));
    assert_null(text);
    lf_figure_free(&figure);
    lf_traces_free(&traces);
}

/* Convergence says where its curves come from, other forms bring theirs; texts are as they were. */
static void figures_say_where_their_curves_are(void **state) {
    (void)state;
    const lf_experiment_figure targets = {.id = "t", .form = "targets"};
    const lf_experiment_figure ranks = {.id = "r", .form = "critical_difference"};
    lf_traces traces = {0};
    lf_figure figure;
    char *text;
    assert_ok(lf_traces_add(&traces, &results));
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    assert_ok(lf_figure_data(&figure, "name", "A \xff title & <b>", &traces, &text));
    json_t *is = read_json(text), *panel = json_array_get(json_object_get(is, "panels"), 0);
    assert_string_equal(json_string_value(json_object_get(is, "title")),
                        "A \xEF\xBF\xBD title & <b>");
    assert_int_equal(json_array_size(json_object_get(is, "methods")), SAMPLE_METHODS);
    assert_string_equal(json_string_value(json_object_get(panel, "metric")),
                        figure.panel[0].metric);
    assert_null(json_object_get(panel, "curves"));
    json_decref(is);
    lf_figure_free(&figure);
    assert_ok(lf_figure_make(&results, &targets, &figure));
    assert_ok(lf_figure_data(&figure, "name", "title", &traces, &text));
    is = read_json(text);
    panel = json_array_get(json_object_get(is, "panels"), 0);
    const json_t *curve = json_array_get(json_object_get(panel, "curves"), 0);
    assert_int_equal(json_array_size(json_object_get(curve, "y")), figure.panel[0].curve[0].points);
    assert_null(json_object_get(panel, "metric"));
    assert_null(json_object_get(panel, "ends"));
    json_decref(is);
    lf_figure_free(&figure);
    assert_ok(lf_figure_make(&results, &ranks, &figure));
    assert_ok(lf_figure_data(&figure, "name", "title", &traces, &text));
    is = read_json(text);
    const json_t *ends = /* no rank is below 1, and the best stands clear of the frame */
        json_object_get(json_array_get(json_object_get(is, "panels"), 0), "ends");
    assert_near(json_number_value(json_array_get(ends, 0)), figure.panel[0].x.low, 0);
    assert_near(json_number_value(json_array_get(ends, 1)), figure.panel[0].x.high, 0);
    json_decref(is);
    lf_figure_free(&figure);
    lf_traces_free(&traces);
}

/* What a figure says to those who do not see it is what its curves end with. */
static void figures_say_what_they_show(void **state) {
    (void)state;
    lf_figure figure;
    char *says, mark[200];
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    size_t low = 0;
    double least = INFINITY;
    for (size_t c = 0; c < figure.methods; c++) {
        const lf_curve *curve = &figure.panel[0].curve[c];
        if (curve->points > 0 && curve->median[curve->points - 1] < least) {
            low = c;
            least = curve->median[curve->points - 1];
        }
    }
    says = lf_figure_says(&figure, "Title");
    assert_non_null(strstr(says, "Title, 4 methods. "));
    snprintf(mark, sizeof mark, "%s: %s ends lowest, at %.3g; ", figure.panel[0].title,
             lf_figure_label(&figure, figure.method[low]), least);
    assert_non_null(strstr(says, mark));
    assert_null(strstr(says, "No value"));
    free(says);
    for (size_t c = 0; c < figure.methods; c++)
        if (c != low) figure.panel[0].curve[c].points = 0;
    lf_curve *curve = &figure.panel[0].curve[low]; /* a median that stops half way is no end */
    for (size_t r = 0; 2 * r < curve->runs; r++)
        curve->run[r].cut = true;
    says = lf_figure_says(&figure, "Title");
    snprintf(mark, sizeof mark, "%s: none ends. Most runs did not finish: %s. No value: 3 of 4",
             figure.panel[0].title, lf_figure_label(&figure, figure.method[low]));
    assert_non_null(strstr(says, mark));
    free(says);
    for (size_t r = 0; r < curve->runs; r++)
        curve->run[r].cut = false;
    says = lf_figure_says(&figure, "Title");
    snprintf(mark, sizeof mark, "%s: %s ends at %.3g. No value: 3 of 4 methods.",
             figure.panel[0].title, lf_figure_label(&figure, figure.method[low]), least);
    assert_non_null(strstr(says, mark));
    free(says);
    figure.panel[0].curve[low].points = 0;
    says = lf_figure_says(&figure, "Title");
    assert_non_null(strstr(says, ": no data."));
    free(says);
    lf_figure_free(&figure);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pages_have_the_numbers_of_all_runs, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(equal_columns_are_there_once, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(large_experiments_stay_outside, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(figures_say_where_their_curves_are, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(figures_say_what_they_show, sample_setup, sample_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
