/**
 * @file claim_speed.c
 * @brief Speed-ups, with bounds where a run ended before it reached the target.
 *
 * A run that spent its budget without reaching the target would have needed at least what it spent:
 * its cost is censored. One that diverged or failed would never have got there.
 *
 * The ratio of two intervals is an interval again: from the least of the other over the most of the
 * method to the reverse. Its logarithm is what is tested, because twice as fast and half as fast
 * should lie at the same distance from equal.
 */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "harness/results/claim_parts.h"

/* A cost is between these; equal when the target was reached. */
typedef struct {
    double least, most;
} speed_cost;

static lf_status speed_cost_of(const lf_claim_case *c, size_t run, double target,
                               speed_cost *cost) {
    const lf_record *record = &c->results->record[run];
    const lf_target goal = {c->claim->metric, target, c->claim->where,
                            c->claim->at_most ? *c->claim->at_most : NAN};
    const bool whole = record->status == LF_RUN_DONE || record->status == LF_RUN_DIVERGED;
    double reached = INFINITY;
    if (whole) LF_TRY(lf_quantity_reach(c->results, run, &goal, c->claim->cost, &reached));
    *cost = (speed_cost){reached, reached};
    if (isfinite(reached) || record->status != LF_RUN_DONE || record->points == 0) return LF_OK;
    return lf_quantity_x(c->results, run, c->claim->cost, record->points - 1, &cost->least);
}

/* other / own, where infinity over infinity says nothing: `unknown`. Two costs of 0, where both
 * started at the target, are equal. */
static double speed_ratio(double other, double own, double unknown) {
    if (isinf(other) && isinf(own)) return unknown;
    if (own == 0) return other == 0 ? 1 : INFINITY;
    return other / own;
}

/* The target of a pair; NAN: the run that sets it did not end well. */
static double speed_target(const lf_claim_case *c, const lf_claim_pair *pair) {
    double target = NAN;
    if (lf_number_parse(c->claim->target, &target)) return target;
    const size_t run = strcmp(c->claim->target, "method") == 0 ? pair->own : pair->other;
    return lf_quantity_final(c->results, run, c->claim->metric);
}

/* Nothing to reach: the run that sets the target failed, which speaks against that one unless the
 * other failed, too. */
static void speed_without_target(const lf_claim_case *c, lf_claim_pair *pair) {
    const bool own = strcmp(c->claim->target, "method") == 0;
    const size_t rest = own ? pair->other : pair->own;
    const bool both = c->results->record[rest].status != LF_RUN_DONE;
    pair->value = own || both ? INFINITY : 0;
    pair->against = !own || both ? INFINITY : 0;
    pair->low = both || own ? -INFINITY : INFINITY;
    pair->high = both || !own ? INFINITY : -INFINITY;
}

lf_status lf_claim_speedup(const lf_claim_case *c, lf_claim_pair *pair) {
    const double target = speed_target(c, pair);
    if (isnan(target)) {
        speed_without_target(c, pair);
        return LF_OK;
    }
    speed_cost own, other;
    LF_TRY(speed_cost_of(c, pair->own, target, &own));
    LF_TRY(speed_cost_of(c, pair->other, target, &other));
    const double least = speed_ratio(other.least, own.most, 0);
    const double most = speed_ratio(other.most, own.least, INFINITY);
    pair->value = own.most;
    pair->against = other.most;
    pair->low = log(least) - log(*c->claim->factor);
    pair->high = log(most) - log(*c->claim->factor);
    return LF_OK;
}
