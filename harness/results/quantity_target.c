/**
 * @file quantity_target.c
 * @brief Values at equal cost, and costs to a target, read off traces.
 *
 * A trace knows the ends of whole steps at checkpoints only. So a value at a cost is that of the
 * last checkpoint within it, and a cost to a target is that of the first checkpoint beyond it: both
 * err on the side of the slower, by at most one checkpoint.
 */
#include <math.h>
#include <stdint.h>

#include "harness/results/quantity.h"

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

/* A metric that was not evaluated at a point is not reached there: comparisons with NAN are false.
 */
static bool target_reached(const lf_record *record, size_t point, const lf_target *target) {
    const size_t m = lf_record_metric(record, target->metric);
    if (m == SIZE_MAX) return false;
    const double value = record->value[point * record->metrics + m];
    const bool there =
        record->metric[m].higher_is_better ? value >= target->target : value <= target->target;
    if (!there || !target->where) return there;
    return lf_record_value(record, point, target->where) <= target->at_most;
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

double lf_quantity_final(const lf_results *results, size_t run, const char *metric) {
    const lf_record *record = &results->record[run];
    if (!record->key[0] || record->status != LF_RUN_DONE || record->points == 0) return NAN;
    return lf_record_value(record, record->points - 1, metric);
}
