/**
 * @file best.c
 * @brief Which cells of a row are best: by a test, not by eye.
 */
#include <math.h>
#include <stdlib.h>

#include "reports/kinds/parts/cells.h"
#include "reports/page/about.h"

static const double best_level = 0.05;

/* The method's value with a seed; NAN: none. */
static lf_status best_value(const lf_results *results, size_t problem, size_t method, uint64_t seed,
                            const lf_experiment_column *column, double *value) {
    *value = NAN;
    for (size_t run = 0; run < results->runs; run++)
        if (results->plan[run].spec.seed == seed && lf_part_present(results, run) &&
            lf_cell_takes(results, problem, method, run))
            return lf_cell_value(results, run, column, value);
    return LF_OK;
}

/* *p <- the chance, on both sides, of differences between two methods with the same seeds as large
 * as these; 1 where there is none, or where a value is missing on either side. */
static lf_status best_test(const lf_results *results, size_t problem, size_t method, size_t other,
                           const lf_experiment_column *column, double *p) {
    double *x = calloc(results->runs + 1, sizeof *x);
    size_t n = 0;
    lf_status status = x ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t run = 0; run < results->runs && status == LF_OK; run++) {
        double own, its = NAN;
        if (!lf_part_present(results, run) || !lf_cell_takes(results, problem, method, run))
            continue;
        status = lf_cell_value(results, run, column, &own);
        if (status == LF_OK)
            status =
                best_value(results, problem, other, results->plan[run].spec.seed, column, &its);
        if (isfinite(own - its)) x[n++] = own - its;
    }
    *p = status == LF_OK ? lf_stat_two_sided(LF_TEST_PAIR_SUMS, x, n, NULL) : 1;
    free(x);
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
    double *p = calloc(2 * n + 1, sizeof *p);
    const lf_record *witness = lf_part_witness(results, problem);
    bool any = false;
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    const size_t first = witness ? best_median(cell, n, lf_cell_rises(witness, column)) : n;
    lf_status status = LF_OK;
    size_t tests = 0;
    for (size_t i = 0; i < n && first < n && status == LF_OK; i++)
        if (i != first)
            status = best_test(results, problem, method[first], method[i], column, &p[tests++]);
    if (first < n && status == LF_OK) lf_stat_holm(p, tests, p + n);
    for (size_t i = 0, k = n; i < n; i++) {
        const bool told = first < n && i != first && lf_stat_reaches(p[k++], best_level);
        best[i] = !told && !isnan(cell[i].q.median);
        any |= told;
    }
    for (size_t i = 0; i < n && !any; i++)
        best[i] = false;
    free(p);
    return status;
}
