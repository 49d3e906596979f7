/* Shares of targets with who is ahead, expected running times and mean ranks, counted by hand. */
#include "made_results.h"

#include "plots/figure.h"

enum { POINTS = 4, TARGETS = 51 };

static lf_experiment_figure over(const char *form) {
    return (lf_experiment_figure){.id = (char *)"f", .form = (char *)form, .metric = (char *)"FV"};
}

/* Two seeds from FV 10: a is at 6 after 10 steps with both, b at 2.5 after 20 with one of them. The
 * targets are 10 * 4^(-i / 50), i = 0 to 50, and 6 has reached those up to i = 18. */
static made *raced(void **state) {
    made *m = *state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        made_run(m, 0, 0, seed, LF_RUN_DONE, POINTS, (const double[]){10, 6, 6, 6}, NULL);
        made_run(m, 0, 1, seed, LF_RUN_DONE, POINTS,
                 (const double[]){10, 10, seed ? 10 : 2.5, seed ? 10 : 2.5}, NULL);
    }
    m->experiment.methods_count = 2, m->experiment.claims_count = 0;
    return m;
}

static void the_best_at_each_cost_is_marked(void **state) {
    made *m = raced(state);
    const lf_experiment_figure is = over("targets");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    const lf_panel *panel = &figure.panel[0];
    assert_string_equal(panel->title, "p: targets of FV");
    assert_string_equal(panel->says, "most targets: a from 10, b from 20");
    assert_int_equal(panel->marks, 2);
    assert_string_equal(panel->mark[0].text, "a");
    assert_string_equal(panel->mark[1].text, "b");
    /* All meet the first target at once; b leads with all targets of one run and the first of the
     * other. */
    static const double x[] = {0, 10, 20, 30};
    static const double share[] = {1.0 / TARGETS, 19.0 / TARGETS, 26.0 / TARGETS, 26.0 / TARGETS};
    assert_int_equal(panel->strokes, 1);
    assert_int_equal(panel->stroke[0].points, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_near(panel->stroke[0].x[i], x[i / 2], 0);
        assert_near(panel->stroke[0].median[i], share[i > 0 ? (i - 1 + i % 2) / 2 : 0], 1e-15);
    }
    lf_figure_free(&figure);
}

/* The problem is judged by CVio, which is 0 throughout: of FV there is as much to see as ever. */
static void a_figure_looks_at_its_own_metric(void **state) {
    made *m = raced(state);
    const lf_experiment_figure is = over("targets");
    char *than[] = {(char *)"b"};
    lf_figure figure;
    m->experiment.claims_count = 1;
    m->claim = (lf_experiment_claim){.id = (char *)"c",
                                     .kind = (char *)"lower",
                                     .method = (char *)"a",
                                     .metric = (char *)"CVio",
                                     .than_count = 1,
                                     .than = than};
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_int_equal(figure.panels, 1);
    assert_string_equal(figure.panel[0].title, "p: targets of FV");
    lf_figure_free(&figure);
}

/* a: 10 steps with each seed, up to its 18 targets below the start. b: 20 steps with one seed and
 * 30 in vain with the other, 50 for each success. */
static void running_times_add_what_was_spent_in_vain(void **state) {
    made *m = raced(state);
    const lf_experiment_figure is = over("running_time");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    const lf_panel *panel = &figure.panel[0];
    assert_string_equal(panel->title, "p: expected cost until a target of FV");
    assert_string_equal(panel->x_label, "target of FV");
    assert_string_equal(panel->y_label, "steps");
    assert_string_equal(panel->says, "at the hardest target, 2.5, b is cheapest, at 50");
    assert_true(panel->y.log);
    const lf_curve *a = &panel->curve[0], *b = &panel->curve[1];
    assert_int_equal(a->points, 18);
    assert_int_equal(b->points, 50);
    assert_near(a->x[0], 10 * pow(4, -18.0 / 50), 1e-14);
    assert_near(b->x[0], 2.5, 0);
    for (size_t i = 0; i < b->points; i++) {
        assert_near(b->median[i], 50, 0);
        if (i < a->points) assert_near(a->median[i], 10, 0);
        if (i > 0) assert_true(b->x[i] > b->x[i - 1]);
    }
    lf_figure_free(&figure);
}

/* Of a metric of which more is better the hardest target is the largest. */
static void hard_targets_may_be_large(void **state) {
    made *m = raced(state);
    lf_experiment_figure is = over("running_time");
    is.metric = (char *)"gain";
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].says, "at the hardest target, -2.5, b is cheapest, at 50");
    assert_false(figure.panel[0].x.log);
    lf_figure_free(&figure);
}

/* The last target is the best value to the bit, where 1 + (-0.1 - 1) is another number, too. */
static void who_sets_the_hardest_target_reaches_it(void **state) {
    made *m = *state;
    made_run(m, 0, 0, 0, LF_RUN_DONE, 2, (const double[]){1, -0.1}, NULL);
    made_run(m, 0, 1, 0, LF_RUN_DONE, 2, (const double[]){1, 0.5}, NULL);
    m->experiment.methods_count = 2, m->experiment.claims_count = 0;
    lf_experiment_figure is = over("running_time");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].says, "at the hardest target, -0.1, a is cheapest, at 10");
    lf_figure_free(&figure);
    is = over("targets");
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    const lf_curve *best = &figure.panel[0].stroke[0];
    assert_near(best->median[best->points - 1], 1, 0);
    lf_figure_free(&figure);
}

/* Nothing got better: no targets, no curves, and the figure says so. */
static void without_targets_there_is_no_data(void **state) {
    made *m = *state;
    static const char *const forms[] = {"targets", "running_time", "critical_difference"};
    for (size_t method = 0; method < 2; method++)
        made_finals(m, 0, method, 1, (const double[]){100});
    m->experiment.methods_count = 2, m->experiment.problems_count = 1;
    m->experiment.claims_count = 0;
    char *problems[] = {(char *)"p"};
    for (size_t i = 0; i < 3; i++) {
        lf_experiment_figure is = over(forms[i]);
        is.problems = problems, is.problems_count = 1;
        lf_figure figure;
        assert_ok(lf_figure_make(&m->results, &is, &figure));
        char *says = lf_figure_says(&figure, "f");
        assert_non_null(strstr(says, ": no data."));
        assert_true(figure.panel[0].x.low < figure.panel[0].x.high);
        assert_true(figure.panel[0].y.low < figure.panel[0].y.high);
        free(says);
        lf_figure_free(&figure);
    }
}

/* Eight seeds on which a and b change places and c is last, once because it failed: pairs of c have
 * 3 * 2^-7 = .023, so the bar of a and b ends before it. Ranks do not ask which way is better. */
static void bars_end_before_what_is_told_apart(void **state) {
    made *m = *state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        made_run(m, 0, 0, seed, LF_RUN_DONE, 2, (double[]){99, seed % 2 ? 1 : 2}, NULL);
        made_run(m, 0, 1, seed, LF_RUN_DONE, 2, (double[]){99, seed % 4 ? 2 : 1}, NULL);
        made_run(m, 0, 2, seed, seed ? LF_RUN_DONE : LF_RUN_DIVERGED, 2,
                 (double[]){99, 9 + (double)seed}, NULL);
    }
    m->experiment.methods_count = 3, m->experiment.claims_count = 0;
    static const char *const metrics[] = {"FV", "gain"};
    for (size_t i = 0; i < 2; i++) {
        lf_experiment_figure is = over("critical_difference");
        is.metric = (char *)metrics[i];
        lf_figure figure;
        assert_ok(lf_figure_make(&m->results, &is, &figure));
        const lf_panel *panel = &figure.panel[0];
        assert_memory_equal(panel->title, "1 problem, 8 runs each; Friedman's p = ", 39);
        assert_memory_equal(panel->x_label, "mean rank by ", 13);
        /* a has 1 or 2 in turn; b 1 with seeds 0 and 4, where a has 2, 1.5 with 2 and 6, else 2. */
        assert_near(panel->curve[0].x[0], (2 * 2 + 2 * 1.5 + 4 * 1) / 8.0, 1e-15);
        assert_near(panel->curve[1].x[0], (2 * 1 + 2 * 1.5 + 4 * 2) / 8.0, 1e-15);
        assert_near(panel->curve[2].x[0], 3, 1e-15);
        assert_near(panel->curve[0].median[0], 3, 0); /* the top row */
        assert_int_equal(panel->strokes, 1);
        assert_near(panel->stroke[0].x[0], panel->curve[0].x[0], 0);
        assert_near(panel->stroke[0].x[1], panel->curve[1].x[0], 0);
        assert_string_equal(panel->says, "a has the lowest mean rank, 1.38, not told apart from b; "
                                         "c has the highest, 3");
        lf_figure_free(&figure);
    }
}

/* Its margin grows with the methods, but there is no rank 0. */
static void ranks_begin_at_1(void **state) {
    enum { MANY = 40 };
    made *m = *state;
    lf_experiment_method many[MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[i] = m->method[0];
        made_run(m, 0, i, 0, LF_RUN_DONE, 2, (double[]){99, (double)i}, NULL);
    }
    m->experiment.methods = many, m->experiment.methods_count = MANY;
    m->experiment.claims_count = 0;
    const lf_experiment_figure is = over("critical_difference");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_near(figure.panel[0].curve[0].x[0], 1, 0);
    assert_true(figure.panel[0].x.low > 0 && figure.panel[0].x.low < 1);
    lf_figure_free(&figure);
}

/* b is where a never comes, yet beyond the bound that methods are judged within: no target is set
 * by it or reached, it has no mean rank before a, and solves nothing. Of another metric than the
 * judged one no bound is known. */
static void who_breaks_the_bound_reaches_nothing(void **state) {
    made *m = *state;
    double bound = 0.1;
    for (uint64_t seed = 0; seed < 8; seed++) {
        made_run(m, 0, 0, seed, LF_RUN_DONE, POINTS, (const double[]){10, 6, 6, 6}, NULL);
        made_run(m, 0, 1, seed, LF_RUN_DONE, POINTS, (const double[]){10, 2, 1, 1},
                 (const double[]){0, 1, 1, 1});
    }
    m->experiment.methods_count = 2;
    m->claim = (lf_experiment_claim){.kind = (char *)"lower",
                                     .metric = (char *)"FV",
                                     .where = (char *)"CVio",
                                     .at_most = &bound};
    lf_experiment_figure is = over("targets");
    lf_figure figure;
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].title, "p: targets of FV where CVio is at most 0.1");
    assert_string_equal(figure.panel[0].says, "most targets: a from 10");
    lf_figure_free(&figure);
    is = over("running_time");
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].says, "at the hardest target, 6, a is cheapest, at 10");
    lf_figure_free(&figure);
    is = over("profile");
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    for (size_t i = 0; i < 2; i++) { /* a solved all, b nothing */
        const lf_curve *curve = &figure.panel[0].curve[i];
        assert_near(curve->median[curve->points - 1], i == 0, 0);
    }
    lf_figure_free(&figure);
    is = over("critical_difference");
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].x_label, "mean rank by FV, in bounds; 1 is best");
    assert_string_equal(figure.panel[0].says,
                        "a has the lowest mean rank, 1; b has the highest, 2");
    lf_figure_free(&figure);
    is = over("running_time");
    is.metric = (char *)"gain";
    assert_ok(lf_figure_make(&m->results, &is, &figure));
    assert_string_equal(figure.panel[0].says, "at the hardest target, -1, b is cheapest, at 20");
    lf_figure_free(&figure);
}

/* A row takes 17 pixels, so that no name lies over the next one. */
static void a_figure_of_many_rows_is_tall(void **state) {
    (void)state;
    enum { ROWS = 60 };
    lf_experiment none = {0};
    lf_panel panel = {
        .title = (char *)"t", .x_label = (char *)"x", .y = {.bare = true, .low = 0, .high = ROWS}};
    lf_figure figure = {.experiment = &none, .panels = 1, .panel = &panel};
    lf_figure_layout(&figure, 1);
    assert_true(figure.height - figure.legend_height > 17 * ROWS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_at_each_cost_is_marked, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(a_figure_looks_at_its_own_metric, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(running_times_add_what_was_spent_in_vain, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(hard_targets_may_be_large, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(who_sets_the_hardest_target_reaches_it, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(without_targets_there_is_no_data, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(bars_end_before_what_is_told_apart, made_setup,
                                        made_teardown),
        cmocka_unit_test_setup_teardown(ranks_begin_at_1, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(who_breaks_the_bound_reaches_nothing, made_setup,
                                        made_teardown),
        cmocka_unit_test(a_figure_of_many_rows_is_tall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
