/**
 * @file lower.c
 * @brief The final `metric` of `method` is below that of each of `than`, `by` at least so much.
 *
 * With `cost` it is the value at equal cost, with `mean` the mean over a cost; with `where` a run
 * that has more than `at_most` of that is worse than any other.
 */
#include "reports/kinds/claims/parts/kind.h"

static lf_status lower_margin(const lf_claim_case *c, lf_claim_pair *pair) {
    return lf_claim_compare(c, true, pair);
}

/* The method's value less the other's. */
static double lower_shown(const lf_claim_case *c, double margin) {
    (void)c;
    return -margin;
}

const lf_claim_kind lf_claim_kind_lower = {
    .place = 10,
    .needs = LF_CLAIM_METRIC | LF_CLAIM_THAN,
    .may = LF_CLAIM_PROBLEMS | LF_CLAIM_BY | LF_CLAIM_MEAN | LF_CLAIM_COST | LF_CLAIM_WHERE |
           LF_CLAIM_AT_MOST | LF_CLAIM_BOUND | LF_CLAIM_TIE_WITHIN | LF_CLAIM_TEST,
    .check = lf_claim_compare_check,
    .ranks = true,
    .margin = lower_margin,
    .shown = lower_shown,
    .strict = true,
    .what = "difference",
    .exact = lf_claim_compare_exact,
};
