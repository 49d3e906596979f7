/**
 * @file slope.c
 * @brief Log `metric` against log `cost` falls at least as fast as `at_most` says (-1: 1/t).
 */
#include <math.h>
#include <stdlib.h>

#include "reports/kinds/claims/parts/kind.h"

/* The slope of one run's curve. A run that did not end well has the worst one, and so has one that
 * ends infinite. One that is infinite on the way has none: how fast it fell nobody knows. */
static lf_status slope_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    const lf_record *record = &c->results->record[pair->own];
    /* Costs and values side by side. The line leaves out the start, whose cost has no logarithm. */
    bool ends = record->status != LF_RUN_DONE, passes = false; /* infinite */
    double *x = calloc(2 * record->points + 1, sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *y = x + record->points;
    lf_status status = LF_OK;
    for (size_t i = 0; i < record->points && status == LF_OK; i++) {
        y[i] = lf_record_value(record, i, c->claim->metric);
        status = lf_quantity_x(c->results, pair->own, c->claim->cost, i, &x[i]);
        passes |= x[i] > 0 && y[i] == INFINITY;
        if (!isnan(y[i]) && record->status == LF_RUN_DONE) ends = y[i] == INFINITY;
    }
    pair->value = ends ? INFINITY : passes ? NAN : lf_stat_log_line(x, y, record->points).slope;
    free(x);
    pair->low = pair->high = *c->claim->at_most - pair->value;
    if (passes && !ends) pair->low = -INFINITY;
    if (passes && !ends) pair->high = INFINITY;
    return status;
}

static void slope_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    if (isfinite(pair->value))
        fprintf(out, "slope %.3g", pair->value);
    else
        fprintf(out, "no slope, as it %s",
                isnan(pair->value) ? "is infinite on the way"
                                   : "ends infinite or did not end well");
    fprintf(out, ", at most %.3g is claimed", *c->claim->at_most);
}

const lf_claim_kind lf_claim_kind_slope = {
    .place = 50,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_AT_MOST,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_COST | LF_CLAIM_TEST,
    .margin = slope_margin,
    .shown = lf_claim_below_bound,
    .what = "slope",
    .exact = slope_exact,
};
