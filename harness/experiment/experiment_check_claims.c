/**
 * @file experiment_check_claims.c
 * @brief A claim has what its kind needs, and names what there is.
 *
 * A claim that cannot be decided for a reason that is known now should not wait for a day of runs
 * to say so. Whether the seeds are enough is left to the verdict, which says how many would be.
 */
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "harness/experiment/experiment_parts.h"
#include "harness/results/claim_parts.h"
#include "reports/kinds/fits.h"
#include "reports/kinds/frontiers.h"

/* A key that this kind of claim must have, or must not. */
static lf_status check_key(const char *kind, const char *key, bool wanted, bool given) {
    if (wanted == given) return LF_OK;
    return lf_fail(LF_BAD_INPUT, wanted ? "kind %s needs %s" : "kind %s has no %s", kind, key);
}

/* The fit says all but the method and the bound, of which there is one. */
static lf_status check_exponent(const lf_experiment_claim *c) {
    LF_TRY(check_key(c->kind, "fit", true, c->fit));
    LF_TRY(check_key(c->kind, "problems", false, c->problems_count > 0));
    LF_TRY(check_key(c->kind, "than", false, c->than_count > 0));
    LF_TRY(check_key(c->kind, "metric", false, c->metric));
    LF_TRY(check_key(c->kind, "mean", false, c->mean));
    LF_TRY(check_key(c->kind, "target", false, c->target));
    LF_TRY(check_key(c->kind, "cost", false, c->cost));
    LF_TRY(check_key(c->kind, "where", false, c->where));
    LF_TRY(check_key(c->kind, "factor", false, c->factor));
    LF_TRY(check_key(c->kind, "by", false, c->by));
    if (!c->at_most == !c->at_least)
        return lf_fail(LF_BAD_INPUT, "kind %s needs at_most or at_least, one of them", c->kind);
    return LF_OK;
}

/* The frontier says all but the methods and the place. */
static lf_status check_frontier(const lf_experiment_claim *c) {
    LF_TRY(check_key(c->kind, "frontier", true, c->frontier));
    LF_TRY(check_key(c->kind, "at", true, c->at));
    LF_TRY(check_key(c->kind, "than", true, c->than_count > 0));
    LF_TRY(check_key(c->kind, "problems", false, c->problems_count > 0));
    LF_TRY(check_key(c->kind, "fit", false, c->fit));
    LF_TRY(check_key(c->kind, "metric", false, c->metric));
    LF_TRY(check_key(c->kind, "mean", false, c->mean));
    LF_TRY(check_key(c->kind, "target", false, c->target));
    LF_TRY(check_key(c->kind, "cost", false, c->cost));
    LF_TRY(check_key(c->kind, "where", false, c->where));
    LF_TRY(check_key(c->kind, "at_most", false, c->at_most));
    LF_TRY(check_key(c->kind, "at_least", false, c->at_least));
    return check_key(c->kind, "factor", false, c->factor);
}

/* A key that a kind does not have would be ignored, and its author misled. */
static lf_status check_form(const lf_experiment_claim *c) {
    const lf_claim_kind kind = lf_claim_kind_of(c);
    if (kind == LF_CLAIM_KINDS)
        return lf_fail(LF_BAD_INPUT,
                       "kind: expected lower, higher, speedup, feasible, slope, exponent or "
                       "frontier_higher, not '%s'",
                       c->kind);
    if (kind == LF_CLAIM_FRONTIER_HIGHER) return check_frontier(c);
    LF_TRY(check_key(c->kind, "frontier", false, c->frontier));
    LF_TRY(check_key(c->kind, "at", false, c->at));
    if (kind == LF_CLAIM_EXPONENT) return check_exponent(c);
    LF_TRY(check_key(c->kind, "metric", true, c->metric));
    LF_TRY(check_key(c->kind, "fit", false, c->fit));
    LF_TRY(check_key(c->kind, "at_least", false, c->at_least));
    const bool compares = kind != LF_CLAIM_FEASIBLE && kind != LF_CLAIM_SLOPE;
    const bool speedup = kind == LF_CLAIM_SPEEDUP;
    LF_TRY(check_key(c->kind, "than", compares, c->than_count > 0));
    LF_TRY(check_key(c->kind, "target", speedup, c->target));
    LF_TRY(check_key(c->kind, "factor", speedup, c->factor));
    LF_TRY(check_key(c->kind, "by", false, (speedup || !compares) && c->by));
    LF_TRY(check_key(c->kind, "mean", false, (speedup || !compares) && c->mean));
    if (speedup) return lf_experiment_check_where(c->where, c->at_most);
    LF_TRY(check_key(c->kind, "where", false, c->where));
    LF_TRY(check_key(c->kind, "at_most", !compares, c->at_most));
    return check_key(c->kind, "cost", false, c->cost && kind == LF_CLAIM_FEASIBLE);
}

/* A level of a half or more would hold claims on a coin. */
static lf_status check_numbers(const lf_experiment_claim *c) {
    double target;
    if (c->target && strcmp(c->target, "method") != 0 && strcmp(c->target, "baseline") != 0 &&
        !lf_number_parse(c->target, &target))
        return lf_fail(LF_BAD_INPUT, "target: expected a number, method or baseline, not '%s'",
                       c->target);
    if (c->factor && !(*c->factor > 0))
        return lf_fail(LF_BAD_INPUT, "factor: expected a number above 0");
    if (c->by && !(*c->by > 0)) return lf_fail(LF_BAD_INPUT, "by: expected a number above 0");
    if (c->level && !(*c->level > 0 && *c->level < 0.5))
        return lf_fail(LF_BAD_INPUT, "level: expected a number between 0 and 0.5");
    return LF_OK;
}

/* The fit exists, and the method is in it. */
static lf_status check_fit(const lf_experiment *experiment, const lf_experiment_claim *c) {
    const lf_names fits = LF_NAMES("fit", experiment->fits, experiment->fits_count);
    LF_TRY(lf_names_check(&fits, c->fit));
    const lf_experiment_fit *fit = &experiment->fits[lf_names_find(&fits, c->fit)];
    const lf_names methods = LF_NAMES("method", fit->methods, fit->methods_count);
    if (fit->methods_count == 0 || lf_names_find(&methods, c->method) != SIZE_MAX) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "method '%s' is not in fit '%s'", c->method, fit->id);
}

/* The frontier exists, and the methods have lines on it. */
static lf_status check_frontier_lines(const lf_experiment *experiment,
                                      const lf_experiment_claim *c) {
    const lf_names frontiers =
        LF_NAMES("frontier", experiment->frontiers, experiment->frontiers_count);
    LF_TRY(lf_names_check(&frontiers, c->frontier));
    const lf_experiment_frontier *is =
        &experiment->frontiers[lf_names_find(&frontiers, c->frontier)];
    for (size_t k = 0; k <= c->than_count; k++) {
        const char *method = k < c->than_count ? c->than[k] : c->method;
        size_t line = 0;
        while (line < is->lines_count && strcmp(is->lines[line].method, method) != 0)
            line++;
        if (line == is->lines_count)
            return lf_fail(LF_BAD_INPUT, "method '%s' has no line on frontier '%s'", method,
                           is->id);
    }
    return LF_OK;
}

/* A pair of problem and method that is named is one that runs. */
static lf_status check_pairs(const lf_experiment *experiment, const lf_experiment_claim *c) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    for (size_t i = 0; i < c->problems_count; i++) {
        const size_t problem = lf_names_find(&problems, c->problems[i]);
        LF_TRY(lf_experiment_check_form(experiment, problem, lf_names_find(&methods, c->method)));
        LF_TRY(lf_experiment_check_forms(experiment, problem, c->than_count, c->than));
    }
    return LF_OK;
}

/* Ids exist; metrics and costs make sense on every problem that the claim is about. */
static lf_status check_names(const lf_experiment *experiment, const lf_experiment_claim *c) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    LF_TRY(lf_names_check(&methods, c->method));
    LF_TRY(lf_names_check_all(&methods, c->than_count, c->than));
    LF_TRY(lf_names_check_all(&problems, c->problems_count, c->problems));
    for (size_t i = 0; i < c->than_count; i++)
        if (strcmp(c->than[i], c->method) == 0)
            return lf_fail(LF_BAD_INPUT, "'%s' is compared with itself", c->method);
    if (c->fit) return check_fit(experiment, c);
    if (c->frontier) return check_frontier_lines(experiment, c);
    LF_TRY(check_pairs(experiment, c));
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_claim_has_problem(experiment, c, i)) continue;
        LF_TRY(lf_experiment_check_metric(experiment, i, c->metric));
        LF_TRY(lf_experiment_check_metric(experiment, i, c->where));
        if (c->cost && strcmp(c->cost, "seconds") != 0)
            LF_TRY(lf_experiment_check_cost(experiment, i, c->cost));
    }
    return LF_OK;
}

lf_status lf_experiment_check_claims(const lf_experiment *experiment) {
    const lf_names claims = LF_NAMES("claim", experiment->claims, experiment->claims_count);
    LF_TRY(lf_names_distinct(&claims));
    for (size_t i = 0; i < experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &experiment->claims[i];
        lf_status status = check_form(claim);
        if (status == LF_OK) status = check_numbers(claim);
        if (status == LF_OK) status = check_names(experiment, claim);
        if (status != LF_OK) return lf_fail_within(status, "claim '%s': ", claim->id);
    }
    return LF_OK;
}
