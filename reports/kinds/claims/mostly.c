/**
 * @file mostly.c
 * @brief `metric` of `method` is no more than `at_most` at a share `at_least` of a run's
 * evaluations, in every run.
 *
 * With `cost` and `at` only evaluations from that cost on count. Nothing is tested, as for
 * `feasible`: one run with too few refutes the claim.
 */
#include <math.h>

#include "reports/kinds/claims/parts/kind.h"

/* The share of a run's evaluations that are within the bound; NAN if there are none. A run that did
 * not end well, or has no value at its end, has none within. */
static lf_status mostly_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    const lf_record *record = &c->results->record[pair->own];
    size_t all = 0, within = 0;
    for (size_t i = 0; i < record->points; i++) {
        const double value = lf_record_value(record, i, c->claim->metric);
        double spent = 0;
        if (c->claim->at) LF_TRY(lf_quantity_x(c->results, pair->own, c->claim->cost, i, &spent));
        if (isnan(value) || (c->claim->at && spent < *c->claim->at)) continue;
        all++;
        within += value <= *c->claim->at_most;
    }
    const bool lost = lf_quantity_lost(c->results, pair->own, c->claim->metric);
    pair->value = lost || record->status != LF_RUN_DONE ? 0
                  : all                                 ? (double)within / (double)all
                                                        : NAN;
    pair->low = pair->high = pair->value - *c->claim->at_least;
    return LF_OK;
}

static double mostly_shown(const lf_claim_case *c, double margin) {
    return *c->claim->at_least + margin;
}

static size_t mostly_enough(const lf_claim_sample *sample) {
    size_t enough = 0;
    for (size_t i = 0; i < sample->pairs; i++)
        enough += sample->pair[i].low >= 0;
    return enough;
}

static lf_claim_outcome mostly_outcome(const lf_claim_case *c, const lf_claim_sample *sample) {
    (void)c;
    if (mostly_enough(sample) < sample->pairs) return LF_CLAIM_NOT_HELD;
    return sample->missing || !sample->pairs ? LF_CLAIM_UNDECIDED : LF_CLAIM_HELD;
}

static void mostly_sentence(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < sample->pairs; i++) {
        least = fmin(least, sample->pair[i].value);
        most = fmax(most, sample->pair[i].value);
    }
    fprintf(out, "%zu of %zu runs have %s at most %.3g at %g or more of their evaluations",
            mostly_enough(sample), sample->pairs, c->claim->metric, *c->claim->at_most,
            *c->claim->at_least);
    if (c->claim->at) fprintf(out, " from %g %s on", *c->claim->at, c->claim->cost);
    if (sample->pairs && least < most)
        fprintf(out, "; the shares are %.3g to %.3g", least, most);
    else if (sample->pairs)
        fprintf(out, "; the share is %.3g", least);
    if (sample->missing)
        fprintf(out, "; %zu %s", sample->missing, lf_claim_missing(sample->missing));
}

static lf_status mostly_check(const lf_experiment *experiment, const lf_experiment_claim *claim) {
    (void)experiment;
    if (!claim->at != !claim->cost) return lf_fail(LF_BAD_INPUT, "at and cost go together");
    if (!(*claim->at_least > 0 && *claim->at_least <= 1))
        return lf_fail(LF_BAD_INPUT, "at_least: expected a share above 0, of at most 1");
    return LF_OK;
}

const lf_claim_kind lf_claim_kind_mostly = {
    .place = 47,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_AT_MOST | LF_CLAIM_AT_LEAST,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_COST | LF_CLAIM_AT,
    .check = mostly_check,
    .margin = mostly_margin,
    .shown = mostly_shown,
    .outcome = mostly_outcome,
    .sentence = mostly_sentence,
};
