/**
 * @file optima_search.c
 * @brief Descents, and which of them met the same.
 */
#include "cli/optima.h"

#include <math.h>
#include <stdlib.h>

/* An end is stationary, and feasible, below this. */
static const double search_settled = 1e-6;
/* Optima whose F differ by less, relative to 1 or F, are one: vertices come out to 1e-12. */
static const double search_same = 1e-9;

static bool search_is_settled(const lf_local_optimum *end) {
    return end->residual <= search_settled && end->violation <= search_settled;
}

/* The best first; of equals the one met first. Those that are nothing come last. */
static int search_order(const void *a, const void *b) {
    const lf_local_optimum *p = *(lf_local_optimum *const *)a, *q = *(lf_local_optimum *const *)b;
    const bool first = search_is_settled(p), second = search_is_settled(q);
    if (first != second) return first ? -1 : 1;
    if (p->F != q->F) return p->F < q->F ? -1 : 1;
    return (p > q) - (p < q);
}

/* Entries below this are rounding of a vertex. */
static const double search_zero = 1e-9;

static size_t search_nonzeros(size_t d, const double *x) {
    size_t n = 0;
    for (size_t i = 0; i < d; i++)
        n += fabs(x[i]) > search_zero;
    return n;
}

/* A new optimum, or one more start of the last one; a point that is proved stands for the others.
 */
static void search_count(lf_optima *o, const lf_local_optimum *end) {
    lf_met_optimum *last = o->optima ? &o->optimum[o->optima - 1] : NULL;
    if (!last || end->F - last->is.F > search_same * fmax(1, fabs(end->F))) {
        last = &o->optimum[o->optima++];
        *last = (lf_met_optimum){.is = *end};
    } else if (end->sharp && !last->is.sharp) {
        last->is = *end;
    }
    last->nonzeros = search_nonzeros(o->dim, last->is.x);
    last->starts++;
}

/* Values are sorted, so equal ones are neighbours. */
static void search_merge(lf_optima *o, lf_local_optimum **order) {
    qsort(order, o->starts, sizeof(lf_local_optimum *), search_order);
    for (size_t i = 0; i < o->starts; i++) {
        o->random += order[i]->random;
        if (search_is_settled(order[i]))
            search_count(o, order[i]);
        else
            o->unsettled++;
    }
    for (size_t i = 0; i < o->optima; i++)
        o->alone += o->optimum[i].starts == 1 && o->optimum[i].is.random;
}

lf_status lf_optima_search(const lf_problem *problem, size_t own, uint64_t seed, lf_optima *o) {
    const size_t d = o->dim = problem->info.dim, n = o->starts = o->runs + own;
    lf_local_optimum **order = malloc((n + 1) * sizeof(lf_local_optimum *));
    o->found = calloc(n + 1, sizeof *o->found);
    o->optimum = calloc(n + 1, sizeof *o->optimum);
    o->x = malloc((n * d + 1) * sizeof *o->x);
    lf_status status = LF_OK;
    if (!order || !o->found || !o->optimum || !o->x)
        status = lf_fail(LF_NO_MEMORY, "no memory for %zu starts", n);
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        o->found[i].x = o->x + i * d;
        order[i] = &o->found[i];
    }
    const lf_starts starts = {.given = o->runs, .x = o->end, .own = own, .seed = seed};
    if (status == LF_OK) status = problem->is->optima(problem, &starts, o->found);
    if (status == LF_OK) search_merge(o, order);
    free(order);
    return status;
}

void lf_optima_free(lf_optima *o) {
    for (size_t i = 0; i < o->methods; i++)
        free(o->method[i].method);
    free(o->method);
    free(o->end);
    free(o->found);
    free(o->optimum);
    free(o->x);
    *o = (lf_optima){0};
}
