/**
 * @file quantity.c
 * @brief Costs, table columns and quartiles, read off records.
 */
#include "harness/results/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Everything a cost of this run may name. The arrays are malloc'ed: quantity_scope_free(). */
static lf_status quantity_scope(const lf_results *results, size_t run, lf_cost_scope *scope) {
    const lf_planned_run *plan = &results->plan[run];
    const lf_experiment_method *method = &results->experiment->methods[plan->method];
    const lf_experiment_problem *problem = &results->experiment->problems[plan->problem];
    LF_TRY(lf_record_scope(&results->record[run], scope));
    /* The problem's measures come first: an experiment may build on them, not change them. */
    lf_measure *measure = realloc((void *)scope->measure,
                                  (scope->measures + method->measures_count + 1) * sizeof *measure);
    const char **name = calloc(problem->constants_count + 1, sizeof *name);
    double *value = calloc(problem->constants_count + 1, sizeof *value);
    if (measure) scope->measure = measure;
    scope->constant = name;
    scope->constant_value = value;
    if (!measure || !name || !value) return lf_fail(LF_NO_MEMORY, "no memory for a cost");
    for (size_t i = 0; i < method->measures_count; i++)
        measure[scope->measures++] =
            (lf_measure){method->measures[i].name, method->measures[i].cost, ""};
    for (size_t i = 0; i < problem->constants_count; i++) {
        name[i] = problem->constants[i].name;
        value[i] = problem->constants[i].value;
    }
    scope->constants = problem->constants_count;
    return LF_OK;
}

/* Only the arrays: names belong to the experiment and the record. */
static void quantity_scope_free(lf_cost_scope *scope) {
    free((void *)scope->measure);
    free((void *)scope->constant);
    free((void *)scope->constant_value);
}

lf_status lf_quantity_cost(const lf_results *results, size_t run, const char *text, lf_cost *cost) {
    lf_cost_scope scope;
    lf_status status = quantity_scope(results, run, &scope);
    if (status == LF_OK) status = lf_cost_parse(text, &scope, cost);
    quantity_scope_free(&scope);
    return status;
}

char *lf_quantity_unit(const char *budget) {
    size_t limit = strcspn(budget, ",");
    const char *unit = memchr(budget, ':', limit);
    return unit ? strndup(unit + 1, limit - (size_t)(unit + 1 - budget)) : strdup("steps");
}

/* The cost that stands for `text`, the first limit's unit if there is none. */
static lf_status quantity_axis(const lf_results *results, size_t run, const char *text,
                               lf_cost *cost) {
    if (text) return lf_quantity_cost(results, run, text, cost);
    char *unit = lf_quantity_unit(results->record[run].spec.budget);
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

/* Best value of a metric over the points where another one is at most `at_most`. */
static double quantity_best(const lf_record *record, const char *metric, const char *where,
                            double at_most) {
    size_t m = lf_record_metric(record, metric);
    bool higher = m != SIZE_MAX && record->metric[m].higher_is_better;
    double best = NAN;
    for (size_t i = 0; i < record->points; i++) {
        double value = lf_record_value(record, i, metric);
        if (!(lf_record_value(record, i, where) <= at_most) || isnan(value)) continue;
        if (isnan(best) || (higher ? value > best : value < best)) best = value;
    }
    return best;
}

/* Points where the metric was not evaluated say nothing either way. */
static double quantity_share(const lf_record *record, const char *metric, double at_most) {
    size_t evaluated = 0, within = 0;
    for (size_t i = 0; i < record->points; i++) {
        double value = lf_record_value(record, i, metric);
        evaluated += isnan(value) ? 0 : 1;
        within += value <= at_most;
    }
    return evaluated ? (double)within / (double)evaluated : NAN;
}

/* What the first point with metric < below, or metric > above, had cost. */
static double quantity_passed(const lf_record *record, const lf_experiment_column *column,
                              const lf_cost *cost) {
    for (size_t i = 0; i < record->points; i++) {
        const double value = lf_record_value(record, i, column->metric);
        if (column->below ? value < *column->below : value > *column->above)
            return lf_cost_value(cost, record->point[i].count);
    }
    return NAN;
}

lf_status lf_quantity_column(const lf_results *results, size_t run,
                             const lf_experiment_column *column, double *value) {
    const lf_record *record = &results->record[run];
    *value = NAN;
    /* A run that failed is never taken for a result; one that diverged has costs, and reached what
     * it reached, but where it ended up is no value of the method. */
    bool done = record->status == LF_RUN_DONE;
    if (!record->key[0] || record->points == 0) return LF_OK;
    if (!done && record->status != LF_RUN_DIVERGED) return LF_OK;
    lf_cost cost = {0};
    if (column->mean)
        return done ? lf_quantity_mean(results, run, column->mean, column->cost, value) : LF_OK;
    if (column->cost) LF_TRY(lf_quantity_cost(results, run, column->cost, &cost));
    if (!column->metric && !column->share)
        *value = lf_cost_value(&cost, record->point[record->points - 1].count);
    else if (column->below || column->above)
        *value = quantity_passed(record, column, &cost);
    else if (done && column->share)
        *value = quantity_share(record, column->share, *column->at_most);
    else if (done && column->where)
        *value = quantity_best(record, column->metric, column->where, *column->at_most);
    else if (done)
        *value = lf_record_value(record, record->points - 1, column->metric);
    return LF_OK;
}

/* A share of points within a bound; a cost is the better the less it is. */
bool lf_quantity_rises(const lf_record *record, const lf_experiment_column *column) {
    const char *metric = column->mean ? column->mean : column->metric;
    if (column->share || column->below || column->above || !metric) return column->share != NULL;
    const size_t m = lf_record_metric(record, metric);
    return m != SIZE_MAX && record->metric[m].higher_is_better;
}

lf_quartiles lf_quantity_quartiles(double *values, size_t n, bool higher) {
    for (size_t i = 0; higher && i < n; i++)
        values[i] = -values[i];
    const lf_quartiles q = lf_stat_quartiles(values, n);
    return higher ? (lf_quartiles){-q.upper, -q.median, -q.lower} : q;
}
