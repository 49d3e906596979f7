/**
 * @file higher.c
 * @brief The final `metric` of `method` is above that of each of `than`, `by` at least so much.
 *
 * With `cost` it is the value at equal cost, with `mean` the mean over a cost.
 */
#include "reports/kinds/claims/parts/kind.h"

static lf_status higher_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    return lf_claim_compare(c, false, pair);
}

/* The method's value less the other's. */
static double higher_shown(const lf_claim_case *c, double margin) {
    return margin + lf_claim_by(c);
}

const lf_claim_kind lf_claim_kind_higher = {
    .place = 20,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_THAN,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_BY | LF_CLAIM_MEAN | LF_CLAIM_COST,
    .ranks = true,
    .margin = higher_margin,
    .shown = higher_shown,
    .higher = true,
    .strict = true,
    .what = "difference",
    .exact = lf_claim_compare_exact,
};
