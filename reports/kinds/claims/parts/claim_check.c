/**
 * @file claim_check.c
 * @brief A claim has what its kind needs, and names what there is.
 *
 * A claim that cannot be decided for a reason that is known now should not wait for a day of runs
 * to say so. Whether the seeds are enough is left to the verdict, which says how many would be.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"

/* The keys of kind.h, in the order of their bits. */
static const char *const check_keys[] = {"frontier", "at",       "fit", "metric", "than",  "target",
                                         "factor",   "problems", "by",  "mean",   "cost",  "where",
                                         "at_most",  "at_least", "tie", "test",   "reach", "bound"};
enum { CHECK_KEYS = sizeof check_keys / sizeof *check_keys };

/* The same keys, as far as the claim gives them. */
static unsigned check_given(const lf_experiment_claim *c) {
    const bool given[CHECK_KEYS] = {c->frontier,   c->at,       c->fit,    c->metric,
                                    c->than_count, c->target,   c->factor, c->problems_count,
                                    c->by,         c->mean,     c->cost,   c->where,
                                    c->at_most,    c->at_least, c->tie,    c->test,
                                    c->reach,      c->bound};
    unsigned keys = 0;
    for (size_t i = 0; i < CHECK_KEYS; i++)
        keys |= given[i] ? 1u << i : 0;
    return keys;
}

/* "lower, higher or slope" */
static lf_status check_no_kind(const char *word) {
    char text[256];
    size_t used = 0;
    for (size_t i = 0; lf_claim_kind_word(i) && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i == 0                      ? ""
                                 : lf_claim_kind_word(i + 1) ? ", "
                                                             : " or ",
                                 lf_claim_kind_word(i));
    return lf_fail(LF_BAD_INPUT, "kind: expected %s, not '%s'", text, word);
}

/* A key that a kind does not have would be ignored, and its author misled. */
static lf_status check_form(const lf_experiment_claim *c) {
    const lf_claim_kind *kind = lf_claim_kind_of(c);
    if (!kind) return check_no_kind(c->kind);
    const unsigned given = check_given(c);
    for (size_t i = 0; i < CHECK_KEYS; i++)
        if (kind->needs & ~given & 1u << i)
            return lf_fail(LF_BAD_INPUT, "kind %s needs %s", c->kind, check_keys[i]);
    for (size_t i = 0; i < CHECK_KEYS; i++)
        if (given & ~(kind->needs | kind->may) & 1u << i)
            return lf_fail(LF_BAD_INPUT, "kind %s has no %s", c->kind, check_keys[i]);
    return LF_OK;
}

lf_status lf_claim_tie_check(const char *text, bool shares) {
    char *stop;
    const double value = strtod(text, &stop);
    const bool number = stop != text && value > 0 && isfinite(value);
    if (number && (*stop == '\0' || (shares && strcmp(stop, "%") == 0))) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "tie: expected a number above 0%s, not '%s'",
                   shares ? ", or a share as in 5%" : "", text);
}

/* 40 seeds that all agree come to no less. */
static const double check_least = 1e-11;

/* The factors of looks are made for levels up to 0.05. */
static lf_status check_numbers(const lf_experiment_claim *c) {
    const bool shares = !lf_claim_kind_of(c)->ratios; /* which are shares already */
    if (c->tie) LF_TRY(lf_claim_tie_check(c->tie, shares));
    if (c->test && strcmp(c->test, "pairs") != 0 && strcmp(c->test, "sign") != 0)
        return lf_fail(LF_BAD_INPUT, "test: expected pairs or sign, not '%s'", c->test);
    if (c->by && !(*c->by > 0)) return lf_fail(LF_BAD_INPUT, "by: expected a number above 0");
    if (c->level && !(*c->level >= check_least && *c->level <= LF_LOOK_LEVEL))
        return lf_fail(LF_BAD_INPUT, "level: expected a number from %g to %g", check_least,
                       LF_LOOK_LEVEL);
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

/* The lowest objective is often bought by a violation, so a claim on it names what it allows. */
static lf_status check_objective(const lf_experiment *experiment, size_t problem,
                                 const lf_experiment_claim *c) {
    if (c->where || !(lf_claim_kind_of(c)->may & LF_CLAIM_WHERE)) return LF_OK;
    if (!lf_experiment_is_objective(experiment, problem, c->metric)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "'%s' is the objective of problem '%s', which has constraints: say with where "
                   "and at_most how far a run may violate them",
                   c->metric, experiment->problems[problem].id);
}

/* A metric without a value in any row would leave all runs without one. */
static lf_status check_evaluated(const lf_experiment *experiment, size_t problem,
                                 const char *metric) {
    bool expensive;
    LF_TRY(lf_experiment_is_expensive(experiment, problem, metric, &expensive));
    for (size_t i = 0; expensive && i < experiment->scales_count; i++)
        if (experiment->scales[i].expensive == 0)
            return lf_fail(
                LF_BAD_INPUT,
                "'%s' is expensive on problem '%s', and scale '%s' evaluates it nowhere; "
                "say expensive: 1, or more, there",
                metric, experiment->problems[problem].id, experiment->scales[i].name);
    return LF_OK;
}

/* The claim's own method, and those that it is compared with. */
static lf_status check_cost(const lf_experiment *experiment, size_t problem,
                            const lf_experiment_claim *c) {
    if (!c->cost || strcmp(c->cost, "seconds") == 0) return LF_OK;
    LF_TRY(lf_experiment_check_cost(experiment, problem, c->method ? 1 : 0, &c->method, c->cost));
    if (c->than_count == 0) return LF_OK;
    return lf_experiment_check_cost(experiment, problem, c->than_count, c->than, c->cost);
}

/* Ids exist; metrics and costs make sense on every problem that the claim is about. */
static lf_status check_names(const lf_experiment *experiment, const lf_experiment_claim *c) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    LF_TRY(lf_names_check(&methods, c->method));
    LF_TRY(lf_names_check_all(&methods, c->than_count, c->than));
    LF_TRY(lf_names_check_all(&problems, c->problems_count, c->problems));
    for (size_t i = 0; i < c->than_count; i++) {
        if (strcmp(c->than[i], c->method) == 0)
            return lf_fail(LF_BAD_INPUT, "'%s' is compared with itself", c->method);
        /* A line more in Holm's correction would shield the claim from what refutes it. */
        for (size_t k = 0; k < i; k++)
            if (strcmp(c->than[i], c->than[k]) == 0)
                return lf_fail(LF_BAD_INPUT, "than: '%s' stands there twice", c->than[i]);
    }
    LF_TRY(check_pairs(experiment, c));
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_among(experiment, i, c->problems_count, c->problems)) continue;
        LF_TRY(lf_experiment_check_metric(experiment, i, c->metric));
        LF_TRY(lf_experiment_check_metric(experiment, i, c->where));
        LF_TRY(check_objective(experiment, i, c));
        LF_TRY(check_evaluated(experiment, i, c->metric));
        LF_TRY(check_evaluated(experiment, i, c->where));
        const lf_claim_kind *kind = lf_claim_kind_of(c);
        if ((kind->decide || (kind->seeds && c->at_least)) &&
            lf_experiment_level_runs(experiment, i) > 1)
            return lf_fail(LF_BAD_INPUT,
                           "kind %s takes runs for independent, and those on problem '%s' share "
                           "what varies",
                           c->kind, experiment->problems[i].id);
        LF_TRY(check_cost(experiment, i, c));
    }
    return LF_OK;
}

static lf_status check_claim(const lf_experiment *experiment, const void *item) {
    const lf_experiment_claim *claim = item;
    LF_TRY(check_form(claim));
    LF_TRY(check_numbers(claim));
    LF_TRY(check_names(experiment, claim));
    const lf_claim_kind *kind = lf_claim_kind_of(claim);
    return kind->check ? kind->check(experiment, claim) : LF_OK;
}

lf_status lf_claims_check(const lf_experiment *experiment) {
    const lf_names claims = LF_NAMES("claim", experiment->claims, experiment->claims_count);
    return lf_names_each(&claims, experiment, check_claim);
}
