/**
 * @file claim_compare.c
 * @brief Values of two runs side by side: at their ends, at equal cost, or on average.
 *
 * Where a run ended badly its value is infinite, which tests on ranks take as it stands.
 */
#include <math.h>

#include "reports/kinds/claims/parts/kind.h"

double lf_claim_by(const lf_claim_case *c) {
    return c->claim->by ? *c->claim->by : 0;
}

lf_status lf_claim_value(const lf_claim_case *c, size_t run, double cost, double worst,
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
static lf_status compare_spent(const lf_claim_case *c, size_t run, double *spent) {
    const size_t points = c->results->record[run].points;
    *spent = INFINITY;
    if (points == 0) return LF_OK;
    return lf_quantity_x(c->results, run, c->claim->cost, points - 1, spent);
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

/* Two infinitely bad runs are a tie. */
static double compare_difference(double a, double b) {
    return a == b ? 0 : a - b;
}

lf_status lf_claim_compare(const lf_claim_case *c, bool lower, lf_claim_pair *pair) {
    const double worst = lower ? INFINITY : -INFINITY;
    double cost;
    LF_TRY(compare_equal_cost(c, pair, &cost));
    LF_TRY(lf_claim_value(c, pair->own, cost, worst, &pair->value));
    LF_TRY(lf_claim_value(c, pair->other, cost, worst, &pair->against));
    pair->low = pair->high = (lower ? compare_difference(pair->against, pair->value)
                                    : compare_difference(pair->value, pair->against)) -
                             lf_claim_by(c);
    return LF_OK;
}

void lf_claim_compare_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    fprintf(out, "%s %.3g against %.3g%s", c->claim->metric, pair->value, pair->against,
            c->claim->mean ? ", means" : (c->claim->cost ? ", at equal cost" : ""));
}
