/**
 * @file test_plot.c
 * @brief Figures that repeat byte by byte, whose curves can be told apart, and say what is missing.
 */
#include "near.h"
#include "sample.h"
#include "scratch.h"

#include "base/file.h"
#include "plots/figure.h"
#include "plots/plot.h"

static lf_results results;

static int setup(void **state) {
    sample_make(&results, true);
    return scratch_setup(state);
}

static int teardown(void **state) {
    sample_free(&results);
    return scratch_teardown(state);
}

/* Without gnuplot there is nothing to draw with: say so and skip. */
static void need_gnuplot(void) {
    char *output;
    size_t n;
    lf_status status = lf_gnuplot_run("set terminal svg\nplot 1\n", 24, &output, &n);
    if (status == LF_OK) {
        free(output);
        return;
    }
    print_message("skipped: %s\n", lf_message());
    skip();
}

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    while ((text = strstr(text, what))) {
        n++;
        text += strlen(what);
    }
    return n;
}

static char *read_all(const char *path, size_t *n) {
    char *bytes;
    assert_ok(lf_file_read(path, 1 << 24, &bytes, n));
    return bytes;
}

static void figures_repeat_byte_by_byte(void **state) {
    need_gnuplot();
    static const char *const files[] = {
        "plots/table2-fig1-smoke.svg", "plots/table2-fig1-smoke.pdf", "plots/table2-fig1-smoke.png",
        "plots/table2-time-smoke.svg", "plots/table2-time-smoke.pdf", "plots/table2-time-smoke.png",
        "plots/table2-time-smoke.tex", "plots/table2-time-smoke.csv"};
    const char *dir = *state;
    char *first[8];
    size_t size[8];
    assert_ok(lf_plot_write(&results, dir));
    assert_int_equal(scratch_count(scratch_path(state, "plots")), 15); /* and targets */
    for (size_t i = 0; i < 8; i++)
        first[i] = read_all(scratch_path(state, files[i]), &size[i]);
    usleep(1100000); /* a time stamp would change */
    assert_ok(lf_plot_write(&results, dir));
    for (size_t i = 0; i < 8; i++) {
        size_t n;
        char *again = read_all(scratch_path(state, files[i]), &n);
        assert_int_equal(n, size[i]);
        assert_memory_equal(again, first[i], n);
        free(again);
        free(first[i]);
    }
}

/* The first figure, as a page has it. */
static lf_status embed(char **svg) {
    lf_figure figure;
    LF_TRY(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    const lf_status status = lf_plot_svg("title", &figure, "f1-", svg);
    lf_figure_free(&figure);
    return status;
}

static void curves_are_grouped_by_method(void **state) {
    (void)state;
    need_gnuplot();
    char *svg, mark[64];
    assert_ok(embed(&svg));
    for (size_t m = 0; m < SAMPLE_METHODS; m++) {
        snprintf(mark, sizeof mark, "<g class=\"lf-key lf-m%zu\"", m);
        assert_int_equal(count(svg, mark), 1);
        snprintf(mark, sizeof mark, "<g class=\"lf-curve lf-m%zu\"", m);
        assert_true(count(svg, mark) >= 3 * 6 - 1); /* band, median, markers in six panels */
    }
    /* Names are text, not markup nor commands. */
    assert_non_null(strstr(svg, "SSG &amp; &lt;b&gt;'co'&lt;/b&gt;"));
    assert_non_null(strstr(svg, "IPP-SSG `date` \"x\""));
    assert_non_null(strstr(svg, "IPP_{ConEx}^2"));
    assert_null(strstr(svg, "http"));
    assert_null(strstr(svg, " id='gp"));
    assert_null(strstr(svg, "nan"));
    /* Every colour is one that the page's theme sets. */
    assert_null(strstr(svg, "rgb("));
    assert_non_null(strstr(svg, "var(--lf-0)"));
    assert_non_null(strstr(svg, "var(--paper)"));
    free(svg);
}

/* A title that is too long for its panel has a second line, and the figure room for it. */
static void long_titles_are_broken(void **state) {
    (void)state;
    static char title[] = "It's a title of many words: objective of the second kind";
    lf_figure figure;
    char *script;
    size_t n;
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    for (size_t p = 0; p < figure.panels; p++)
        figure.panel[p].title[0] = figure.panel[p].x_label[0] = '\0';
    lf_figure_layout(&figure, 3);
    const double height = figure.height;
    assert_int_equal(figure.columns, 3); /* of 370 pixels, 42 characters beside the frame's place */
    const double room = lf_figure_title_room(&figure);
    assert_null(lf_figure_second_line("Objective of a kind, 42 characters, fit it", room));
    assert_non_null(
        lf_figure_second_line("Objective of a kind, 48 characters, fit it badly", room));
    assert_null(
        lf_figure_second_line("one_word_that_is_too_long_for_a_panel_and_cannot_be_broken", room));
    assert_string_equal(lf_figure_second_line(title, room), "objective of the second kind");
    free(figure.panel[1].title);
    figure.panel[1].title = strdup(title);
    lf_figure_layout(&figure, 3);
    assert_near(figure.height - height, 16.0 * (double)figure.rows, 1e-9);
    free(figure.panel[0].x_label);
    figure.panel[0].x_label = strdup(title);
    lf_figure_layout(&figure, 3);
    assert_near(figure.height - height, 36.0 * (double)figure.rows, 1e-9);
    assert_ok(lf_figure_script(&figure, LF_FIGURE_SVG, &script, &n));
    assert_int_equal(
        count(script, "set title \"It\\0047s a title of many words\\0072\".\"\\n\".\"objective of"),
        1);
    free(script);
    lf_figure_free(&figure);
}

static void targets_are_shared_steps(void **state) {
    (void)state;
    const lf_experiment_figure *figures;
    assert_int_equal(lf_plot_figures(&results, &figures), 3);
    assert_string_equal(lf_plot_judged(&results, 0).metric, "FV");
    lf_experiment_figure over_steps = figures[2];
    over_steps.cost = "steps";
    lf_figure figure;
    assert_ok(lf_figure_make(&results, &over_steps, &figure));
    assert_int_equal(figure.panels, SAMPLE_PROBLEMS);
    assert_string_equal(figure.panel[0].title, "P1, a9a: targets of objective");
    const lf_curve *curve = &figure.panel[0].curve[3];
    for (size_t i = 1; i < curve->points; i++) {
        assert_true(curve->x[i] >= curve->x[i - 1] && curve->median[i] >= curve->median[i - 1]);
        assert_in_range(curve->median[i] * 1e6, 0, 1000000);
    }
    assert_near(curve->x[curve->points - 1], 10002, 0); /* the end of the longest run */
    lf_figure_free(&figure);
}

static void metrics_get_figures_of_their_own(void **state) {
    (void)state;
    sample_free(&results);
    sample_make(&results, false);
    const lf_experiment_figure *figures;
    assert_int_equal(lf_plot_figures(&results, &figures), SAMPLE_METRICS + 1);
    assert_int_equal(lf_plot_figures(&results, &figures), SAMPLE_METRICS + 1);
    assert_string_equal(figures[1].id, "CVio");
    assert_string_equal(figures[SAMPLE_METRICS].id, "targets");
    figures[SAMPLE_METRICS].id[0] = 'b'; /* of that form, under a name of the file's own */
    assert_int_equal(lf_plot_figures(&results, &figures), SAMPLE_METRICS + 1);
    assert_int_equal(figures[1].panels_count, SAMPLE_PROBLEMS);
    assert_true(figures[1].panels[0].log_y);
    char *name = lf_plot_name(&results, "", figures[1].id);
    assert_string_equal(name, "table2-CVio-smoke");
    free(name);
    results.name = "some where/mine.yaml", results.scale = "default";
    name = lf_plot_name(&results, "", figures[1].id);
    assert_string_equal(name, "mine-CVio");
    free(name);
    lf_figure figure;
    assert_ok(lf_figure_make(&results, &figures[0], &figure));
    assert_string_equal(figure.panel[0].x_label, "data passes, passes.constraint");
    lf_figure_free(&figure);
}

/* What is known at the end alone is in the tables. */
static void a_single_point_is_no_figure(void **state) {
    (void)state;
    sample_free(&results);
    sample_make(&results, false);
    for (size_t run = 0; run < results.runs; run++)
        for (size_t i = 0; i + 1 < results.record[run].points; i++)
            results.record[run].value[i * SAMPLE_METRICS + 1] = NAN;
    const lf_experiment_figure *figures;
    assert_int_equal(lf_plot_figures(&results, &figures), SAMPLE_METRICS);
    for (size_t i = 0; i < SAMPLE_METRICS; i++)
        assert_string_not_equal(figures[i].id, "CVio");
}

/* The ends that are given, with what lies beyond at the frame; an end that would leave nothing is
 * as if it were not there. */
static void panels_show_the_range_they_are_given(void **state) {
    (void)state;
    double from = 0.02, to = 0.3, beyond = 1e9;
    lf_figure figure;
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    const lf_axis fits = figure.panel[0].y;
    lf_figure_free(&figure);
    lf_experiment_panel *is = &results.experiment->figures[0].panels[0];
    is->y_from = &from, is->y_to = &to;
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    assert_near(figure.panel[0].y.low, 0.02, 0);
    assert_near(figure.panel[0].y.high, 0.3, 0);
    assert_near(lf_axis_place(&figure.panel[0].y, 0), 0.02, 0);
    assert_near(lf_axis_place(&figure.panel[0].y, 7), 0.3, 0);
    lf_figure_free(&figure);
    is->y_from = &beyond, is->y_to = NULL;
    assert_ok(lf_figure_make(&results, &results.experiment->figures[0], &figure));
    assert_near(figure.panel[0].y.low, fits.low, 0);
    assert_near(figure.panel[0].y.high, fits.high, 0);
    lf_figure_free(&figure);
    is->y_from = NULL;
}

static void panels_without_runs_say_so(void **state) {
    (void)state;
    need_gnuplot();
    for (size_t run = 0; run < results.runs; run++)
        results.record[run].points = 0;
    char *svg;
    assert_ok(embed(&svg));
    assert_int_equal(count(svg, ">no data<"), 6);
    const lf_experiment_figure *is = &results.experiment->figures[0];
    for (size_t p = 0; p < is->panels_count; p++) { /* beside the labels of y */
        char label[64];
        snprintf(label, sizeof label, ">%s<", is->panels[p].y);
        assert_true(count(svg, label) > 0);
    }
    free(svg);
}

static void gnuplot_faults_are_one_line(void **state) {
    (void)state;
    char *output;
    size_t n;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    lf_status status = lf_plot_write(&results, *state);
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "gnuplot is not installed"));
    assert_null(strchr(lf_message(), '\n'));

    need_gnuplot();
    static const char wrong[] = "set terminal svg\nplot nonsense(\n";
    assert_int_equal(lf_gnuplot_run(wrong, sizeof wrong - 1, &output, &n), LF_IO);
    assert_non_null(strstr(lf_message(), "gnuplot could not draw the figure: line"));
    assert_null(strchr(lf_message(), '\n'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(figures_repeat_byte_by_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(curves_are_grouped_by_method, setup, teardown),
        cmocka_unit_test_setup_teardown(long_titles_are_broken, setup, teardown),
        cmocka_unit_test_setup_teardown(targets_are_shared_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(metrics_get_figures_of_their_own, setup, teardown),
        cmocka_unit_test_setup_teardown(a_single_point_is_no_figure, setup, teardown),
        cmocka_unit_test_setup_teardown(panels_show_the_range_they_are_given, setup, teardown),
        cmocka_unit_test_setup_teardown(panels_without_runs_say_so, setup, teardown),
        cmocka_unit_test_setup_teardown(gnuplot_faults_are_one_line, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
