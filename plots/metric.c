/**
 * @file metric.c
 * @brief What an experiment is about: the metric that ranks methods and sets targets.
 */
#include <string.h>

#include "plots/panel.h"
#include "plots/plot.h"

/* Do runs of the problem know this metric? */
static const char *metric_known(const lf_results *results, size_t problem, const char *metric) {
    for (size_t run = 0; metric && run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem) ||
            record->points == 0)
            continue;
        if (lf_record_metric(record, metric) < record->metrics) return metric;
    }
    return NULL;
}

/* A claim that one method ends lower or higher than others. */
static const char *metric_claimed(const lf_results *results, size_t problem) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &experiment->claims[i];
        if (strcmp(claim->kind, "lower") != 0 && strcmp(claim->kind, "higher") != 0) continue;
        if (metric_known(results, problem, claim->metric)) return claim->metric;
    }
    return NULL;
}

/* The first final value of a table. */
static const char *metric_tabled(const lf_results *results, size_t problem) {
    const lf_experiment *experiment = results->experiment;
    for (size_t t = 0; t < experiment->tables_count; t++)
        for (size_t c = 0; c < experiment->tables[t].columns_count; c++) {
            const lf_experiment_column *column = &experiment->tables[t].columns[c];
            if (column->where || column->below || column->above) continue;
            if (metric_known(results, problem, column->metric)) return column->metric;
        }
    return NULL;
}

const char *lf_plot_metric(const lf_results *results, size_t problem) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    const char *found = tuning ? metric_known(results, problem, tuning->metric) : NULL;
    if (!found) found = metric_claimed(results, problem);
    if (!found) found = metric_tabled(results, problem);
    for (size_t run = 0; !found && run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->record[run].metrics > 0)
            found = results->record[run].metric[0].name;
    return found;
}
