/**
 * @file best.c
 * @brief Which cells of a row are best: by a test, not by eye.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"
#include "harness/statistics/sequential.h"
#include "plots/panel.h"
#include "reports/kinds/parts/cells.h"
#include "reports/page/about.h"

static const double best_level = 0.05;

/* What a column of a table looks like to a test. */
typedef struct {
    const lf_results *results;
    size_t problem;
    const lf_experiment_column *column;
    bool rises;
    double *loss;           /* (runs) less is better; NAN: none */
    double *low, *high, *x; /* (runs) scratch: ends of differences, and a test's */
    size_t *pair;           /* (twice the runs) scratch */
} best_work;

/* A run that is there and has no value failed, diverged or never arrived, and is infinitely bad, as
 * in claims. Nothing is known where it is not there, or the metric was not evaluated. */
static lf_status best_loss(const best_work *w, size_t run, double *loss) {
    const lf_experiment_column *column = w->column;
    const lf_record *record = &w->results->record[run];
    const char *metric = column->mean ? column->mean : column->metric;
    double value;
    if (column->share) metric = column->share;
    LF_TRY(lf_cell_value(w->results, run, column, &value));
    *loss = w->rises ? -value : value;
    if (!isnan(value) || !lf_part_present(w->results, run) || column->ert) return LF_OK;
    if (record->status == LF_RUN_DONE && metric && !lf_quantity_looked(record, metric))
        return LF_OK;
    *loss = INFINITY;
    return LF_OK;
}

static lf_status best_begin(best_work *w) {
    const size_t runs = w->results->runs;
    w->loss = calloc(4 * runs + 1, sizeof *w->loss);
    w->pair = calloc(2 * runs + 1, sizeof *w->pair);
    if (!w->loss || !w->pair) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    w->low = w->loss + runs;
    w->high = w->low + runs;
    w->x = w->high + runs;
    for (size_t run = 0; run < runs; run++)
        LF_TRY(best_loss(w, run, &w->loss[run]));
    return LF_OK;
}

/* What is told of a method beside the first. */
typedef struct {
    bool worse; /* it is, surely if the test decides */
    bool exact; /* without a test, as neither has a part of chance */
    double p;
} best_told;

/* By n differences of the other's less the first's. A pair of which both are infinitely bad speaks
 * for neither. */
static void best_decide(const best_work *w, size_t n, bool added, best_told *told) {
    double sign;
    for (size_t i = 0; i < n; i++) {
        w->high[i] = isnan(w->low[i]) ? INFINITY : w->low[i];
        if (isnan(w->low[i])) w->low[i] = -INFINITY;
    }
    const lf_differences d = {.test = LF_TEST_PAIR_SUMS, .n = n, .low = w->low, .high = w->high};
    told->p = lf_sequential_two_sided(&d, added, w->x, &sign);
    told->worse = sign > 0;
}

/* By how much a method without chance ends elsewhere from a start beside its own. */
static lf_status best_moved(const best_work *w, const lf_seed_runs *runs, double *by) {
    const lf_planned_run *is = &w->results->plan[runs->run[0]];
    const size_t nudge = lf_results_nudge(w->results, is->problem, is->method);
    double loss = w->loss[runs->run[0]];
    if (nudge != SIZE_MAX) LF_TRY(best_loss(w, nudge, &loss));
    *by = fabs(loss - w->loss[runs->run[0]]);
    if (isnan(*by)) *by = 0;
    return LF_OK;
}

/* Of two without chance: a difference that these starts may make says nothing. */
static lf_status best_exact(const best_work *w, const lf_seed_runs *own, const lf_seed_runs *its,
                            best_told *told) {
    double here, there;
    LF_TRY(best_moved(w, own, &here));
    LF_TRY(best_moved(w, its, &there));
    told->worse = w->low[0] > here + there;
    return LF_OK;
}

/* Pairs are those of the same seeds, or levels; a method without chance meets all of them. */
static lf_status best_test(const best_work *w, size_t first, size_t other, best_told *told) {
    lf_seed_runs own = {0}, its = {0};
    const char *cost = w->column->cost;
    lf_status status = lf_seed_runs_find(w->results, w->problem, first, cost, &own);
    if (status == LF_OK) status = lf_seed_runs_find(w->results, w->problem, other, cost, &its);
    told->p = 1;
    if (status == LF_OK && !own.once && !its.once) {
        const size_t n = lf_seed_runs_differences(w->results, &its, &own, w->loss, w->pair, w->low);
        told->exact = own.fixed && its.fixed;
        if (told->exact && n > 0)
            status = best_exact(w, &own, &its, told);
        else if (!told->exact)
            best_decide(w, n, lf_seed_runs_added(w->results, &own, &its), told);
    }
    lf_seed_runs_free(&own);
    lf_seed_runs_free(&its);
    return status;
}

/* The first of the methods that has the same runs as this one: who stands there under two names is
 * tested once. */
static size_t best_twin(const best_work *w, const size_t *method, size_t i) {
    size_t twin = 0;
    while (twin < i &&
           !lf_seed_runs_same(w->results, w->problem, method[twin], w->problem, method[i]))
        twin++;
    return twin;
}

/* worse <- is it surely worse than the first, with Holm's correction over those that are tested? */
static lf_status best_compare(const best_work *w, const size_t *method, size_t n, size_t first,
                              bool *worse) {
    best_told *told = calloc(n + 1, sizeof *told);
    double *p = calloc(2 * n + 1, sizeof *p);
    lf_status status = told && p ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a table");
    size_t tests = 0;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        if (i == first || best_twin(w, method, i) < i) continue;
        status = best_test(w, method[first], method[i], &told[i]);
        if (!told[i].exact) p[tests++] = told[i].p;
    }
    if (status == LF_OK) lf_stat_holm(p, tests, p + n);
    for (size_t i = 0, k = n; i < n && status == LF_OK; i++) {
        const size_t twin = best_twin(w, method, i);
        worse[i] = worse[twin];
        if (i == first || twin < i) continue;
        const bool sure = told[i].exact || lf_stat_reaches(p[k++], best_level);
        worse[i] = sure && told[i].worse;
    }
    free(told);
    free(p);
    return status;
}

/* Is the first better, by the median, else by the worse quartile, else by the other one? So that
 * the order of columns decides only between those that are alike in all three. */
static bool best_before(const lf_quartiles *a, const lf_quartiles *b, bool rises) {
    const double x[] = {a->median, rises ? -a->lower : a->upper, rises ? -a->upper : a->lower};
    const double y[] = {b->median, rises ? -b->lower : b->upper, rises ? -b->upper : b->lower};
    if (x[0] != y[0]) return rises ? x[0] > y[0] : x[0] < y[0];
    for (size_t i = 1; i < 3; i++) {
        if (isnan(x[i]) != isnan(y[i])) return isnan(y[i]);
        if (x[i] < y[i] || x[i] > y[i]) return x[i] < y[i];
    }
    return false;
}

/* Position of the best median; n: there is none. */
static size_t best_median(const lf_cell *cell, size_t n, bool rises) {
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
        if (isnan(cell[i].q.median)) continue;
        if (best == n || best_before(&cell[i].q, &cell[best].q, rises)) best = i;
    }
    return best;
}

lf_status lf_cell_best(const lf_results *results, size_t problem, const size_t *method, size_t n,
                       const lf_experiment_column *column, const lf_cell *cell, bool *best) {
    const lf_record *witness = lf_panel_witness(results, problem);
    best_work w = {.results = results, .problem = problem, .column = column};
    bool any = false;
    memset(best, 0, n * sizeof *best);
    if (!witness) return LF_OK;
    w.rises = lf_cell_rises(witness, column);
    const size_t first = best_median(cell, n, w.rises);
    bool *worse = calloc(n + 1, sizeof *worse);
    lf_status status = worse ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a table");
    if (status == LF_OK && first < n) status = best_begin(&w);
    if (status == LF_OK && first < n) status = best_compare(&w, method, n, first, worse);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        any |= worse[i];
    for (size_t i = 0; i < n && any; i++)
        best[i] = !worse[i] && !isnan(cell[i].q.median);
    free(worse);
    free(w.loss);
    free(w.pair);
    return status;
}
