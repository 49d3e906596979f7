/**
 * @file claim_edge.c
 * @brief What the loser's grid may have decided is not decided.
 *
 * A method whose chosen parameter is the smallest or largest that was tried might do better one
 * step further, so its defeat says something about the grid. The winner's may lie there: it could
 * only win by more. Without a comparison there is but the method itself to lose.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"

/* Parameters on an edge of a method, as it runs on the problem, or (SIZE_MAX) on any; NULL: none.
 */
static const char *edge_of(const lf_results *results, size_t problem, size_t method) {
    const lf_experiment *e = results->experiment;
    if (method == SIZE_MAX) return NULL;
    const size_t form = problem == SIZE_MAX ? SIZE_MAX : lf_experiment_form(e, problem, method);
    const size_t on = form == SIZE_MAX ? SIZE_MAX : lf_experiment_tuned_on(e, form);
    for (size_t i = 0; i < results->tuned_pairs; i++) {
        const lf_tuned *tuned = &results->tuned[i];
        if (tuned->method == method && (on == SIZE_MAX || tuned->problem == on) && tuned->edges &&
            tuned->edges[0])
            return tuned->edges;
    }
    return NULL;
}

static lf_status edge_say(lf_comparison_verdict *v, const char *edges, const char *label) {
    char *text;
    if (asprintf(&text, "%s, but the %s of %s %s on an edge of what was tried; %s",
                 lf_claim_outcome_name(v->outcome), edges, label, strchr(edges, ',') ? "are" : "is",
                 v->statistic) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    free(v->statistic);
    v->statistic = text;
    v->outcome = LF_CLAIM_EDGE;
    return LF_OK;
}

lf_status lf_claim_edges(const lf_claim_case *c, lf_claim_verdict *verdict) {
    const lf_experiment *e = c->results->experiment;
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        if (v->outcome == LF_CLAIM_UNDECIDED) continue;
        const char *own = edge_of(c->results, v->problem, c->method);
        const char *other = edge_of(c->results, v->problem, v->than);
        if (other && v->outcome != LF_CLAIM_NOT_HELD)
            LF_TRY(edge_say(v, other, e->methods[v->than].label));
        else if (own && v->outcome != LF_CLAIM_HELD)
            LF_TRY(edge_say(v, own, e->methods[c->method].label));
    }
    return LF_OK;
}
