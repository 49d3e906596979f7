/**
 * @file claim_marks.c
 * @brief What the claims of an experiment tell its other sections: the metric that methods are
 * judged by, and the values of it that figures mark.
 */
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

const char *lf_claims_metric(const lf_results *results, size_t problem) {
    const lf_experiment *experiment = results->experiment;
    const char *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &experiment->claims[i];
        size_t same = 0;
        if (!marks_judges(results, problem, claim)) continue;
        for (size_t k = i; k < experiment->claims_count; k++)
            same += marks_judges(results, problem, &experiment->claims[k]) &&
                    strcmp(experiment->claims[k].metric, claim->metric) == 0;
        if (same > most) most = same, found = claim->metric;
    }
    return found;
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
