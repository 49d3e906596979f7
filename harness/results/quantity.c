/**
 * @file quantity.c
 * @brief Costs, metrics, means, targets and quartiles, read off records.
 *
 * A trace knows the ends of whole steps at checkpoints only. So a value at a cost is that of the
 * last checkpoint within it, and a cost to a target is that of the first checkpoint beyond it: both
 * err on the side of the slower, by at most one checkpoint.
 */
#include "harness/results/quantity.h"

#include <math.h>
#include <stdint.h>
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
            lf_record_metric(record, metric) >= record->metrics)
            continue;
        for (size_t i = 0; i < record->points; i++)
            if (!isnan(lf_record_value(record, i, metric))) return true;
    }
    return false;
}

lf_quartiles lf_quantity_quartiles(double *values, size_t n, bool higher) {
    for (size_t i = 0; higher && i < n; i++)
        values[i] = -values[i];
    const lf_quartiles q = lf_stat_quartiles(values, n);
    return higher ? (lf_quartiles){-q.upper, -q.median, -q.lower} : q;
}

/* The area under the curve, by the width: in the metric's own unit a number in which a method that
 * is early counts as well as one that ends well. */
lf_status lf_quantity_mean(const lf_results *results, size_t run, const char *metric,
                           const char *cost, double *mean) {
    const lf_record *record = &results->record[run];
    double area = 0, from = NAN, last_x = NAN, last = NAN;
    *mean = NAN;
    for (size_t i = 0; i < record->points; i++) {
        const double value = lf_record_value(record, i, metric);
        double x;
        if (isnan(value)) continue; /* not evaluated there: the line goes on to the next */
        LF_TRY(lf_quantity_x(results, run, cost, i, &x));
        if (isnan(from))
            from = x;
        else
            area += (x - last_x) * (last + value) / 2;
        last_x = x;
        last = value;
    }
    if (last_x > from) *mean = area / (last_x - from);
    return LF_OK;
}

lf_status lf_quantity_point(const lf_results *results, size_t run, const char *cost, double x,
                            size_t *point) {
    *point = SIZE_MAX;
    for (size_t i = 0; i < results->record[run].points; i++) {
        double at;
        LF_TRY(lf_quantity_x(results, run, cost, i, &at));
        if (!(at <= x)) break; /* costs never fall */
        *point = i;
    }
    return LF_OK;
}

lf_status lf_quantity_value(const lf_results *results, size_t run, const char *metric,
                            const char *cost, double x, double *value) {
    size_t point;
    *value = NAN;
    LF_TRY(lf_quantity_point(results, run, cost, x, &point));
    if (point == SIZE_MAX) return LF_OK;
    for (size_t i = point + 1; i-- > 0 && isnan(*value);)
        *value = lf_record_value(&results->record[run], i, metric);
    return LF_OK;
}

bool lf_judged_keeps(const lf_judged *by, const lf_record *record, size_t point) {
    return !by->where || lf_record_value(record, point, by->where) <= by->at_most;
}

/* A metric that was not evaluated at a point is not reached there: comparisons with NAN are false.
 */
static bool target_reached(const lf_record *record, size_t point, const lf_target *target) {
    const size_t m = lf_record_metric(record, target->by.metric);
    if (m == SIZE_MAX) return false;
    const double value = record->value[point * record->metrics + m];
    const bool there =
        record->metric[m].higher_is_better ? value >= target->value : value <= target->value;
    return there && lf_judged_keeps(&target->by, record, point);
}

/* Whether a run that failed counts is for the caller to say. */
lf_status lf_quantity_reach(const lf_results *results, size_t run, const lf_target *target,
                            const char *cost, double *reached) {
    *reached = INFINITY;
    for (size_t i = 0; i < results->record[run].points; i++)
        if (target_reached(&results->record[run], i, target))
            return lf_quantity_x(results, run, cost, i, reached);
    return LF_OK;
}

/* A checkpoint that is being looked at, and the last before it that had values. */
typedef struct {
    double cost, lack; /* lack: what the target is away; 0 or less: it is met */
    double where;      /* the same of at_most */
} target_point;

/* false: not evaluated there. */
static bool target_look(const lf_record *record, size_t point, const lf_target *target,
                        target_point *at) {
    const lf_judged *by = &target->by;
    const double value = lf_record_value(record, point, by->metric);
    const size_t m = lf_record_metric(record, by->metric);
    if (m == SIZE_MAX || isnan(value)) return false;
    const bool higher = record->metric[m].higher_is_better;
    at->lack = higher ? target->value - value : value - target->value;
    at->where = 0;
    if (by->where) at->where = lf_record_value(record, point, by->where) - by->at_most;
    return !isnan(at->where);
}

/* Share of the way from one lack, above 0, to the next at which there is none. */
static double target_share(double before, double now) {
    if (!(before > 0)) return 0;
    return isfinite(before) && isfinite(now) ? before / (before - now) : 1;
}

/* Where the straight line from `before` meets both: `at` does. */
static double target_crossing(const target_point *before, const target_point *at) {
    const double share =
        fmax(target_share(before->lack, at->lack), target_share(before->where, at->where));
    return before->cost + share * (at->cost - before->cost);
}

lf_status lf_quantity_span(const lf_results *results, size_t run, const lf_target *target,
                           const char *cost, bool stays, lf_cost_span *span) {
    const lf_record *record = &results->record[run];
    target_point before = {0, INFINITY, INFINITY}, at = {0, 0, 0};
    double since = INFINITY;
    for (size_t i = 0; i < record->points; i++) {
        LF_TRY(lf_quantity_x(results, run, cost, i, &at.cost));
        if (!target_look(record, i, target, &at)) continue;
        const bool good = at.lack <= 0 && at.where <= 0;
        if (good && isinf(since)) since = target_crossing(&before, &at);
        if (good && !stays) break;
        if (!good) since = INFINITY;
        before = at;
    }
    if (stays && lf_quantity_lost(results, run, target->by.metric)) since = INFINITY;
    const double left = at.cost - since;
    *span = (lf_cost_span){isinf(since) ? at.cost : since, INFINITY};
    if (isfinite(since) && (!stays || left >= at.cost / 10)) span->most = since;
    return LF_OK;
}

double lf_quantity_final(const lf_results *results, size_t run, const char *metric) {
    const lf_record *record = &results->record[run];
    if (!record->key[0] || record->status != LF_RUN_DONE || record->points == 0) return NAN;
    return lf_record_value(record, record->points - 1, metric);
}

bool lf_quantity_lost(const lf_results *results, size_t run, const char *metric) {
    const lf_record *record = &results->record[run];
    return record->status == LF_RUN_DONE && lf_quantity_looked(record, metric) &&
           isnan(lf_quantity_final(results, run, metric));
}

bool lf_quantity_looked(const lf_record *record, const char *metric) {
    const size_t m = lf_record_metric(record, metric);
    return m != SIZE_MAX && record->points > 0 &&
           (record->spec.expensive > 0 || !record->metric[m].expensive);
}
