/* Performance and data profiles of four instances that can be counted by hand. */
#include "made_results.h"

#include "plots/figure.h"
#include "plots/plot.h"

enum { POINTS = 6 };

/* A run from FV 10 that comes to 1, a tenth of the way left to 0, after 10 at steps, which are
 * 2 at passes; at 0: never. */
static void run(made *m, size_t problem, size_t method, uint64_t seed, size_t at) {
    double fv[POINTS];
    for (size_t i = 0; i < POINTS; i++)
        fv[i] = at > 0 && i >= at ? 1 : 10;
    if (method == 0 && seed == 0) fv[POINTS - 1] = 0; /* the best of all */
    lf_record *record = made_run(m, problem, method, seed, LF_RUN_DONE, POINTS, fv, NULL);
    record->samples[LF_ROLE_OBJECTIVE] = 5;
    for (size_t i = 0; i < POINTS; i++) {
        memset(record->point[i].count, 0, sizeof record->point[i].count);
        record->point[i].count[LF_COUNTER_STEPS] = 10 * i;
        record->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)] =
            10 * i;
    }
}

/* Steps until the target, and what Dolan and More's ratios are:
 *
 *               a   b    c         a  b  c
 *   p, seed 0  20  40   20         1  2  1
 *      seed 1  10   -   20         1  -  2     c is deterministic: one run for both seeds
 *   q, seed 0  30  10    -         3  1  -
 *      seed 1  30   -    -         1  -  -
 */
static made *counted(void **state) {
    made *m = *state;
    run(m, 0, 0, 0, 2), run(m, 0, 0, 1, 1);
    run(m, 0, 1, 0, 4), run(m, 0, 1, 1, 0);
    run(m, 1, 0, 0, 3), run(m, 1, 0, 1, 3);
    run(m, 1, 1, 0, 1), run(m, 1, 1, 1, 0);
    m->method[2].deterministic = true;
    run(m, 0, 2, 0, 2);
    run(m, 1, 2, 0, 0);
    m->experiment.methods_count = 3, m->experiment.claims_count = 0;
    return m;
}

static lf_experiment_figure over(const char *form) {
    return (lf_experiment_figure){.id = (char *)"f", .form = (char *)form, .metric = (char *)"FV"};
}

/* The corners of a curve, up to its end, which lies beyond the last step of any. */
static void assert_corners(const lf_curve *curve, size_t n, const double (*corner)[2]) {
    assert_int_equal(curve->points, n + 1);
    for (size_t i = 0; i < n; i++) {
        assert_near(curve->x[i], corner[i][0], 1e-14);
        assert_near(curve->median[i], corner[i][1], 1e-15);
    }
    assert_true(curve->x[n] > corner[n - 1][0]);
    assert_near(curve->median[n], corner[n - 1][1], 1e-15);
}

static void performance_profiles_count_ratios(void **state) {
    made *m = counted(state);
    const lf_experiment_figure is = over("profile");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_int_equal(figure.panels, 1);
    const lf_panel *panel = &figure.panel[0];
    assert_string_equal(panel->title, "accuracy 0.1: 2 problems, 4 runs each");
    assert_string_equal(panel->x_label, "times the least cost, steps");
    assert_string_equal(panel->y_label, "share of problems solved");
    assert_corners(&panel->curve[0], 3, (const double[][2]){{1, 0.75}, {3, 0.75}, {3, 1}});
    assert_corners(&panel->curve[1], 3, (const double[][2]){{1, 0.25}, {2, 0.25}, {2, 0.5}});
    assert_corners(&panel->curve[2], 3, (const double[][2]){{1, 0.25}, {2, 0.25}, {2, 0.5}});
    assert_near(panel->curve[0].x[3], 3 * pow(3, 0.05), 1e-14);
    assert_near(panel->y.high, 1, 0.05);
    lf_figure_free(&figure);
}

/* Steps 10, 20, 30, 40 are 2, 4, 6, 8 passes over five samples. All curves begin at the least. */
static void data_profiles_count_passes(void **state) {
    made *m = counted(state);
    const lf_experiment_figure is = over("data_profile");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    const lf_panel *panel = &figure.panel[0];
    assert_string_equal(panel->x_label, "passes over the data, passes.objective");
    assert_corners(&panel->curve[0], 5,
                   (const double[][2]){{2, 0.25}, {4, 0.25}, {4, 0.5}, {6, 0.5}, {6, 1}});
    assert_corners(&panel->curve[1], 3, (const double[][2]){{2, 0.25}, {8, 0.25}, {8, 0.5}});
    assert_corners(&panel->curve[2], 3, (const double[][2]){{2, 0}, {4, 0}, {4, 0.5}});
    lf_figure_free(&figure);
}

/* A panel for each accuracy. */
static void accuracies_are_panels(void **state) {
    made *m = counted(state);
    double accuracies[] = {0.1, 0.001};
    lf_experiment_figure is = over("profile");
    is.accuracies = accuracies, is.accuracies_count = 2;
    is.cost = (char *)"seconds";
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_int_equal(figure.panels, 2);
    assert_string_equal(figure.panel[1].title, "accuracy 0.001: 2 problems, 4 runs each");
    assert_string_equal(figure.panel[1].x_label, "times the least cost, seconds");
    /* Only a came to 0, at the end of its runs with seed 0. */
    assert_corners(&figure.panel[1].curve[0], 1, (const double[][2]){{1, 0.5}});
    assert_corners(&figure.panel[1].curve[1], 1, (const double[][2]){{1, 0}});
    lf_figure_free(&figure);
}

/* A run that is not there yet takes its instance away from all, a method that is not run on a
 * problem the problem. Where more is better the way is the same. */
static void all_methods_have_the_same_instances(void **state) {
    made *m = counted(state);
    lf_figure figure;
    lf_experiment_figure is = over("profile");
    is.metric = (char *)"gain";
    m->record[3].key[0] = '\0'; /* b on p with seed 1 */
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].title,
                        "accuracy 0.1: 2 problems, 3 runs each, 1 not there yet");
    assert_corners(&figure.panel[0].curve[0], 3,
                   (const double[][2]){{1, 2.0 / 3}, {3, 2.0 / 3}, {3, 1}});
    lf_figure_free(&figure);
    m->results.runs--; /* c is not run on q */
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].title,
                        "accuracy 0.1: 1 problem, 1 run each, 1 not there yet");
    lf_figure_free(&figure);
}

/* All points of a figure, with its title in front. */
static char *drawn(const made *m, const char *form) {
    const lf_experiment_figure is = over(form);
    lf_figure figure;
    char *points, *text;
    size_t size;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_ok(lf_pgf_data(&figure, &points, &size));
    assert_true(asprintf(&text, "%s\n%s", figure.panel[0].title, points) > 0);
    free(points);
    lf_figure_free(&figure);
    return text;
}

/* r is q, and d is a, under another name: there are two problems and three methods. */
static void two_names_count_once(void **state) {
    static const char *const forms[] = {"profile", "data_profile", "critical_difference"};
    made *m = counted(state);
    char *before[3], *after;
    for (size_t i = 0; i < 3; i++)
        before[i] = drawn(m, forms[i]);
    run(m, 2, 0, 0, 3), run(m, 2, 0, 1, 3);
    run(m, 2, 1, 0, 1), run(m, 2, 1, 1, 0);
    run(m, 2, 2, 0, 0);
    for (size_t problem = 0; problem < 3; problem++)
        run(m, problem, 3, 0, problem ? 3 : 2), run(m, problem, 3, 1, problem ? 3 : 1);
    for (size_t problem = 0; problem < 3; problem++)
        for (size_t method = 0; method < 4; method++)
            made_key(m, problem, method, (char[]){problem ? 'q' : 'p', "abca"[method], '\0'});
    m->experiment.methods_count = 4, m->experiment.problems_count = 3;
    for (size_t i = 0; i < 3; i++) {
        after = drawn(m, forms[i]);
        assert_string_equal(after, before[i]);
        free(after);
        free(before[i]);
    }
}

static void data_without_samples_has_no_passes(void **state) {
    made *m = counted(state);
    const lf_experiment_figure is = over("data_profile");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].x_label, "passes over the data, passes.objective");
    lf_figure_free(&figure);
    for (size_t i = 0; i < m->results.runs; i++)
        m->record[i].samples[LF_ROLE_OBJECTIVE] = 0;
    assert_int_equal(lf_figure_make(&m->results, &is, &figure), LF_BAD_INPUT);
    assert_string_equal(lf_message(), "figure f: problem 'p' has no samples to pass over: give the "
                                      "figure a cost");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(performance_profiles_count_ratios, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(data_profiles_count_passes, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(accuracies_are_panels, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(all_methods_have_the_same_instances, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(two_names_count_once, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(data_without_samples_has_no_passes, made_setup,
                                        made_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
