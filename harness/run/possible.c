/**
 * @file possible.c
 * @brief Could this trace be a run's? What the meter and the clocks see to in every run, asked of
 * one that comes from elsewhere.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "harness/run/record.h"

static lf_status possible_counts(const lf_record *record, size_t row) {
    static const uint64_t none[LF_COUNTERS];
    const uint64_t *count = record->point[row].count;
    const uint64_t *before = row ? record->point[row - 1].count : none;
    for (size_t c = 0; c < LF_COUNTERS; c++)
        if (count[c] < before[c] || count[c] > INT64_MAX)
            return lf_fail(LF_BAD_INPUT,
                           "no run has its trace: in row %zu it counts %" PRIu64 " of %s, behind "
                           "%" PRIu64,
                           row, count[c], lf_counter_name(c), before[c]);
    return LF_OK;
}

/* NAN: nobody knows. */
static bool possible_clock(double seconds, double before) {
    return !isinf(seconds) && !(seconds < before);
}

static lf_status possible_seconds(const lf_record *record, size_t row) {
    static const lf_trace_point start;
    const lf_trace_point *at = &record->point[row], *before = row ? at - 1 : &start;
    if (possible_clock(at->oracle_seconds, before->oracle_seconds) &&
        possible_clock(at->algorithm_seconds, before->algorithm_seconds) &&
        possible_clock(at->evaluation_seconds, before->evaluation_seconds))
        return LF_OK;
    return lf_fail(LF_BAD_INPUT, "no run has its trace: its seconds go backwards in row %zu", row);
}

/* What a run is stored with is that of whole steps, and none of them overruns. */
static lf_status possible_budget(const lf_record *record) {
    lf_cost_scope scope;
    lf_budget budget;
    LF_TRY(lf_record_scope(record, &scope));
    lf_status status = lf_budget_parse(record->spec.budget, &scope, &budget);
    free((void *)scope.measure);
    if (status != LF_OK) return lf_fail_within(status, "no run has its trace: ");
    if (lf_budget_used(&budget, record->point[record->points - 1].count) <= 1 + 1e-9) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "no run has its trace: it is beyond its budget %s",
                   record->spec.budget);
}

lf_status lf_trace_possible(const lf_record *record) {
    for (size_t row = 0; row < record->points; row++) {
        LF_TRY(possible_counts(record, row));
        LF_TRY(possible_seconds(record, row));
    }
    if (record->points > 0) LF_TRY(possible_budget(record));
    if (possible_clock(record->wall_seconds, 0)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "no run takes %g s", record->wall_seconds);
}
