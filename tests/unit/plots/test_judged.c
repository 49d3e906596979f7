/**
 * @file test_judged.c
 * @brief The metric that methods are judged by where nobody names one.
 */
#include <math.h>

#include "near.h"
#include "sample_each.h"

#include "plots/panel.h"
#include "plots/plot.h"
#include "reports/kinds/claims/parts/claims.h"

/* Without tuning and claims, the first column that shows a final value says what matters. */
static void tables_say_what_matters(void **state) {
    (void)state;
    double bound = 0.5;
    lf_experiment_column columns[] = {{.metric = "FV", .above = &bound, .cost = "steps"},
                                      {.metric = "FV", .below = &bound, .cost = "steps"},
                                      {.metric = "CVio"}};
    lf_experiment_table table = {.columns_count = 3, .columns = columns};
    lf_experiment experiment = *results.experiment;
    lf_results tabled = results;
    tabled.experiment = &experiment;
    experiment.tuning = NULL;
    experiment.claims_count = 0;
    experiment.tables_count = 1;
    experiment.tables = &table;
    assert_string_equal(lf_plot_judged(&tabled, 0).metric, "CVio");
}

/* What most claims on the problem compare goes before what tuning looks at: held-out rows choose,
 * test rows judge. */
static void claims_say_what_matters(void **state) {
    (void)state;
    char *first[] = {results.experiment->problems[0].id};
    char *other[] = {results.experiment->problems[1].id};
    static char objective[] = "FV", worst[] = "CVio", mean[] = "SVio";
    static char lower[] = "lower", feasible[] = "feasible"; /* which says nothing of two methods */
    lf_experiment_claim claims[] = {
        {.kind = lower, .metric = worst, .problems_count = 1, .problems = first},
        {.kind = lower, .metric = mean, .problems_count = 1, .problems = first},
        {.kind = lower, .metric = mean, .problems_count = 1, .problems = first},
        {.kind = lower, .metric = worst, .problems_count = 1, .problems = other},
        {.kind = feasible, .metric = worst, .problems_count = 1, .problems = first},
    };
    lf_experiment_tuning tuning = {.metric = objective};
    lf_experiment experiment = *results.experiment;
    lf_results claimed = results;
    claimed.experiment = &experiment;
    experiment.tuning = &tuning;
    experiment.claims_count = 5;
    experiment.claims = claims;
    assert_string_equal(lf_plot_judged(&claimed, 0).metric, "SVio");
    assert_string_equal(lf_plot_judged(&claimed, 1).metric, "CVio");
    experiment.claims_count = 3;
    assert_string_equal(lf_plot_judged(&claimed, 1).metric, "FV");
}

/* The bound goes with the metric: that of most claims that compare it, which may be a constant of
 * the problem, or tuning's own. */
static void bounds_go_with_metrics(void **state) {
    (void)state;
    static char objective[] = "FV", worst[] = "CVio", mean[] = "SVio", lower[] = "lower";
    double some = 0.5, more = 0.7;
    lf_experiment_claim claims[] = {
        {.kind = lower, .metric = objective},
        {.kind = lower, .metric = objective, .where = worst, .at_most = &some},
        {.kind = lower, .metric = objective, .where = worst, .at_most = &more},
        {.kind = lower, .metric = objective, .where = worst, .at_most = &some},
        {.kind = lower, .metric = mean, .where = mean, .at_most = &more},
    };
    lf_experiment_tuning tuning = {.metric = objective, .where = mean, .at_most = &more};
    lf_experiment experiment = *results.experiment;
    lf_results claimed = results;
    claimed.experiment = &experiment;
    experiment.tuning = &tuning;
    experiment.claims_count = 5;
    experiment.claims = claims;
    lf_judged by = lf_plot_judged(&claimed, 0);
    assert_string_equal(by.metric, "FV");
    assert_string_equal(by.where, "CVio");
    assert_near(by.at_most, 0.5, 0);
    char *words = lf_plot_judged_words(&claimed, 0, &by);
    assert_string_equal(words, "objective where violation is at most 0.5");
    free(words);
    experiment.claims_count = 1;
    assert_null(lf_plot_judged(&claimed, 0).where);
    experiment.claims_count = 0;
    by = lf_plot_judged(&claimed, 0);
    assert_string_equal(by.metric, "FV");
    assert_string_equal(by.where, "SVio");
    assert_near(by.at_most, 0.7, 0);
    tuning.where = NULL;
    tuning.at_most = NULL;
    assert_null(lf_plot_judged(&claimed, 0).where);
}

/* A metric that no run has a value of judges nobody, whoever names it, first of all or at last. */
static void unevaluated_metrics_are_passed_by(void **state) {
    (void)state;
    static char objective[] = "FV", worst[] = "CVio", lower[] = "lower";
    lf_experiment_claim claim = {.kind = lower, .metric = worst};
    lf_experiment_tuning tuning = {.metric = worst};
    lf_experiment_column columns[] = {{.metric = worst}, {.metric = objective}};
    lf_experiment_table table = {.columns_count = 2, .columns = columns};
    lf_experiment experiment = *results.experiment;
    lf_results named = results;
    named.experiment = &experiment;
    experiment.tuning = &tuning;
    experiment.claims_count = experiment.tables_count = 1;
    experiment.claims = &claim;
    experiment.tables = &table;
    assert_string_equal(lf_plot_judged(&named, 0).metric, "CVio");
    for (size_t run = 0; run < results.runs; run++)
        for (size_t i = 0; i < results.record[run].points; i++) {
            const lf_record *record = &results.record[run];
            const size_t m = lf_record_metric(record, worst);
            if (m != SIZE_MAX) record->value[i * record->metrics + m] = NAN;
        }
    assert_string_equal(lf_plot_judged(&named, 0).metric, "FV");
    experiment.tables_count = 0;
    assert_string_equal(lf_plot_judged(&named, 0).metric, results.record[0].metric[0].name);
}

/* What a metric is called is said by the runs that have it, be they the first or not. */
static void any_run_has_words_for_a_metric(void **state) {
    (void)state;
    const size_t metrics = results.record[0].metrics;
    results.record[0].metrics = 0;
    char *words = lf_panel_metric(&results, 0, "FV"), *none = lf_panel_metric(&results, 0, "x");
    results.record[0].metrics = metrics;
    assert_string_equal(words, "objective");
    assert_string_equal(none, "x");
    free(words);
    free(none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_say_what_matters, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(claims_say_what_matters, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(bounds_go_with_metrics, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(unevaluated_metrics_are_passed_by, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(any_run_has_words_for_a_metric, sample_setup,
                                        sample_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
