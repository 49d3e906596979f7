/**
 * @file claim_edge.c
 * @brief What the loser's grid may have decided is not decided.
 *
 * A method whose chosen parameter is the smallest or largest that was tried might do better one
 * step further, so its defeat says something about the grid. So does that of one whose choice ends
 * worse than it began, which is beaten by not moving. The winner's may be either: it could only win
 * by more. Without a comparison there is but the method itself to lose, which may be what is
 * claimed. And where one of the two was tried over more decades of the same quantity, the line says
 * that.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/tried.h"
#include "reports/kinds/claims/parts/kind.h"

/* Has the method what was tuned there on the comparison's problem, or (SIZE_MAX) on one of those
 * that the claim is about? */
static bool edge_concerns(const lf_claim_case *c, size_t problem, size_t method, size_t tuned_on) {
    const lf_experiment *e = c->results->experiment;
    for (size_t i = 0; i < e->problems_count; i++) {
        const size_t form = lf_experiment_form(e, i, method);
        const bool here =
            problem == SIZE_MAX ? c->kind->concerns(c, method, e->problems[i].id) : i == problem;
        if (here && form != SIZE_MAX && lf_experiment_tuned_on(e, form) == tuned_on) return true;
    }
    return false;
}

/* Why a method, as it runs on the problem, or (SIZE_MAX) on those of the claim, might do better
 * than it did, in words after "but"; NULL: its choice is no reason. malloc'ed. */
static lf_status edge_of(const lf_claim_case *c, size_t problem, size_t method, char **why) {
    const lf_results *results = c->results;
    const lf_experiment *e = results->experiment;
    *why = NULL;
    if (method == SIZE_MAX) return LF_OK;
    const char *label = e->methods[method].label;
    int written = 0;
    for (size_t i = 0; i < results->tuned_pairs && !*why && written >= 0; i++) {
        const lf_tuned *tuned = &results->tuned[i];
        if (tuned->method != method || !edge_concerns(c, problem, method, tuned->problem)) continue;
        if (tuned->failed)
            written = asprintf(why, "no point that was tried of %s ended well", label);
        else if (tuned->worse)
            written = asprintf(why, "the choice of %s ends worse than the start", label);
        else if (tuned->edges && tuned->edges[0])
            written = asprintf(why, "the %s of %s %s on an edge of what was tried", tuned->edges,
                               label, strchr(tuned->edges, ',') ? "are" : "is");
    }
    return written < 0 ? lf_fail(LF_NO_MEMORY, "no memory for a claim") : LF_OK;
}

static lf_status edge_say(lf_comparison_verdict *v, const char *why) {
    char *text;
    if (asprintf(&text, "%s, but %s; %s", lf_claim_outcome_name(v->outcome), why, v->statistic) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    free(v->statistic);
    v->statistic = text;
    v->outcome = LF_CLAIM_EDGE;
    return LF_OK;
}

/* What tuning tried of a method, as it runs on the problem; NULL: nothing. */
static const lf_tuned *edge_tuned(const lf_results *results, size_t problem, size_t method) {
    const lf_experiment *e = results->experiment;
    const size_t form = lf_experiment_form(e, problem, method);
    for (size_t i = 0; i < results->tuned_pairs && form != SIZE_MAX; i++)
        if (results->tuned[i].method == method &&
            results->tuned[i].problem == lf_experiment_tuned_on(e, form))
            return &results->tuned[i];
    return NULL;
}

static lf_status edge_say_range(const lf_tried *a, const char *other, const lf_tried *b,
                                lf_comparison_verdict *v) {
    char *text;
    if (asprintf(&text, "%s; tried over %.1f decades of %s, %s over %.1f", v->statistic,
                 lf_tried_decades(a), a->name, other, lf_tried_decades(b)) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    free(v->statistic);
    v->statistic = text;
    return LF_OK;
}

/* The quantities that both methods have, where one was tried over more than a decade more. */
static lf_status edge_ranges(const lf_claim_case *c, lf_comparison_verdict *v) {
    const lf_results *r = c->results;
    if (v->problem == SIZE_MAX || v->than == SIZE_MAX) return LF_OK;
    const lf_tuned *own = edge_tuned(r, v->problem, c->method);
    const lf_tuned *other = edge_tuned(r, v->problem, v->than);
    lf_tried *a = NULL, *b = NULL;
    size_t n, m;
    if (!own || !other) return LF_OK;
    lf_status status = lf_tuned_tried(r, own, &a, &n);
    if (status == LF_OK) status = lf_tuned_tried(r, other, &b, &m);
    for (size_t i = 0; status == LF_OK && i < n; i++) {
        const lf_tried *same = lf_tried_find(b, m, a[i].name);
        if (same && lf_tried_unlike(&a[i], same))
            status = edge_say_range(&a[i], r->experiment->methods[v->than].label, same, v);
    }
    free(a);
    free(b);
    return status;
}

/* Is the method claimed to have less of what is good, or to need at least so much? Then it is the
 * one that lost where that is held. */
static bool edge_turned(const lf_claim_case *c) {
    if (c->claim->frontier) return !c->rises;
    if (c->kind->strict) return c->kind->higher != c->rises;
    return c->claim->fit && c->claim->at_least;
}

/* Either side's words, if that side lost; of a tie both did. */
static lf_status edge_loser(const lf_claim_case *c, lf_comparison_verdict *v) {
    char *own = NULL, *other = NULL;
    const bool turned = edge_turned(c);
    lf_status status = edge_of(c, v->problem, v->than, turned ? &own : &other);
    if (status == LF_OK) status = edge_of(c, v->problem, c->method, turned ? &other : &own);
    v->evidence.own = own != NULL;
    v->evidence.other = other != NULL;
    if (status == LF_OK && lf_evidence_edge(&v->evidence, v->outcome) != v->outcome)
        status = edge_say(v, other && v->outcome != LF_CLAIM_NOT_HELD ? other : own);
    free(own);
    free(other);
    return status;
}

lf_status lf_claim_edges(const lf_claim_case *c, lf_claim_verdict *verdict) {
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        LF_TRY(edge_ranges(c, v));
        LF_TRY(edge_loser(c, v));
    }
    return LF_OK;
}
