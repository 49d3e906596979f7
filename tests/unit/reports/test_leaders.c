/**
 * @file test_leaders.c
 * @brief A report begins with what its runs decide, and with nothing where they cannot.
 */
#include <math.h>

#include "near.h"
#include "sample_each.h"

#include "reports/parts.h"

/* What the page says; for free(). */
static char *answer(void) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    lf_page page = {.is = &lf_page_markdown, .out = out};
    assert_ok(lf_part_answer(&page, &results));
    fclose(out);
    return text;
}

static void checks_have_no_answer(void **state) {
    (void)state;
    char *text = answer();
    assert_string_equal(results.scale, "smoke");
    assert_string_equal(text, "");
    free(text);
}

/* Three seeds cannot tell four methods apart, and the page says how many can. */
static void few_seeds_leave_it_open(void **state) {
    (void)state;
    results.scale = "default";
    char *text = answer();
    assert_non_null(strstr(text, "**P1, a9a** Open: 3 seeds cannot tell "));
    assert_non_null(strstr(text, " by the median of objective, at "));
    results.scale = "smoke";
    free(text);
}

/* Nine seeds of two methods, a and b; and some of a third, if `decided` is told to have more. */
enum { METHODS = 3, SEEDS = 9, POINTS = 11 };
static lf_results decided;
static lf_experiment two;
static lf_record record[METHODS * SEEDS];
static double value[METHODS * SEEDS][POINTS];

/* A method's value after k of ten steps is (11 - k) times its own level, 1 to 3, so that the end of
 * b, 2, is where a is after nine of ten. */
static void make_decided(void) {
    static char name[] = "FV", budget[] = "10:steps";
    static lf_metric_info metric = {.name = name};
    static lf_planned_run plan[METHODS * SEEDS];
    static lf_trace_point point[METHODS * SEEDS][POINTS];
    two = *results.experiment;
    two.methods_count = METHODS;
    two.problems_count = 1;
    two.claims_count = two.tables_count = 0;
    two.tuning = NULL;
    for (size_t i = 0; i < METHODS * SEEDS; i++) {
        plan[i] = results.plan[0];
        snprintf(plan[i].key, sizeof plan[i].key, "made %zu", i);
        plan[i].method = i / SEEDS;
        plan[i].spec.seed = i % SEEDS;
        record[i] = results.record[0];
        record[i].spec.seed = i % SEEDS;
        record[i].spec.budget = budget;
        record[i].metrics = 1;
        record[i].metric = &metric;
        record[i].points = POINTS;
        record[i].point = point[i];
        record[i].value = value[i];
        snprintf(record[i].trace_sha256, sizeof record[i].trace_sha256, "%064zx", i);
        for (size_t k = 0; k < POINTS; k++) {
            point[i][k].count[LF_COUNTER_STEPS] = k;
            value[i][k] = (double)(11 - k) * (double)(1 + i / SEEDS);
        }
    }
    decided = results;
    decided.experiment = &two;
    decided.scale = "default";
    decided.runs = 2 * SEEDS;
    decided.plan = plan;
    decided.record = record;
}

/* The answer says so; and not `other`, unless that is NULL. */
static void assert_answer(const char *says, const char *other) {
    const lf_results whole = results;
    results = decided;
    char *text = answer();
    results = whole;
    if (!strstr(text, says)) fail_msg("'%s' is not in: %s", says, text);
    if (other) assert_null(strstr(text, other));
    free(text);
}

/* Values never meet: a leader, who is behind, and how much cheaper the leader comes to the other's
 * end. */
static void decided_runs_are_told(void **state) {
    (void)state;
    make_decided();
    assert_answer("3S-Econ-S ends lowest in FV (1); SSG & \\<b\\>'co'\\</b\\> is "
                  "behind (2): medians of 9 seeds, differences at level 0.05.",
                  NULL);
    assert_answer("reaches 2, where SSG & \\<b\\>'co'\\</b\\> ends, with 1.1 times fewer steps.",
                  NULL);
    assert_answer(" The constraints are not looked at here: no claim and no tuning gives a bound.",
                  NULL);
    char *fv = record[0].metric->name;
    double much = 100;
    lf_experiment_tuning bound = {.metric = fv, .where = fv, .at_most = &much};
    two.tuning = &bound;
    assert_answer("ends lowest in FV", "not looked at");
    two.tuning = NULL;
    decided.runs--; /* the last seed of b is not here */
    assert_answer("is behind (2): medians of 8 to 9 seeds, differences at", NULL);
    decided.runs++;
    for (size_t i = 0; i < 2 * SEEDS; i++) /* all ended before their time */
        record[i].status = LF_RUN_TIMEOUT;
    assert_answer("Open: no method finished enough runs to be compared.", "lowest");
}

/* Who is behind by less than four digits show is not said to end where the first does. */
static void close_ends_are_told_apart(void **state) {
    (void)state;
    make_decided();
    for (size_t i = 0; i < 2 * SEEDS; i++)
        value[i][POINTS - 1] = i < SEEDS ? 0.64563512 : 0.64563539;
    assert_answer("ends lowest in FV (0.6456351); SSG", NULL);
    assert_answer("is behind (0.6456354)", NULL);
}

/* 1660 / 9 is no 1.8e+02. */
static void large_factors_are_written_out(void **state) {
    (void)state;
    make_decided();
    for (size_t i = SEEDS; i < 2 * SEEDS; i++)
        record[i].point[POINTS - 1].count[LF_COUNTER_STEPS] = 1660;
    assert_answer("ends, with 180 times fewer steps.", NULL);
}

/* What one was given more of is told beside who is ahead, also where a check says nothing of that.
 */
static void unequal_budgets_are_told(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    make_decided();
    lf_planned_run *plan = (lf_planned_run *)decided.plan;
    decided.runs = METHODS * SEEDS;
    decided.scale = "smoke";
    for (size_t i = 0; i < METHODS * SEEDS; i++)
        plan[i].spec.budget = (char *)(i / SEEDS == 1 ? "5:steps" : "10:steps");
    FILE *out = open_memstream(&text, &size);
    lf_page page = {.is = &lf_page_markdown, .out = out};
    assert_ok(lf_part_summary(&page, &decided, true));
    fclose(out);
    assert_non_null(strstr(text, "> **Budgets differ.** P1, a9a: 10:steps for 3S-Econ-S, IPP-SSG "
                                 "\\`date\\` \"x\"; 5:steps for SSG & \\<b\\>"));
    free(text);
    for (size_t i = 0; i < METHODS * SEEDS; i++)
        plan[i].spec.budget = (char *)"10:steps";
    out = open_memstream(&text, &size);
    page.out = out;
    assert_ok(lf_part_summary(&page, &decided, true));
    fclose(out);
    assert_null(strstr(text, "Budgets"));
    free(text);
}

/* The fourth seed of a third method cannot show that it is behind: it is not called level. */
static void few_seeds_of_one_are_told_apart(void **state) {
    (void)state;
    make_decided();
    decided.runs += 4;
    assert_answer(
        "3S-Econ-S ends lowest in FV (1); IPP-SSG \\`date\\` \"x\" has too few seeds to be "
        "placed (3); SSG & ",
        "told apart");
    for (size_t i = 2 * SEEDS; i < METHODS * SEEDS; i++) /* the best median is not passed over */
        value[i][POINTS - 1] = 0.5;
    assert_answer(
        "Open: 4 seeds of IPP-SSG \\`date\\` \"x\" cannot tell it from the others, 7 can. IPP-SSG "
        "\\`date\\` \"x\" ends lowest by the median of FV, at 0.5000.",
        "3S-Econ");
    decided.runs += SEEDS - 4;
    assert_answer("IPP-SSG \\`date\\` \"x\" ends lowest in FV", "too few");
}

/* What was not evaluated in a third method is neither level nor behind. */
static void unevaluated_methods_are_named(void **state) {
    (void)state;
    make_decided();
    record[2 * SEEDS].metric->expensive = true;
    decided.runs += SEEDS;
    for (size_t i = 2 * SEEDS; i < 3 * SEEDS; i++)
        value[i][POINTS - 1] = NAN;
    assert_answer("is behind (2); of IPP-SSG \\`date\\` \"x\" it was not evaluated: medians of 9",
                  "finished");
}

/* Nobody is ahead where each is below the other at every second seed; labels may have commas. */
static void level_methods_are_listed(void **state) {
    (void)state;
    make_decided();
    static char label[] = "SONEX, Adam";
    lf_experiment_method named[METHODS] = {two.methods[0], two.methods[1], two.methods[2]};
    named[0].label = label;
    two.methods = named;
    for (size_t i = 0; i < 2 * SEEDS; i++)
        value[i][POINTS - 1] = (double)(1 + (i / SEEDS + i % SEEDS) % 2);
    assert_answer(
        "SONEX, Adam; and SSG & \\<b\\>'co'\\</b\\> end lowest in FV (1 to 2), not told apart: ",
        "pairs");
    decided.runs += SEEDS; /* a third, behind both: its tests pay for themselves */
    assert_answer("end lowest in FV (1 to 2), not told apart by tests of all 3 pairs; IPP-SSG",
                  NULL);
}

/* Seeds that were added for claims are more looks, and the tests of the first lines say so. */
static void added_seeds_are_told(void **state) {
    lf_experiment_scale scale = {.name = (char *)"default", .seeds = (char *)"0-3"};
    (void)state;
    make_decided();
    two.scales = &scale;
    two.scales_count = 1;
    assert_answer("9 seeds, differences at level 0.05, which allows for seeds that were added",
                  NULL);
    scale.seeds = (char *)"0-8";
    assert_answer("9 seeds, differences at level 0.05.", "added");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(checks_have_no_answer, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(few_seeds_leave_it_open, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(decided_runs_are_told, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(close_ends_are_told_apart, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(large_factors_are_written_out, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(unequal_budgets_are_told, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(few_seeds_of_one_are_told_apart, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(unevaluated_methods_are_named, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(added_seeds_are_told, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(level_methods_are_listed, sample_setup, sample_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
