/**
 * @file frontier_higher.c
 * @brief On `frontier`, y of `method` at x = `at` is above that of each of `than`, `by` so much.
 *
 * Held if the whole interval of the difference is on the claim's side, not held if all of it is on
 * the other. One of m comparisons refutes the claim, so for that each has an interval at 1 - level
 * / m (Bonferroni). A bootstrap interval decides nothing with fewer than twelve seeds, and has its
 * share of the level at each of the looks that it can be read at.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"
#include "reports/kinds/parts/frontiers.h"

/* One comparison on the frontier. */
typedef struct {
    const lf_claim_case *c;
    const lf_experiment_frontier *is;
    const lf_frontier_line *own, *other; /* NULL: no runs of it */
    size_t rivals;                       /* each counted once, whatever its names */
    lf_frontier_gap gap;
    double most; /* upper end of the wider interval, which refutes */
} frontier_higher_pair;

static bool frontier_higher_few(const frontier_higher_pair *p) {
    return !p->gap.exact && p->gap.pairs < LF_LOOK_BOOTSTRAP;
}

static bool frontier_higher_missing(const frontier_higher_pair *p) {
    return !p->own || !p->other || p->own->missing + p->other->missing > 0;
}

/* Comparisons with NAN are false, so where there is no interval nothing is decided. */
static lf_claim_outcome frontier_higher_outcome(const frontier_higher_pair *p) {
    const lf_interval *y = &p->gap.y;
    const double *by = p->c->claim->by;
    if (frontier_higher_missing(p) || frontier_higher_few(p)) return LF_CLAIM_UNDECIDED;
    if (by ? y->lower >= *by : y->lower > 0) return LF_CLAIM_HELD;
    if (p->most < (by ? *by : 0)) return LF_CLAIM_NOT_HELD;
    /* Equal is not higher, where nothing is random; of resamples that tie nothing is known. */
    if (!by && p->gap.exact && p->most == 0) return LF_CLAIM_NOT_HELD;
    return LF_CLAIM_UNDECIDED;
}

/* Where a line has points, for a place that it does not reach. */
static void frontier_higher_reach(FILE *out, const frontier_higher_pair *p,
                                  const lf_frontier_line *line) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < line->points; k++) {
        if (!line->point[k].used) continue;
        low = fmin(low, line->point[k].x.median);
        high = fmax(high, line->point[k].x.median);
    }
    const char *label = p->c->results->experiment->methods[line->method].label;
    if (line->used == 0)
        fprintf(out, "no point of %s has a median; ", label);
    else
        fprintf(out, "%s has points from %s %.3g to %.3g; ", label, p->is->x, low, high);
}

static void frontier_higher_estimate(FILE *out, const frontier_higher_pair *p) {
    const lf_frontier_gap *gap = &p->gap;
    if (gap->exact) lf_claim_beside(out, "difference", gap->resolution, "place is not reached");
    fprintf(out, "at %s = %.3g: %s %.4g against %.4g", p->is->x, *p->c->claim->at, p->is->y,
            gap->own, gap->other);
    if (!gap->exact) {
        fprintf(out, ", difference %.3g", gap->y.estimate);
        if (!isnan(gap->y.lower))
            fprintf(out, " [%.3g, %.3g] by bootstrap", gap->y.lower, gap->y.upper);
        fprintf(out, ", %zu %s", gap->pairs, gap->pairs == 1 ? "seed" : "seeds");
    }
    if (p->c->claim->by) fprintf(out, "; at least %g is claimed", *p->c->claim->by);
    if (frontier_higher_few(p))
        fprintf(out, "; so few decide nothing, needs %zu seeds", (size_t)LF_LOOK_BOOTSTRAP);
    else if (isnan(gap->y.lower) && !gap->exact)
        fprintf(out, "; without an interval, because too many resamples do not reach it");
}

/* malloc'ed; NULL: no memory. */
static char *frontier_higher_say(const frontier_higher_pair *p) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (!p->own || !p->other) {
        fprintf(out, "there are no runs of it");
    } else if (frontier_higher_missing(p)) {
        const size_t missing = p->own->missing + p->other->missing;
        fprintf(out, "%zu of %zu runs %s missing", missing, missing + p->own->runs + p->other->runs,
                missing == 1 ? "is" : "are");
    } else if (!isfinite(p->gap.y.estimate)) {
        if (isnan(p->gap.own)) frontier_higher_reach(out, p, p->own);
        if (isnan(p->gap.other)) frontier_higher_reach(out, p, p->other);
        fprintf(out, "%s = %.3g is not reached", p->is->x, *p->c->claim->at);
    } else {
        frontier_higher_estimate(out, p);
    }
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static const lf_frontier_line *frontier_higher_of(const lf_frontier *frontier, size_t method) {
    for (size_t i = 0; i < frontier->lines; i++)
        if (frontier->line[i].method == method) return &frontier->line[i];
    return NULL;
}

static lf_status frontier_higher_settle(frontier_higher_pair *p, size_t than,
                                        lf_comparison_verdict *v) {
    const double level = 2 * p->c->level / LF_LOOKS_BOOTSTRAP, at = *p->c->claim->at;
    lf_frontier_gap wider = {.y = {NAN, NAN, NAN}};
    p->gap = wider;
    if (p->own && p->other) {
        LF_TRY(lf_frontier_compare(p->own, p->other, at, 1 - level, &p->gap));
        LF_TRY(lf_frontier_compare(p->own, p->other, at, 1 - level / (double)p->rivals, &wider));
    }
    p->most = wider.y.upper;
    *v = lf_claim_unsaid(SIZE_MAX, than);
    v->outcome = frontier_higher_outcome(p);
    v->exact = p->gap.exact;
    v->pairs = p->gap.pairs;
    v->estimate = p->gap.y.estimate;
    v->lower = p->gap.y.lower;
    v->upper = p->gap.y.upper;
    v->needs.seeds = frontier_higher_missing(p) ? 0 : LF_LOOK_BOOTSTRAP;
    v->statistic = frontier_higher_say(p);
    return v->statistic ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a claim");
}

static lf_status frontier_higher_decide(const lf_claim_case *c, lf_claim_verdict *verdict) {
    const lf_experiment *experiment = c->results->experiment;
    const lf_names frontiers =
        LF_NAMES("frontier", experiment->frontiers, experiment->frontiers_count);
    const lf_names methods = lf_method_names(experiment);
    LF_TRY(lf_names_check(&frontiers, c->claim->frontier));
    frontier_higher_pair p = {
        .c = c, .is = &experiment->frontiers[lf_names_find(&frontiers, c->claim->frontier)]};
    lf_experiment_frontier bare = *p.is; /* the values at its own places are not asked for */
    bare.at_count = 0;
    lf_frontier frontier;
    LF_TRY(lf_frontier_make(c->results, &bare, 1 - c->level, &frontier));
    lf_status status = LF_OK;
    p.own = frontier_higher_of(&frontier, c->method);
    for (size_t k = 0; k < c->claim->than_count; k++)
        p.rivals += !lf_claim_repeats(c, k);
    for (size_t k = 0; k < c->claim->than_count && status == LF_OK; k++) {
        if (lf_claim_repeats(c, k)) continue;
        const size_t than = lf_names_find(&methods, c->claim->than[k]);
        p.other = frontier_higher_of(&frontier, than);
        status = frontier_higher_settle(&p, than, &verdict->comparison[verdict->comparisons++]);
    }
    lf_frontier_free(&frontier);
    return status;
}

static const char *frontier_higher_metric(const lf_experiment *e, const lf_experiment_claim *c) {
    const lf_names frontiers = LF_NAMES("frontier", e->frontiers, e->frontiers_count);
    const size_t i = lf_names_find(&frontiers, c->frontier);
    return i < e->frontiers_count ? e->frontiers[i].y : NULL;
}

static bool frontier_higher_concerns(const lf_claim_case *c, size_t method, const char *problem) {
    const lf_experiment *e = c->results->experiment;
    const lf_names frontiers = LF_NAMES("frontier", e->frontiers, e->frontiers_count);
    const lf_experiment_frontier *is = &e->frontiers[lf_names_find(&frontiers, c->claim->frontier)];
    for (size_t i = 0; i < is->lines_count; i++)
        for (size_t k = 0; k < is->lines[i].problems_count; k++)
            if (strcmp(is->lines[i].method, e->methods[method].id) == 0 &&
                strcmp(is->lines[i].problems[k], problem) == 0)
                return true;
    return false;
}

/* The frontier exists, and the methods have lines on it. */
static lf_status frontier_higher_check(const lf_experiment *experiment,
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

/* The frontier says all but the methods and the place. */
const lf_claim_kind lf_claim_kind_frontier_higher = {
    .place = 70,
    .needs = LF_CLAIM_FRONTIER | LF_CLAIM_AT | LF_CLAIM_THAN,
    .may = LF_CLAIM_BY,
    .check = frontier_higher_check,
    .decide = frontier_higher_decide,
    .concerns = frontier_higher_concerns,
    .metric = frontier_higher_metric,
};
