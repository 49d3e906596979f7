/**
 * @file speedup.c
 * @brief `method` needs at least `factor` times less `cost` than each of `than` until `metric`
 * reaches `target`, while `where` is no more than `at_most` if these are given: for good then, or
 * with `reach: first` once.
 *
 * A run that spent its budget without reaching the target would have needed at least what it spent:
 * its cost is censored. One that failed would never have got there, nor one that diverged before it
 * got there: after it, that counts for `reach: first` alone.
 *
 * The ratio of two intervals is an interval again: from the least of the other over the most of the
 * method to the reverse. Its logarithm is what is tested, because twice as fast and half as fast
 * should lie at the same distance from equal.
 */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "reports/kinds/claims/parts/kind.h"

static lf_status speedup_cost_of(const lf_claim_case *c, size_t run, double target,
                                 lf_cost_span *cost) {
    const lf_run_status ended = c->results->record[run].status;
    const lf_target goal = {{c->claim->metric, c->claim->where, lf_claim_bound(c, run)}, target};
    *cost = (lf_cost_span){INFINITY, INFINITY};
    if (ended != LF_RUN_DONE && ended != LF_RUN_DIVERGED) return LF_OK;
    if (ended == LF_RUN_DIVERGED && lf_claim_stays(c->claim)) return LF_OK; /* it stayed nowhere */
    LF_TRY(
        lf_quantity_span(c->results, run, &goal, c->claim->cost, lf_claim_stays(c->claim), cost));
    if (ended == LF_RUN_DIVERGED && isinf(cost->most)) cost->least = INFINITY;
    return LF_OK;
}

/* other / own, where infinity over infinity says nothing: `unknown`. Two costs of 0, where both
 * started at the target, are equal. */
static double speedup_ratio(double other, double own, double unknown) {
    if (isinf(other) && isinf(own)) return unknown;
    if (own == 0) return other == 0 ? 1 : INFINITY;
    return other / own;
}

/* The target of a pair; NAN: the run that sets it did not end well. */
static double speedup_target(const lf_claim_case *c, const lf_claim_pair *pair) {
    double target = NAN;
    if (lf_number_parse(c->claim->target, &target)) return target;
    const size_t run = strcmp(c->claim->target, "method") == 0 ? pair->own : pair->other;
    return lf_quantity_final(c->results, run, c->claim->metric);
}

/* Nothing to reach: the run that sets the target has no end, which speaks against that one unless
 * the other has none, too, or none within the bound. */
static lf_status speedup_without_target(const lf_claim_case *c, lf_claim_pair *pair) {
    const bool own = strcmp(c->claim->target, "method") == 0;
    double end;
    LF_TRY(lf_claim_value(c, own ? pair->other : pair->own, NAN, NAN, &end));
    const bool both = isnan(end);
    pair->value = own || both ? INFINITY : 0;
    pair->against = !own || both ? INFINITY : 0;
    pair->low = both || own ? -INFINITY : INFINITY;
    pair->high = both || !own ? INFINITY : -INFINITY;
    return LF_OK;
}

static lf_status speedup_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    const double target = speedup_target(c, pair);
    if (isnan(target)) return speedup_without_target(c, pair);
    lf_cost_span own, other;
    LF_TRY(speedup_cost_of(c, pair->own, target, &own));
    LF_TRY(speedup_cost_of(c, pair->other, target, &other));
    const double least = speedup_ratio(other.least, own.most, 0);
    const double most = speedup_ratio(other.most, own.least, INFINITY);
    pair->value = own.most;
    pair->against = other.most;
    pair->low = log(least);
    pair->high = log(most);
    return LF_OK;
}

static double speedup_shown(const lf_claim_case *c, double margin) {
    (void)c;
    return exp(margin);
}

/* The unit is the budget's own if the claim names none. */
static const char *speedup_cost_name(const lf_claim_case *c) {
    return c->claim->cost ? c->claim->cost : "of the budget";
}

/* One pair of a speed-up, with the bound where a cost is censored. */
static void speedup_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    const bool both = isfinite(pair->value) && isfinite(pair->against);
    if (both) /* of a run that starts at the target there is no ratio */
        fprintf(out, "%.3g against %.3g %s", pair->value, pair->against, speedup_cost_name(c));
    if (both && isfinite(pair->low)) /* not an end of the interval, where that is resolved */
        fprintf(out, ", %.3gx", speedup_ratio(pair->against, pair->value, 0));
    if (both) return;
    if (isfinite(pair->value) && isfinite(pair->low))
        fprintf(out, "at least %.3gx: the other never got there", exp(pair->low));
    else if (isfinite(pair->against) && isfinite(pair->high))
        fprintf(out, "at most %.3gx: the method itself never got there", exp(pair->high));
    else
        fprintf(out, "%s got there",
                isfinite(pair->value)     ? "only the method"
                : isfinite(pair->against) ? "only the other"
                                          : "neither");
}

static lf_status speedup_check(const lf_experiment *experiment, const lf_experiment_claim *claim) {
    double target;
    if (strcmp(claim->target, "method") != 0 && strcmp(claim->target, "baseline") != 0 &&
        !lf_number_typed(claim->target, &target))
        return lf_fail(LF_BAD_INPUT, "target: expected a number, method or baseline, not '%s'",
                       claim->target);
    if (claim->reach && strcmp(claim->reach, "first") != 0 && strcmp(claim->reach, "stays") != 0)
        return lf_fail(LF_BAD_INPUT, "reach: expected first or stays, not '%s'", claim->reach);
    if (!(*claim->factor > 0)) return lf_fail(LF_BAD_INPUT, "factor: expected a number above 0");
    return lf_experiment_check_where(experiment, claim->where, claim->at_most, claim->bound);
}

const lf_claim_kind lf_claim_kind_speedup = {
    .place = 30,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_THAN | LF_CLAIM_TARGET | LF_CLAIM_FACTOR,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_COST | LF_CLAIM_WHERE | LF_CLAIM_AT_MOST | LF_CLAIM_BOUND |
           LF_CLAIM_TIE_WITHIN | LF_CLAIM_TEST | LF_CLAIM_REACH,
    .check = speedup_check,
    .margin = speedup_margin,
    .shown = speedup_shown,
    .ratios = true,
    .what = "speed-up",
    .exact = speedup_exact,
};
