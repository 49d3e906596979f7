/**
 * @file quantity.c
 * @brief Costs, metrics and quartiles, read off records.
 */
#include "harness/results/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lf_status lf_quantity_cost(const lf_results *results, size_t run, const char *text, lf_cost *cost) {
    const lf_planned_run *plan = &results->plan[run];
    lf_cost_scope scope;
    lf_status status = lf_record_scope(&results->record[run], &scope);
    if (status == LF_OK)
        status = lf_experiment_scope(&results->experiment->problems[plan->problem],
                                     &results->experiment->methods[plan->method], &scope);
    if (status == LF_OK) status = lf_cost_parse(text, &scope, cost);
    lf_experiment_scope_free(&scope);
    return status;
}

/* The cost that stands for `text`, the first limit's unit if there is none. */
static lf_status quantity_axis(const lf_results *results, size_t run, const char *text,
                               lf_cost *cost) {
    if (text) return lf_quantity_cost(results, run, text, cost);
    char *unit = lf_budget_first(results->record[run].spec.budget);
    if (!unit) return lf_fail(LF_NO_MEMORY, "no memory for a cost");
    lf_status status = lf_quantity_cost(results, run, unit, cost);
    free(unit);
    return status;
}

lf_status lf_quantity_x(const lf_results *results, size_t run, const char *text, size_t point,
                        double *x) {
    *x = NAN;
    if (point >= results->record[run].points)
        return lf_fail(LF_BAD_ARGUMENT, "point %zu of a run that has %zu", point,
                       results->record[run].points);
    const lf_trace_point *at = &results->record[run].point[point];
    if (text && strcmp(text, "seconds") == 0) {
        *x = at->oracle_seconds + at->algorithm_seconds;
        return LF_OK;
    }
    lf_cost cost;
    LF_TRY(quantity_axis(results, run, text, &cost));
    *x = lf_cost_value(&cost, at->count);
    return LF_OK;
}

bool lf_quantity_known(const lf_results *results, size_t problem, const char *metric) {
    for (size_t run = 0; metric && run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem) ||
            record->points == 0)
            continue;
        if (lf_record_metric(record, metric) < record->metrics) return true;
    }
    return false;
}

lf_quartiles lf_quantity_quartiles(double *values, size_t n, bool higher) {
    for (size_t i = 0; higher && i < n; i++)
        values[i] = -values[i];
    const lf_quartiles q = lf_stat_quartiles(values, n);
    return higher ? (lf_quartiles){-q.upper, -q.median, -q.lower} : q;
}
