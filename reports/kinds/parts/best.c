/**
 * @file best.c
 * @brief Which cells of a row are best: by a test, not by eye.
 */
#include <math.h>
#include <stdlib.h>

#include "harness/results/seed_runs.h"
#include "reports/kinds/parts/cells.h"
#include "reports/page/about.h"

static const double best_level = 0.05;

/* What a column of a table looks like to a test. */
typedef struct {
    const lf_results *results;
    size_t problem;
    const lf_experiment_column *column;
    double *value, *x; /* (runs) of every run, NAN: none; and scratch */
    size_t *pair;      /* (twice as many) scratch */
} best_work;

static lf_status best_begin(best_work *w) {
    const size_t runs = w->results->runs;
    w->value = calloc(2 * runs + 1, sizeof *w->value);
    w->pair = calloc(2 * runs + 1, sizeof *w->pair);
    if (!w->value || !w->pair) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    w->x = w->value + runs;
    for (size_t run = 0; run < runs; run++)
        LF_TRY(lf_cell_value(w->results, run, w->column, &w->value[run]));
    return LF_OK;
}

/* *p <- the chance, on both sides, of differences between two methods with the same seeds, or
 * levels, as large as these; 1 where there is none, or where a value is missing on either side. */
static lf_status best_test(const best_work *w, size_t method, size_t other, double *p) {
    lf_seed_runs own = {0}, its = {0};
    size_t n = 0;
    *p = 1;
    lf_status status = lf_seed_runs_find(w->results, w->problem, method, &own);
    if (status == LF_OK) status = lf_seed_runs_find(w->results, w->problem, other, &its);
    const size_t pairs =
        status == LF_OK ? lf_seed_runs_differences(w->results, &own, &its, w->value, w->pair, w->x)
                        : 0;
    for (size_t i = 0; i < pairs; i++)
        if (isfinite(w->x[i])) w->x[n++] = w->x[i];
    if (status == LF_OK) *p = lf_stat_two_sided(LF_TEST_PAIR_SUMS, w->x, n, NULL);
    lf_seed_runs_free(&own);
    lf_seed_runs_free(&its);
    return status;
}

/* Position of the best median; n: there is none. */
static size_t best_median(const lf_cell *cell, size_t n, bool rises) {
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
        const double value = cell[i].q.median;
        if (isnan(value)) continue;
        if (best == n || (rises ? value > cell[best].q.median : value < cell[best].q.median))
            best = i;
    }
    return best;
}

lf_status lf_cell_best(const lf_results *results, size_t problem, const size_t *method, size_t n,
                       const lf_experiment_column *column, const lf_cell *cell, bool *best) {
    best_work w = {.results = results, .problem = problem, .column = column};
    double *p = calloc(2 * n + 1, sizeof *p);
    const lf_record *witness = lf_part_witness(results, problem);
    bool any = false;
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    const size_t first = witness ? best_median(cell, n, lf_cell_rises(witness, column)) : n;
    lf_status status = best_begin(&w);
    size_t tests = 0;
    for (size_t i = 0; i < n && first < n && status == LF_OK; i++)
        if (i != first) status = best_test(&w, method[first], method[i], &p[tests++]);
    if (first < n && status == LF_OK) lf_stat_holm(p, tests, p + n);
    for (size_t i = 0, k = n; i < n; i++) {
        const bool told = first < n && i != first && lf_stat_reaches(p[k++], best_level);
        best[i] = !told && !isnan(cell[i].q.median);
        any |= told;
    }
    for (size_t i = 0; i < n && !any; i++)
        best[i] = false;
    free(p);
    free(w.value);
    free(w.pair);
    return status;
}
