/**
 * @file claim.c
 * @brief A claim taken apart into comparisons, and its outcome put together from theirs.
 *
 * The way from a claim to a verdict: claim_sample.c pairs the runs and gives every pair a margin
 * (claim_speed.c for speed-ups), claim_test.c decides each comparison by its margins, claim_line.c
 * says why. What differs between kinds of claim is the margin alone; only an exponent and a place
 * on a frontier, which are no run's own, are decided by themselves (claim_exponent.c,
 * claim_frontier.c).
 */
#include "harness/results/claim.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/claim_parts.h"

const char *lf_claim_outcome_name(lf_claim_outcome outcome) {
    static const char *const names[] = {"held", "not held", "undecided"};
    return names[outcome];
}

/* In the order of the enumeration. */
lf_claim_kind lf_claim_kind_of(const lf_experiment_claim *claim) {
    static const char *const words[LF_CLAIM_KINDS] = {
        "lower", "higher", "speedup", "feasible", "slope", "exponent", "frontier_higher"};
    lf_claim_kind kind = 0;
    while (kind < LF_CLAIM_KINDS && strcmp(words[kind], claim->kind) != 0)
        kind++;
    return kind;
}

bool lf_claim_has_problem(const lf_experiment *experiment, const lf_experiment_claim *claim,
                          size_t problem) {
    for (size_t i = 0; i < claim->problems_count; i++)
        if (strcmp(claim->problems[i], experiment->problems[problem].id) == 0) return true;
    return claim->problems_count == 0 && lf_experiment_uses_problem(experiment, problem) &&
           lf_experiment_heads(experiment, problem);
}

/* Fine at any stage of being filled. */
void lf_claim_verdict_clear(lf_claim_verdict *verdict) {
    for (size_t i = 0; verdict->comparison && i < verdict->comparisons; i++)
        free(verdict->comparison[i].statistic);
    free(verdict->comparison);
    free(verdict->statistic);
    *verdict = (lf_claim_verdict){.outcome = LF_CLAIM_UNDECIDED};
}

/* Do both run on the problem's task? Claims that name their problems are checked for that. */
static bool claim_meets(const lf_claim_case *c, size_t problem, size_t than) {
    const lf_experiment *experiment = c->results->experiment;
    return lf_experiment_form(experiment, problem, c->method) != SIZE_MAX &&
           (than == SIZE_MAX || lf_experiment_form(experiment, problem, than) != SIZE_MAX);
}

/* One sample for every problem and every method compared with; one for every problem if there are
 * none. Returns their number. */
static size_t claim_list(const lf_claim_case *c, lf_claim_sample *sample) {
    const lf_experiment *experiment = c->results->experiment;
    const lf_names methods = lf_method_names(experiment);
    size_t n = 0;
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_claim_has_problem(experiment, c->claim, i)) continue;
        const size_t others = c->claim->than_count;
        for (size_t k = 0; k < (others ? others : 1); k++) {
            const size_t than = others ? lf_names_find(&methods, c->claim->than[k]) : SIZE_MAX;
            if (claim_meets(c, i, than))
                sample[n++] = (lf_claim_sample){.problem = i, .than = than};
        }
    }
    return n;
}

/* One that is refuted refutes the claim, whatever the others say; a claim about nothing is open. */
static lf_claim_outcome claim_outcome(const lf_claim_verdict *verdict) {
    lf_claim_outcome outcome = verdict->comparisons ? LF_CLAIM_HELD : LF_CLAIM_UNDECIDED;
    for (size_t i = 0; i < verdict->comparisons; i++) {
        if (verdict->comparison[i].outcome == LF_CLAIM_NOT_HELD) return LF_CLAIM_NOT_HELD;
        if (verdict->comparison[i].outcome == LF_CLAIM_UNDECIDED) outcome = LF_CLAIM_UNDECIDED;
    }
    return outcome;
}

/* All samples are gathered before any is tested: Holm's correction is over all of them. */
static lf_status claim_weigh(const lf_claim_case *c, lf_claim_sample *sample,
                             lf_claim_verdict *verdict) {
    for (size_t i = 0; i < verdict->comparisons; i++)
        LF_TRY(lf_claim_gather(c, &sample[i]));
    return lf_claim_test(c, sample, verdict);
}

static lf_status claim_settle(const lf_claim_case *c, lf_claim_sample *sample,
                              lf_claim_verdict *verdict) {
    if (c->kind == LF_CLAIM_EXPONENT) {
        LF_TRY(lf_claim_exponent(c, verdict));
    } else if (c->kind == LF_CLAIM_FRONTIER_HIGHER) {
        LF_TRY(lf_claim_frontier(c, verdict));
    } else {
        verdict->comparisons = claim_list(c, sample);
        LF_TRY(claim_weigh(c, sample, verdict));
    }
    verdict->outcome = claim_outcome(verdict);
    verdict->statistic = lf_claim_summary(c, verdict);
    return verdict->statistic ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a claim");
}

lf_status lf_claim_decide(const lf_results *results, size_t claim, lf_claim_verdict *verdict) {
    const lf_experiment *experiment = results->experiment;
    const lf_names methods = lf_method_names(experiment);
    lf_claim_case c = {.results = results, .claim = &experiment->claims[claim]};
    c.kind = lf_claim_kind_of(c.claim);
    c.method = lf_names_find(&methods, c.claim->method);
    c.level = c.claim->level ? *c.claim->level : LF_CLAIM_LEVEL;
    /* Room for every problem with every method compared with, or alone. */
    const size_t most = experiment->problems_count * ((size_t)c.claim->than_count + 1);
    *verdict = (lf_claim_verdict){.outcome = LF_CLAIM_UNDECIDED};
    lf_claim_sample *sample = calloc(most + 1, sizeof *sample);
    verdict->comparison = calloc(most + 1, sizeof *verdict->comparison);
    lf_status status = LF_OK;
    if (sample && verdict->comparison)
        status = claim_settle(&c, sample, verdict);
    else
        status = lf_fail(LF_NO_MEMORY, "no memory for a claim");
    for (size_t i = 0; sample && i < verdict->comparisons; i++)
        lf_claim_sample_free(&sample[i]);
    free(sample);
    if (status == LF_OK) return LF_OK;
    lf_fail_within(status, "claim '%s': ", c.claim->id);
    lf_claim_verdict_clear(verdict);
    return status;
}
