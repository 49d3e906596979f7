/**
 * @file stays.c
 * @brief `metric` of `method` is no more than `at_most` at every point of a run, in a share
 * `at_least` of the runs.
 *
 * With `cost` and `at` only points from that cost on count. Without `at_least` every run has to,
 * and nothing is tested, as for `feasible`. With it a run is a toss of a coin, and the binomial
 * distribution says whether so many, or so few, would be likely if the share were just as claimed.
 * Problems share the level, and so do the looks that seeds are added at (Bonferroni).
 */
#include <math.h>
#include <stdlib.h>

#include "reports/kinds/claims/parts/kind.h"

/* The largest value of a run from `at` on; NAN if it was not evaluated there. A run that did not
 * end well, or has no value at its end, did not stay anywhere. */
static lf_status stays_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    const lf_record *record = &c->results->record[pair->own];
    pair->value = record->status == LF_RUN_DONE ? NAN : INFINITY;
    for (size_t i = 0; i < record->points && record->status == LF_RUN_DONE; i++) {
        double spent = 0;
        if (c->claim->at) LF_TRY(lf_quantity_x(c->results, pair->own, c->claim->cost, i, &spent));
        if (c->claim->at && spent < *c->claim->at) continue;
        pair->value = fmax(pair->value, lf_record_value(record, i, c->claim->metric));
    }
    if (lf_quantity_lost(c->results, pair->own, c->claim->metric)) pair->value = INFINITY;
    pair->low = pair->high = *c->claim->at_most - pair->value;
    return LF_OK;
}

static size_t stays_within(const lf_claim_sample *sample) {
    size_t within = 0;
    for (size_t i = 0; i < sample->pairs; i++)
        within += sample->pair[i].low >= 0;
    return within;
}

/* Chance of `from` to `to` successes in n tosses that succeed with this share. */
static double stays_chance(size_t n, double share, size_t from, size_t to) {
    double sum = 0;
    for (size_t k = from; k <= to; k++) {
        const double ways =
            lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
        sum += exp(ways + (double)k * log(share) + (double)(n - k) * log1p(-share));
    }
    return fmin(sum, 1);
}

/* What a comparison has of the level, which the claim's lines share: a problem that the method does
 * not meet is none, nor one under a second name. Without memory nothing is decided. */
static double stays_level(const lf_claim_case *c) {
    lf_claim_sample *line = calloc(c->results->experiment->problems_count + 1, sizeof *line);
    const size_t lines = line ? lf_claim_list(c, line) : 0;
    free(line);
    return lines ? c->level / (double)(lines * LF_LOOKS) : 0;
}

static lf_claim_outcome stays_outcome(const lf_claim_case *c, const lf_claim_sample *sample) {
    const size_t n = sample->pairs, within = stays_within(sample);
    const double *share = c->claim->at_least;
    if (!share || sample->fixed) {
        if (within < n) return LF_CLAIM_NOT_HELD;
        return sample->missing || n == 0 ? LF_CLAIM_UNDECIDED : LF_CLAIM_HELD;
    }
    if (sample->missing || n == 0) return LF_CLAIM_UNDECIDED;
    if (stays_chance(n, *share, within, n) <= stays_level(c)) return LF_CLAIM_HELD;
    if (stays_chance(n, *share, 0, within) <= stays_level(c)) return LF_CLAIM_NOT_HELD;
    return LF_CLAIM_UNDECIDED;
}

/* So many in a row of what has this share are too many for luck. */
static size_t stays_needed(const lf_claim_case *c, double share) {
    return (size_t)ceil(log(stays_level(c)) / log(share));
}

/* All of so many would hold it, and none of so many refute it; a run that does not stay refutes it
 * if every one has to. */
static size_t stays_seeds(const lf_claim_case *c) {
    const double *share = c->claim->at_least;
    return share ? stays_needed(c, fmax(*share, 1 - *share)) : 1;
}

/* The share, its p, and how many seeds would do if all of them stayed. */
static void stays_tested(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    const size_t n = sample->pairs, within = stays_within(sample);
    const double share = *c->claim->at_least, level = stays_level(c);
    const size_t needed = stays_needed(c, share);
    const bool against = (double)within < share * (double)n;
    fprintf(out, "; in a share of at least %g is claimed, p = %.2g%s", share,
            against ? stays_chance(n, share, 0, within) : stays_chance(n, share, within, n),
            against ? " against it" : "");
    if (within == n && n < needed)
        fprintf(out, "; so few cannot reach %.3g, %zu seeds would do", level, needed);
}

static void stays_sentence(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    double largest = -INFINITY;
    for (size_t i = 0; i < sample->pairs; i++)
        largest = fmax(largest, sample->pair[i].value);
    fprintf(out, "%zu of %zu runs stay with %s at most %.3g", stays_within(sample), sample->pairs,
            c->claim->metric, *c->claim->at_most);
    if (c->claim->at) fprintf(out, " from %g %s on", *c->claim->at, c->claim->cost);
    if (isfinite(largest)) fprintf(out, "; the largest is %.3g", largest);
    if (largest == INFINITY) fprintf(out, "; a run diverged, failed or ended without a value");
    if (sample->missing)
        fprintf(out, "; %zu %s", sample->missing, lf_claim_missing(sample->missing));
    if (c->claim->at_least && !sample->fixed && sample->pairs && !sample->missing)
        stays_tested(out, c, sample);
}

static lf_status stays_check(const lf_experiment *experiment, const lf_experiment_claim *claim) {
    (void)experiment;
    if (!claim->at != !claim->cost) return lf_fail(LF_BAD_INPUT, "at and cost go together");
    if (claim->at_least && !(*claim->at_least > 0 && *claim->at_least < 1))
        return lf_fail(LF_BAD_INPUT, "at_least: expected a share between 0 and 1; leave it out for "
                                     "every run");
    return LF_OK;
}

const lf_claim_kind lf_claim_kind_stays = {
    .place = 45,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_AT_MOST,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_COST | LF_CLAIM_AT | LF_CLAIM_AT_LEAST,
    .check = stays_check,
    .margin = stays_margin,
    .shown = lf_claim_below_bound,
    .outcome = stays_outcome,
    .sentence = stays_sentence,
    .seeds = stays_seeds,
};
