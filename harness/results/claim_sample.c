/**
 * @file claim_sample.c
 * @brief The runs behind a comparison, paired by seed, and what each pair says.
 *
 * A margin is positive if the pair speaks for the claim. Where it is not known exactly it has two
 * ends; where a run ended badly it is infinite, which tests on ranks take as it stands.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/results/claim_parts.h"
#include "harness/results/seed_runs.h"

void lf_claim_sample_free(lf_claim_sample *sample) {
    free(sample->pair);
    sample->pair = NULL;
    sample->pairs = 0;
}

/* Final value, the one at equal cost, or the mean; `worst` for a run that did not end well. NAN:
 * unknown. */
static lf_status sample_value(const lf_claim_case *c, size_t run, double cost, double worst,
                              double *value) {
    const lf_record *record = &c->results->record[run];
    *value = worst;
    if (record->status != LF_RUN_DONE) return LF_OK;
    if (c->claim->mean)
        return lf_quantity_mean(c->results, run, c->claim->metric, c->claim->cost, value);
    if (!isnan(cost))
        return lf_quantity_value(c->results, run, c->claim->metric, c->claim->cost, cost, value);
    *value = lf_quantity_final(c->results, run, c->claim->metric);
    return LF_OK;
}

/* What a run spent in all; a run without a row sets no limit. */
static lf_status sample_spent(const lf_claim_case *c, size_t run, double *spent) {
    const size_t points = c->results->record[run].points;
    *spent = INFINITY;
    if (points == 0) return LF_OK;
    return lf_quantity_x(c->results, run, c->claim->cost, points - 1, spent);
}

/* The smaller of what the two runs spent; NAN if the claim is about their ends. */
static lf_status sample_equal_cost(const lf_claim_case *c, const lf_claim_pair *pair,
                                   double *cost) {
    double own, other;
    *cost = NAN;
    if (!c->claim->cost || c->claim->mean) return LF_OK;
    LF_TRY(sample_spent(c, pair->own, &own));
    LF_TRY(sample_spent(c, pair->other, &other));
    *cost = fmin(own, other);
    return LF_OK;
}

/* Two infinitely bad runs are a tie. */
static double sample_difference(double a, double b) {
    return a == b ? 0 : a - b;
}

/* Two values, and the difference in the direction that the claim likes. */
static lf_status sample_compare(const lf_claim_case *c, lf_claim_pair *pair) {
    const bool lower = c->kind == LF_CLAIM_LOWER;
    const double worst = lower ? INFINITY : -INFINITY;
    double cost;
    LF_TRY(sample_equal_cost(c, pair, &cost));
    LF_TRY(sample_value(c, pair->own, cost, worst, &pair->value));
    LF_TRY(sample_value(c, pair->other, cost, worst, &pair->against));
    const double by = c->claim->by ? *c->claim->by : 0;
    pair->low = pair->high = (lower ? sample_difference(pair->against, pair->value)
                                    : sample_difference(pair->value, pair->against)) -
                             by;
    return LF_OK;
}

/* The slope of one run's curve. A run that did not end well has the worst one. */
static lf_status sample_slope(const lf_claim_case *c, lf_claim_pair *pair) {
    const lf_record *record = &c->results->record[pair->own];
    /* Costs and values side by side. The line leaves out the start, whose cost has no logarithm. */
    pair->value = INFINITY;
    double *x = calloc(2 * record->points + 1, sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *y = x + record->points;
    lf_status status = LF_OK;
    for (size_t i = 0; i < record->points && status == LF_OK; i++) {
        y[i] = lf_record_value(record, i, c->claim->metric);
        status = lf_quantity_x(c->results, pair->own, c->claim->cost, i, &x[i]);
    }
    if (record->status == LF_RUN_DONE) pair->value = lf_stat_log_line(x, y, record->points).slope;
    free(x);
    pair->low = pair->high = *c->claim->at_most - pair->value;
    return status;
}

/* A run that did not end well ends infinitely far outside. */
static lf_status sample_feasible(const lf_claim_case *c, lf_claim_pair *pair) {
    LF_TRY(sample_value(c, pair->own, NAN, INFINITY, &pair->value));
    pair->low = pair->high = *c->claim->at_most - pair->value;
    return LF_OK;
}

/* Each kind has its own margin; everything after this is the same for all. */
static lf_status sample_judge(const lf_claim_case *c, lf_claim_pair *pair) {
    switch (c->kind) {
    case LF_CLAIM_SPEEDUP:
        return lf_claim_speedup(c, pair);
    case LF_CLAIM_SLOPE:
        return sample_slope(c, pair);
    case LF_CLAIM_FEASIBLE:
        return sample_feasible(c, pair);
    default:
        return sample_compare(c, pair);
    }
}

/* Add a pair, or count it as missing if either run is not there or has no value. */
static lf_status sample_add(const lf_claim_case *c, size_t own, size_t other,
                            lf_claim_sample *sample) {
    const lf_record *record = c->results->record;
    lf_claim_pair pair = {.own = own, .other = other};
    if (!record[own].key[0] || (other != SIZE_MAX && !record[other].key[0])) {
        sample->missing++;
        return LF_OK;
    }
    LF_TRY(sample_judge(c, &pair));
    if (isnan(pair.low) || isnan(pair.high))
        sample->missing++;
    else
        sample->pair[sample->pairs++] = pair;
    return LF_OK;
}

/* Pairs without any difference: a test would drop them all and have nothing left. */
static bool sample_all_zero(const lf_claim_sample *sample) {
    for (size_t i = 0; i < sample->pairs; i++)
        if (sample->pair[i].low != 0 || sample->pair[i].high != 0) return false;
    return sample->pairs > 0;
}

/* Every pair of runs with the same seed becomes a pair of the sample. */
static lf_status sample_pair_up(const lf_claim_case *c, const lf_seed_runs *own,
                                const lf_seed_runs *other, lf_claim_sample *sample) {
    size_t *run = calloc(2 * c->results->runs + 1, sizeof *run);
    if (!run) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    size_t *partner = run + c->results->runs;
    const size_t n = lf_seed_runs_pair(c->results, own, other, run, partner);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = sample_add(c, run[i], partner[i], sample);
    free(run);
    return status;
}

/* Where nothing is compared (feasible, slope) a pair is one run. */
lf_status lf_claim_gather(const lf_claim_case *c, lf_claim_sample *sample) {
    lf_seed_runs own = {0}, other = {0};
    const bool alone = sample->than == SIZE_MAX;
    sample->pair = calloc(c->results->runs + 1, sizeof *sample->pair);
    if (!sample->pair) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    lf_status status = lf_seed_runs_find(c->results, sample->problem, c->method, &own);
    if (status == LF_OK && !alone)
        status = lf_seed_runs_find(c->results, sample->problem, sample->than, &other);
    if (status == LF_OK && !alone) status = sample_pair_up(c, &own, &other, sample);
    for (size_t i = 0; alone && i < own.n && status == LF_OK; i++)
        status = sample_add(c, own.run[i], SIZE_MAX, sample);
    sample->exact = (own.fixed && (alone || other.fixed)) || sample_all_zero(sample);
    lf_seed_runs_free(&own);
    lf_seed_runs_free(&other);
    return status;
}
