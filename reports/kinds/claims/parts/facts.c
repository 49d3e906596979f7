/**
 * @file facts.c
 * @brief What claims are about, each thing counted once.
 *
 * "A is lower than B", "B is higher than A" and "A is lower by 0.1" ask the same runs the same
 * question: one fact. It is told by the problem, by what is read off a run, and by the two methods,
 * whichever comes first.
 */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/results/seed_runs.h"
#include "reports/kinds/claims/parts/kind.h"

/* A method on a problem, or on several (SIZE_MAX), or none (SIZE_MAX). */
typedef struct {
    size_t problem, method;
    const lf_planned_run *first; /* NULL: there are no runs, or it is about several problems */
} facts_side;

/* A line of a claim. */
typedef struct {
    const lf_experiment_claim *claim;
    const lf_comparison_verdict *line;
    facts_side own, other;
} facts_line;

static bool facts_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool facts_number(const double *a, const double *b) {
    return a == b || (a && b && *a == *b);
}

static facts_side facts_side_of(const lf_results *results, size_t problem, size_t method) {
    const bool one = problem != SIZE_MAX && method != SIZE_MAX;
    return (facts_side){method == SIZE_MAX ? SIZE_MAX : problem, method,
                        one ? lf_seed_runs_first(results, problem, method) : NULL};
}

/* Of the same runs? A problem may have two names, or a method. */
static bool facts_one(const lf_results *results, const facts_side *a, const facts_side *b) {
    if (a->problem == b->problem && a->method == b->method) return true;
    if (a->problem == SIZE_MAX && b->problem == SIZE_MAX)
        return a->method != SIZE_MAX && b->method != SIZE_MAX &&
               lf_seed_runs_twins(results, a->method, b->method);
    return lf_seed_runs_alike(results->experiment, a->first, b->first);
}

/* Which of the two is claimed to be better changes nothing; of a target that one of them sets it
 * says which. */
static bool facts_methods(const lf_results *r, const facts_line *a, const facts_line *b) {
    const bool straight = facts_one(r, &a->own, &b->own) && facts_one(r, &a->other, &b->other);
    const bool turned = facts_one(r, &a->own, &b->other) && facts_one(r, &a->other, &b->own);
    const char *target = a->claim->target;
    const bool own = target && (!strcmp(target, "method") || !strcmp(target, "baseline"));
    return straight || (turned && !own);
}

/* "5.0" is the target "5". */
static bool facts_target(const char *a, const char *b) {
    double x, y;
    if (!a || !b || !lf_number_parse(a, &x) || !lf_number_parse(b, &y)) return facts_text(a, b);
    return x == y;
}

/* The cost that a claim measures along is the budget's where it names none; values at the end have
 * none. Is `cost` what the line measures along? */
static bool facts_unit(const facts_line *line, const char *cost) {
    const bool end = lf_claim_ranks(line->claim) && !line->claim->mean;
    char *unit = end || !line->own.first ? NULL : lf_budget_first(line->own.first->spec.budget);
    const bool is = unit && strcmp(unit, cost) == 0;
    free(unit);
    return is;
}

static bool facts_cost(const facts_line *a, const facts_line *b) {
    const char *x = a->claim->cost, *y = b->claim->cost;
    if (!x == !y) return facts_text(x, y);
    return x ? facts_unit(b, x) : facts_unit(a, y);
}

/* The same number of a run? The claim's own bound is what is asked about it, and what it leaves out
 * may be said by another. */
static bool facts_same(const lf_results *results, const facts_line *a, const facts_line *b) {
    const lf_experiment_claim *x = a->claim, *y = b->claim;
    const bool ranks = lf_claim_ranks(x) && lf_claim_ranks(y);
    return (ranks || facts_text(x->kind, y->kind)) && facts_methods(results, a, b) &&
           facts_text(x->metric, y->metric) && facts_text(x->fit, y->fit) &&
           facts_text(x->frontier, y->frontier) && facts_cost(a, b) &&
           facts_target(x->target, y->target) && lf_claim_stays(x) == lf_claim_stays(y) &&
           facts_text(x->where, y->where) && facts_number(x->at, y->at) && x->mean == y->mean &&
           (!x->where || (facts_number(x->at_most, y->at_most) && facts_text(x->bound, y->bound)));
}

/* A fact is told by the first line about it that says anything. */
static void facts_count(const lf_results *results, const facts_line *line, size_t n,
                        lf_facts *facts) {
    for (size_t i = 0; i < n; i++) {
        bool known = false;
        lf_claim_outcome outcome = line[i].line->outcome;
        for (size_t k = 0; k < i && !known; k++)
            known = facts_same(results, &line[k], &line[i]);
        for (size_t k = i + 1; k < n && !known && outcome == LF_CLAIM_UNDECIDED; k++)
            if (facts_same(results, &line[k], &line[i])) outcome = line[k].line->outcome;
        if (known) continue;
        facts->facts++;
        facts->outcome[outcome]++;
    }
}

lf_status lf_facts_of(const lf_results *results, const lf_claim_verdict *verdicts,
                      lf_facts *facts) {
    const lf_experiment *e = results->experiment;
    const lf_names methods = lf_method_names(e);
    *facts = (lf_facts){0};
    for (size_t i = 0; i < e->claims_count; i++)
        facts->lines += verdicts[i].comparisons;
    facts_line *line = calloc(facts->lines + 1, sizeof *line);
    if (!line) return lf_fail(LF_NO_MEMORY, "no memory for %zu lines of claims", facts->lines);
    size_t n = 0;
    for (size_t i = 0; i < e->claims_count; i++)
        for (size_t k = 0; k < verdicts[i].comparisons; k++) {
            const lf_comparison_verdict *is = &verdicts[i].comparison[k];
            const size_t method = lf_names_find(&methods, e->claims[i].method);
            line[n++] = (facts_line){&e->claims[i], is, facts_side_of(results, is->problem, method),
                                     facts_side_of(results, is->problem, is->than)};
        }
    facts_count(results, line, n, facts);
    free(line);
    return LF_OK;
}
