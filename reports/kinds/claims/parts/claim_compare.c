/**
 * @file claim_compare.c
 * @brief Values of two runs side by side: at their ends, at equal cost, or on average.
 *
 * Where a run ended badly, or outside of what is asked for, its value is infinite, which tests on
 * ranks take as it stands.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"

double lf_claim_bound(const lf_claim_case *c, size_t run) {
    const double *at_most = c->claim->at_most;
    return lf_experiment_bound(c->results->experiment, c->results->plan[run].problem,
                               c->claim->bound, at_most ? *at_most : NAN);
}

/* Is the run within the bound of `where`, at a cost or at its end (NAN)? */
static lf_status compare_feasible(const lf_claim_case *c, size_t run, double cost, bool *feasible) {
    double value = lf_quantity_final(c->results, run, c->claim->where);
    if (!isnan(cost))
        LF_TRY(lf_quantity_value(c->results, run, c->claim->where, c->claim->cost, cost, &value));
    *feasible = value <= lf_claim_bound(c, run);
    return LF_OK;
}

/* Has the run no value where it ends, though it was evaluated there, and is that what is asked of
 * it? The mean is of all rows; at a cost before its end it may have one. */
static lf_status compare_lost(const lf_claim_case *c, size_t run, double cost, bool *lost) {
    const lf_record *record = &c->results->record[run];
    double spent = 0;
    *lost = lf_quantity_lost(c->results, run, c->claim->metric);
    if (!*lost || c->claim->mean || isnan(cost)) return LF_OK;
    LF_TRY(lf_quantity_x(c->results, run, c->claim->cost, record->points - 1, &spent));
    *lost = spent <= cost;
    return LF_OK;
}

lf_status lf_claim_value(const lf_claim_case *c, size_t run, double cost, double worst,
                         double *value) {
    const lf_record *record = &c->results->record[run];
    *value = worst;
    bool feasible = record->status == LF_RUN_DONE;
    if (feasible && c->claim->where) LF_TRY(compare_feasible(c, run, cost, &feasible));
    bool lost = false;
    if (feasible) LF_TRY(compare_lost(c, run, cost, &lost));
    if (!feasible || lost) return LF_OK;
    if (c->claim->mean)
        return lf_quantity_mean(c->results, run, c->claim->metric, c->claim->cost, value);
    if (!isnan(cost))
        return lf_quantity_value(c->results, run, c->claim->metric, c->claim->cost, cost, value);
    *value = lf_quantity_final(c->results, run, c->claim->metric);
    return LF_OK;
}

/* What a run spent in all. One without a row sets no limit, nor does one that did not end well: it
 * is worse than any other, and to stop early shall not spare it that. */
static lf_status compare_spent(const lf_claim_case *c, size_t run, double *spent) {
    const lf_record *record = &c->results->record[run];
    *spent = INFINITY;
    if (record->status != LF_RUN_DONE || record->points == 0) return LF_OK;
    return lf_quantity_x(c->results, run, c->claim->cost, record->points - 1, spent);
}

/* The smaller of what the two runs spent; NAN if the claim is about their ends. */
static lf_status compare_equal_cost(const lf_claim_case *c, const lf_claim_pair *pair,
                                    double *cost) {
    double own, other;
    *cost = NAN;
    if (!c->claim->cost || c->claim->mean) return LF_OK;
    LF_TRY(compare_spent(c, pair->own, &own));
    LF_TRY(compare_spent(c, pair->other, &other));
    *cost = fmin(own, other);
    return LF_OK;
}

double lf_claim_below_bound(const lf_claim_case *c, double margin) {
    return *c->claim->at_most - margin;
}

lf_status lf_claim_compare(const lf_claim_case *c, bool lower, lf_claim_pair *pair) {
    const double worst = c->rises ? -INFINITY : INFINITY;
    double cost;
    LF_TRY(compare_equal_cost(c, pair, &cost));
    LF_TRY(lf_claim_value(c, pair->own, cost, worst, &pair->value));
    LF_TRY(lf_claim_value(c, pair->other, cost, worst, &pair->against));
    const bool neither = pair->value == worst && pair->against == worst; /* no evidence */
    pair->low = lower ? pair->against - pair->value : pair->value - pair->against;
    pair->high = neither ? INFINITY : pair->low;
    if (neither) pair->low = -INFINITY;
    return LF_OK;
}

/* What the method compared with gained from its start, over its first seeds: a share of it is too
 * little to matter. More seeds do not move the margin that they are held against. */
static lf_status compare_gain(const lf_claim_case *c, const lf_claim_sample *sample, double *gain) {
    enum { SEEDS = 6 };
    double final[SEEDS];
    const size_t n = sample->pairs < SEEDS ? sample->pairs : SEEDS;
    *gain = NAN;
    for (size_t i = 0; i < n; i++)
        final[i] = lf_quantity_final(c->results, sample->pair[i].other, c->claim->metric);
    if (n == 0 || c->results->record[sample->pair[0].other].points == 0) return LF_OK;
    const lf_record *first = &c->results->record[sample->pair[0].other];
    *gain = fabs(lf_record_value(first, 0, c->claim->metric) -
                 lf_quantity_quartiles(final, n, c->rises).median);
    return LF_OK;
}

const char *lf_claim_tie_of(const lf_experiment *experiment, const lf_experiment_claim *claim) {
    const lf_claim_kind *kind = lf_claim_kind_of(claim);
    if (claim->tie || !kind || !(kind->may & LF_CLAIM_TIE_WITHIN) || kind->ratios)
        return claim->tie;
    for (size_t i = experiment->ties_count; i-- > 0;) /* an item's own stand behind its base's */
        if (strcmp(experiment->ties[i].metric, claim->metric) == 0) return experiment->ties[i].tie;
    return NULL;
}

lf_status lf_claim_tie(const lf_claim_case *c, const lf_claim_sample *sample, double *tie) {
    const char *text = lf_claim_tie_of(c->results->experiment, c->claim);
    *tie = NAN;
    if (c->kind->ratios) *tie = log1p(text ? strtod(text, NULL) : 0.1);
    if (c->kind->ratios || !text) return LF_OK;
    char *end;
    const double value = strtod(text, &end);
    if (*end != '%') {
        *tie = value;
        return LF_OK;
    }
    LF_TRY(compare_gain(c, sample, tie));
    *tie = *tie > 0 && isfinite(*tie) ? *tie * value / 100 : NAN;
    return LF_OK;
}

lf_status lf_claim_compare_check(const lf_experiment *experiment,
                                 const lf_experiment_claim *claim) {
    return lf_experiment_check_where(experiment, claim->where, claim->at_most, claim->bound);
}

void lf_claim_compare_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    char own[32], other[32];
    fprintf(out, "%s %s against %s%s", c->claim->metric, lf_claim_number(pair->value, own),
            lf_claim_number(pair->against, other),
            c->claim->mean ? ", means" : (c->claim->cost ? ", at equal cost" : ""));
    if (c->claim->where)
        fprintf(out, ", where %s <= %g", c->claim->where, lf_claim_bound(c, pair->own));
}
