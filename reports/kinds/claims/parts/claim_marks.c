/**
 * @file claim_marks.c
 * @brief What the claims of an experiment tell its other sections: the metric that methods are
 * judged by, with its bound, and the values of it that figures mark.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "reports/kinds/claims/parts/claims.h"

/* A claim that names no problem is about all of them. */
static bool marks_about(const lf_experiment_claim *claim, const char *problem) {
    bool among = claim->problems_count == 0;
    for (size_t i = 0; i < claim->problems_count; i++)
        among |= strcmp(claim->problems[i], problem) == 0;
    return among;
}

/* Does it say which of two methods is better on the problem, by a metric that runs know? */
static bool marks_judges(const lf_results *results, size_t problem,
                         const lf_experiment_claim *claim) {
    return lf_claim_ranks(claim) && marks_about(claim, results->experiment->problems[problem].id) &&
           lf_quantity_known(results, problem, claim->metric);
}

/* What the claim judges by; its bound may be a constant of the problem. */
static lf_judged marks_by(const lf_results *results, size_t problem,
                          const lf_experiment_claim *claim) {
    const double at_most = claim->at_most ? *claim->at_most : NAN;
    return (lf_judged){
        .metric = claim->metric,
        .where = claim->where,
        .at_most = lf_experiment_bound(results->experiment, problem, claim->bound, at_most)};
}

static bool marks_same(const lf_judged *a, const lf_judged *b, bool bounds) {
    if (strcmp(a->metric, b->metric) != 0) return false;
    if (!bounds || !a->where || !b->where) return !bounds || a->where == b->where;
    return strcmp(a->where, b->where) == 0 && a->at_most == b->at_most;
}

/* What most claims on the problem judge by: of those with the metric of `by`, if `bounds`, else of
 * all, whatever their bounds are. The first of several. */
static bool marks_most(const lf_results *results, size_t problem, bool bounds, lf_judged *by) {
    const lf_experiment *experiment = results->experiment;
    const lf_judged among = *by;
    size_t most = 0;
    for (size_t i = 0; i < experiment->claims_count; i++) {
        const lf_judged one = marks_by(results, problem, &experiment->claims[i]);
        size_t same = 0;
        if (!marks_judges(results, problem, &experiment->claims[i])) continue;
        if (bounds && !marks_same(&one, &among, false)) continue;
        for (size_t k = i; k < experiment->claims_count; k++) {
            const lf_judged other = marks_by(results, problem, &experiment->claims[k]);
            same += marks_judges(results, problem, &experiment->claims[k]) &&
                    marks_same(&one, &other, bounds);
        }
        if (same > most) most = same, *by = one;
    }
    return most > 0;
}

bool lf_claims_judged(const lf_results *results, size_t problem, lf_judged *by) {
    return marks_most(results, problem, false, by) && marks_most(results, problem, true, by);
}

/* Does the claim name a value of the metric, on the problem? A word for one run's end is none. */
static bool marks_target(const lf_experiment_claim *claim, const char *problem, const char *metric,
                         double *target) {
    if (!claim->target || !claim->metric || strcmp(claim->metric, metric) != 0) return false;
    char *end;
    *target = strtod(claim->target, &end);
    return marks_about(claim, problem) && end != claim->target && *end == '\0';
}

size_t lf_claims_targets(const lf_experiment *experiment, const char *problem, const char *metric,
                         size_t room, double *target) {
    size_t n = 0;
    for (size_t i = 0; i < experiment->claims_count; i++) {
        double value;
        bool known = !marks_target(&experiment->claims[i], problem, metric, &value);
        for (size_t k = 0; k < n && !known; k++)
            known = target[k] == value;
        if (!known && n < room) target[n++] = value;
    }
    return n;
}
