/**
 * @file claim.c
 * @brief A claim taken apart into comparisons, and its outcome put together from theirs.
 *
 * The way from a claim to a verdict: claim_sample.c pairs the runs, the claim's kind gives every
 * pair a margin, claim_test.c decides each comparison by its margins, claim_line.c says why, and
 * claim_edge.c takes back what the loser's grid may have decided. Kinds that are about no run's own
 * value decide by themselves.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/seed_runs.h"
#include "reports/kinds/claims/parts/kind.h"

const char *lf_claim_outcome_name(lf_claim_outcome outcome) {
    static const char *const names[] = {"held", "not held", "tie", "choice on an edge",
                                        "undecided"};
    return names[outcome];
}

/* A kind and its word, which is the name of its file. */
typedef struct {
    const char *word;
    const lf_claim_kind *kind;
} claim_entry;

#define X(name) extern const lf_claim_kind lf_claim_kind_##name;
#include "claims.inc"
#undef X
static const claim_entry claim_kinds[] = {
#define X(name) {#name, &lf_claim_kind_##name},
#include "claims.inc"
#undef X
};
enum { CLAIM_KINDS = sizeof claim_kinds / sizeof *claim_kinds };

const lf_claim_kind *lf_claim_kind_of(const lf_experiment_claim *claim) {
    for (size_t i = 0; i < CLAIM_KINDS; i++)
        if (strcmp(claim_kinds[i].word, claim->kind) == 0) return claim_kinds[i].kind;
    return NULL;
}

bool lf_claim_ranks(const lf_experiment_claim *claim) {
    const lf_claim_kind *kind = lf_claim_kind_of(claim);
    return kind && kind->ranks;
}

/* To meet a bound for a moment is not to keep it. */
bool lf_claim_stays(const lf_experiment_claim *claim) {
    return claim->reach ? strcmp(claim->reach, "stays") == 0 : claim->where != NULL;
}

/* They are few: the one that has i others before it. */
const char *lf_claim_kind_word(size_t i) {
    for (size_t k = 0; k < CLAIM_KINDS; k++) {
        size_t before = 0;
        for (size_t other = 0; other < CLAIM_KINDS; other++)
            before += claim_kinds[other].kind->place < claim_kinds[k].kind->place;
        if (before == i) return claim_kinds[k].word;
    }
    return NULL;
}

/* Fine at any stage of being filled. */
void lf_claim_verdict_clear(lf_claim_verdict *verdict) {
    for (size_t i = 0; verdict->comparison && i < verdict->comparisons; i++) {
        free(verdict->comparison[i].statistic);
        free((double *)verdict->comparison[i].evidence.d.low);
    }
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

static bool claim_same_runs(const lf_claim_case *c, const lf_claim_sample *a,
                            const lf_claim_sample *b, bool own) {
    if (!own && a->than == SIZE_MAX) return true;
    return lf_seed_runs_same(c->results, a->problem, own ? c->method : a->than, b->problem,
                             own ? c->method : b->than);
}

/* Is one of n lines of the same runs, a rival or a problem under two names? Counted twice it would
 * shield the claim from what refutes it, by Holm's correction, and make one fact two. */
static bool claim_repeats(const lf_claim_case *c, const lf_claim_sample *sample, size_t n,
                          const lf_claim_sample *line) {
    for (size_t i = 0; i < n; i++)
        if (claim_same_runs(c, &sample[i], line, true) &&
            claim_same_runs(c, &sample[i], line, false))
            return true;
    return false;
}

bool lf_claim_repeats(const lf_claim_case *c, size_t than) {
    const lf_names methods = lf_method_names(c->results->experiment);
    const size_t rival = lf_names_find(&methods, c->claim->than[than]);
    for (size_t i = 0; i < than; i++)
        if (lf_seed_runs_twins(c->results, lf_names_find(&methods, c->claim->than[i]), rival))
            return true;
    return false;
}

size_t lf_claim_list(const lf_claim_case *c, lf_claim_sample *sample) {
    const lf_experiment *experiment = c->results->experiment;
    const lf_names methods = lf_method_names(experiment);
    size_t n = 0;
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_among(experiment, i, c->claim->problems_count, c->claim->problems))
            continue;
        const size_t others = c->claim->than_count;
        for (size_t k = 0; k < (others ? others : 1); k++) {
            const size_t than = others ? lf_names_find(&methods, c->claim->than[k]) : SIZE_MAX;
            const lf_claim_sample line = {.problem = i, .than = than};
            if (claim_meets(c, i, than) && !claim_repeats(c, sample, n, &line)) sample[n++] = line;
        }
    }
    return n;
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
    if (!c->kind) { /* stored by a command that knew more kinds */
        if (asprintf(&verdict->statistic, "there is no kind of claim '%s' here", c->claim->kind) <
            0)
            verdict->statistic = NULL;
        return verdict->statistic ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a claim");
    }
    if (c->kind->decide) {
        LF_TRY(c->kind->decide(c, verdict));
    } else {
        verdict->comparisons = lf_claim_list(c, sample);
        LF_TRY(claim_weigh(c, sample, verdict));
    }
    LF_TRY(lf_claim_edges(c, verdict));
    LF_TRY(lf_claim_conclude(c->level, verdict));
    verdict->statistic = lf_claim_summary(c, verdict);
    return verdict->statistic ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a claim");
}

/* As its runs say, which need not all have got as far as to be evaluated. */
static bool claim_rises(const lf_results *results, const char *metric) {
    for (size_t run = 0; metric && run < results->runs; run++)
        if (lf_record_higher(&results->record[run], metric)) return true;
    return false;
}

lf_claim_case lf_claim_case_of(const lf_results *results, const lf_experiment_claim *claim) {
    const lf_names methods = lf_method_names(results->experiment);
    const lf_claim_kind *kind = lf_claim_kind_of(claim);
    return (lf_claim_case){
        .results = results,
        .claim = claim,
        .kind = kind,
        .method = lf_names_find(&methods, claim->method),
        .level = claim->level ? *claim->level : LF_LOOK_LEVEL,
        .by = claim->factor ? log(*claim->factor)
              : claim->by   ? *claim->by
                            : 0,
        .rises =
            claim_rises(results, kind && kind->metric ? kind->metric(results->experiment, claim)
                                                      : claim->metric),
    };
}

/* One way of counting. */
static lf_status claim_count(const lf_results *results, const lf_experiment_claim *claim,
                             lf_claim_verdict *verdict) {
    const lf_claim_case c = lf_claim_case_of(results, claim);
    /* Room for every problem with every method compared with, or alone. */
    const size_t most = results->experiment->problems_count * ((size_t)claim->than_count + 1);
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
    if (status != LF_OK) lf_claim_verdict_clear(verdict);
    return status;
}

/* What the line that is quoted comes to in the same claim put in another way. */
static double claim_beside(const lf_claim_verdict *quoted, const lf_claim_verdict *other) {
    const size_t at = (size_t)(lf_claim_speaker(quoted) - quoted->comparison);
    return at < other->comparisons ? other->comparison[at].estimate : NAN;
}

static lf_status claim_say(lf_claim_verdict *verdict, const char *what, double estimate) {
    char *text;
    if (isnan(estimate)) return LF_OK;
    if (asprintf(&text, "%s; %s: %.3g", verdict->statistic, what, estimate) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    free(verdict->statistic);
    verdict->statistic = text;
    return LF_OK;
}

/* A bound may be met once and left again: the cost until then stands beside that until it is kept.
 */
static lf_status claim_reach(const lf_results *results, const lf_experiment_claim *claim,
                             lf_claim_verdict *verdict) {
    static char word[][8] = {"first", "stays"};
    const bool first = claim->reach && strcmp(claim->reach, word[0]) == 0;
    lf_experiment_claim turned = *claim;
    lf_claim_verdict other;
    turned.reach = word[first];
    LF_TRY(claim_count(results, &turned, &other));
    const double estimate = claim_beside(verdict, &other);
    lf_claim_verdict_clear(&other);
    return claim_say(verdict, first ? "until it stays" : "until it is first there", estimate);
}

/* A paper's own count may leave out what its method asks for. So costs are counted in full, too,
 * and where the two say different things the full count decides. */
static lf_status claim_recount(const lf_results *results, const lf_experiment_claim *claim,
                               lf_claim_verdict *verdict) {
    static char calls[] = "calls";
    lf_experiment_claim full = *claim;
    lf_claim_verdict other, first = *verdict;
    char *text = NULL;
    full.cost = calls;
    LF_TRY(claim_count(results, &full, &other));
    if (other.outcome == first.outcome) {
        const double estimate = claim_beside(verdict, &other);
        lf_claim_verdict_clear(&other);
        return claim_say(verdict, "by all calls", estimate);
    }
    const int written = asprintf(
        &text, "%s by %s alone (%s); by all calls: %s", lf_claim_outcome_name(first.outcome),
        claim->cost ? claim->cost : "the budget's unit", first.statistic, other.statistic);
    lf_claim_verdict_clear(&first);
    *verdict = other;
    if (written < 0) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    free(verdict->statistic);
    verdict->statistic = text;
    return LF_OK;
}

lf_status lf_claim_decide(const lf_results *results, size_t claim, lf_claim_verdict *verdict) {
    const lf_experiment_claim *is = &results->experiment->claims[claim];
    const lf_claim_kind *kind = lf_claim_kind_of(is);
    const bool whole = is->cost && (!strcmp(is->cost, "calls") || !strcmp(is->cost, "seconds"));
    lf_status status = claim_count(results, is, verdict);
    if (status == LF_OK && kind && kind->ratios && is->where && verdict->comparisons)
        status = claim_reach(results, is, verdict);
    if (status == LF_OK && kind && kind->ratios && !whole && verdict->comparisons)
        status = claim_recount(results, is, verdict);
    if (status == LF_OK) return LF_OK;
    lf_fail_within(status, "claim '%s': ", is->id);
    lf_claim_verdict_clear(verdict);
    return status;
}
