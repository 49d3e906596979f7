/**
 * @file feasible.c
 * @brief The final `metric` of every run of `method` is no more than `at_most`.
 *
 * Nothing is tested: one run that ends outside refutes the claim.
 */
#include <math.h>

#include "reports/kinds/claims/parts/kind.h"

/* A run that did not end well ends infinitely far outside. */
static lf_status feasible_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    LF_TRY(lf_claim_value(c, pair->own, NAN, INFINITY, &pair->value));
    pair->low = pair->high = *c->claim->at_most - pair->value;
    return LF_OK;
}

/* Every run counts: one that is over refutes, whatever is missing. */
static lf_claim_outcome feasible_outcome(const lf_claim_case *c, const lf_claim_sample *sample) {
    (void)c;
    for (size_t i = 0; i < sample->pairs; i++)
        if (sample->pair[i].low < 0) return LF_CLAIM_NOT_HELD;
    return sample->missing || !sample->pairs ? LF_CLAIM_UNDECIDED : LF_CLAIM_HELD;
}

/* How many, and how close the worst one is. */
static void feasible_sentence(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    double largest = -INFINITY;
    size_t within = 0;
    for (size_t i = 0; i < sample->pairs; i++) {
        within += sample->pair[i].low >= 0;
        largest = fmax(largest, sample->pair[i].value);
    }
    fprintf(out, "%zu of %zu runs end with %s at most %.3g", within, sample->pairs,
            c->claim->metric, *c->claim->at_most);
    if (isfinite(largest)) fprintf(out, "; the largest is %.3g", largest);
    if (largest == INFINITY) fprintf(out, "; a run diverged, failed or ended without a value");
    if (sample->missing)
        fprintf(out, "; %zu %s", sample->missing, lf_claim_missing(sample->missing));
}

const lf_claim_kind lf_claim_kind_feasible = {
    .place = 40,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_AT_MOST,
    .may = LF_CLAIM_PROBLEMS,
    .margin = feasible_margin,
    .shown = lf_claim_below_bound,
    .outcome = feasible_outcome,
    .sentence = feasible_sentence,
};
