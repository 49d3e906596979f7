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

#include "harness/results/seed_runs.h"
#include "reports/kinds/claims/parts/kind.h"

void lf_claim_sample_free(lf_claim_sample *sample) {
    free(sample->pair);
    sample->pair = NULL;
    sample->pairs = 0;
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
    LF_TRY(c->kind->margin(c, &pair));
    if (isnan(pair.low) || isnan(pair.high))
        sample->missing++;
    else
        sample->pair[sample->pairs++] = pair;
    return LF_OK;
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

/* A level's runs in a row become one pair. Means of what is not known on both sides are not known.
 */
static lf_status sample_levels(lf_claim_sample *sample) {
    const size_t runs = sample->runs, levels = sample->pairs / runs;
    double *margin = malloc((sample->pairs + 1) * sizeof *margin);
    if (!margin) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    for (size_t i = 0; i < levels; i++) {
        lf_claim_pair mean = sample->pair[i * runs];
        mean.value = mean.against = mean.low = mean.high = 0;
        for (size_t k = i * runs; k < (i + 1) * runs; k++) {
            const lf_claim_pair *pair = &sample->pair[k];
            mean.value += pair->value / (double)runs;
            mean.against += pair->against / (double)runs;
            mean.low += pair->low / (double)runs;
            mean.high += pair->high / (double)runs;
            margin[k] = (pair->low + pair->high) / 2;
        }
        if (isnan(mean.low)) mean.low = -INFINITY;
        if (isnan(mean.high)) mean.high = INFINITY;
        sample->pair[i] = mean;
    }
    sample->pairs = levels;
    sample->icc = lf_stat_icc(margin, levels, runs);
    free(margin);
    return LF_OK;
}

/* The form on which either method meets the problem says what runs share. */
static size_t sample_runs(const lf_claim_case *c, const lf_claim_sample *sample) {
    const lf_experiment *e = c->results->experiment;
    const size_t own = lf_experiment_form(e, sample->problem, c->method);
    const size_t other =
        sample->than == SIZE_MAX ? own : lf_experiment_form(e, sample->problem, sample->than);
    const size_t a = lf_experiment_level_runs(e, own), b = lf_experiment_level_runs(e, other);
    return a > b ? a : b;
}

/* From one end of a margin to another; infinite ones may be equal, and what is no number is none.
 */
static double sample_apart(double a, double b) {
    return a == b || isnan(a) ? 0 : fabs(a - b);
}

/* How far the margin moves when one of a pair's runs, the method's own or the other's, is the one
 * that was nudged. */
static lf_status sample_moved(const lf_claim_case *c, const lf_claim_pair *pair, bool own,
                              size_t nudged, double *by) {
    lf_claim_pair beside = *pair;
    *by = 0;
    if (nudged == SIZE_MAX) return LF_OK;
    *(own ? &beside.own : &beside.other) = nudged;
    LF_TRY(c->kind->margin(c, &beside));
    *by = fmax(sample_apart(beside.low, pair->low), sample_apart(beside.high, pair->high));
    return LF_OK;
}

/* One pair stands for all: its margin is known no better than by what moves it, and lies between
 * ends that are so far apart. */
static lf_status sample_resolve(const lf_claim_case *c, lf_claim_sample *sample) {
    lf_claim_pair *pair = &sample->pair[0];
    double own, other = 0;
    LF_TRY(sample_moved(c, pair, true, lf_results_nudge(c->results, sample->problem, c->method),
                        &own));
    if (sample->than != SIZE_MAX)
        LF_TRY(sample_moved(c, pair, false,
                            lf_results_nudge(c->results, sample->problem, sample->than), &other));
    sample->resolution = own + other;
    pair->low -= sample->resolution;
    pair->high += sample->resolution;
    return LF_OK;
}

/* Where nothing is compared a pair is one run. */
lf_status lf_claim_gather(const lf_claim_case *c, lf_claim_sample *sample) {
    lf_seed_runs own = {0}, other = {0};
    const bool alone = sample->than == SIZE_MAX;
    sample->pair = calloc(c->results->runs + 1, sizeof *sample->pair);
    if (!sample->pair) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    const char *cost = c->claim->cost;
    lf_status status = lf_seed_runs_find(c->results, sample->problem, c->method, cost, &own);
    if (status == LF_OK && !alone)
        status = lf_seed_runs_find(c->results, sample->problem, sample->than, cost, &other);
    if (status == LF_OK && !alone) status = sample_pair_up(c, &own, &other, sample);
    for (size_t i = 0; alone && i < own.n && status == LF_OK; i++)
        status = sample_add(c, own.run[i], SIZE_MAX, sample);
    sample->fixed = own.fixed && (alone || other.fixed);
    sample->once = own.once || other.once;
    const lf_experiment_method *method = c->results->experiment->methods;
    sample->drawless =
        method[c->method].deterministic && (alone || method[sample->than].deterministic);
    lf_seed_runs_free(&own);
    lf_seed_runs_free(&other);
    sample->runs = sample_runs(c, sample);
    sample->icc = NAN;
    if (status != LF_OK || sample->missing || sample->once || c->kind->outcome) return status;
    if (sample->fixed) return sample->pairs ? sample_resolve(c, sample) : LF_OK;
    return sample->runs == 1 ? LF_OK : sample_levels(sample);
}
