/**
 * @file curve.c
 * @brief Medians over seeds, read at equal cost and never at equal step numbers.
 *
 * Seeds do not reach a checkpoint at the same cost: a batch more or less, or seconds of CPU. A
 * value is therefore looked up, per run, as the last one at or below a common cost. A run that
 * failed or diverged has the worst value from there on, so that the median tells what half of the
 * runs achieved and does not improve when bad runs drop out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "plots/panel.h"

/* Does this planned run belong to the curve? One that failed before its first row does: it is bad
 * from the start. One that is not there yet is neither good nor bad. */
static bool curve_takes(const lf_results *results, size_t run, size_t problem, size_t method) {
    return results->plan[run].problem == problem && results->plan[run].method == method &&
           results->record[run].key[0] != '\0';
}

static size_t curve_count(const lf_results *results, size_t problem, size_t method) {
    size_t n = 0;
    for (size_t run = 0; run < results->runs; run++)
        n += curve_takes(results, run, problem, method);
    return n;
}

/* The finite values of one run. NANs are checkpoints without an evaluation, or a divergence. */
static lf_status curve_series(const lf_results *results, size_t run, const char *x, const char *y,
                              lf_series *series) {
    const lf_record *record = &results->record[run];
    series->cut = record->status != LF_RUN_DONE;
    series->x = malloc((2 * record->points + 1) * sizeof *series->x);
    if (!series->x) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    series->y = series->x + record->points;
    for (size_t i = 0; i < record->points; i++) {
        double value = lf_record_value(record, i, y);
        LF_TRY(lf_quantity_x(results, run, x, i, &series->end));
        if (!isfinite(value) || !isfinite(series->end)) continue;
        series->x[series->points] = series->end;
        series->y[series->points++] = value;
    }
    return LF_OK;
}

/* The value of a run at cost c: its last point at or below. `worst` past the end of a run that was
 * cut, NAN before its first point. */
static double curve_lookup(const lf_series *series, double c, double worst) {
    size_t i = series->points;
    while (i > 0 && series->x[i - 1] > c)
        i--;
    bool exact = i > 0 && series->x[i - 1] == c;
    if (series->cut && !exact && c >= series->end) return worst;
    return i > 0 ? series->y[i - 1] : NAN;
}

/* Where the curve is read: the k-th point lies at the largest cost that any run had at its k-th
 * evaluation, so that every run has got that far and none is read a checkpoint late. */
static size_t curve_grid(const lf_curve *curve, double *grid) {
    size_t n = 0;
    for (size_t r = 0; r < curve->runs; r++)
        for (size_t i = 0; i < curve->run[r].points; i++) {
            double c = curve->run[r].x[i];
            if (i == n) grid[n++] = c;
            if (c > grid[i]) grid[i] = c;
        }
    for (size_t i = 1; i < n; i++)
        if (grid[i] < grid[i - 1]) grid[i] = grid[i - 1];
    return n;
}

/* Quartiles at one cost; false if the median is not finite. */
static bool curve_read(const lf_curve *curve, double c, double worst, double *scratch,
                       lf_quartiles *q) {
    size_t n = 0;
    for (size_t r = 0; r < curve->runs; r++) {
        double value = curve_lookup(&curve->run[r], c, worst);
        if (!isnan(value)) scratch[n++] = value;
    }
    *q = lf_stat_quartiles(scratch, n);
    return isfinite(q->median);
}

/* Fill in the curve on its grid. The four vectors share one block, which x owns. */
static lf_status curve_medians(lf_curve *curve, double worst) {
    size_t most = 0;
    for (size_t r = 0; r < curve->runs; r++)
        if (curve->run[r].points > most) most = curve->run[r].points;
    curve->x = malloc((4 * most + 1) * sizeof *curve->x);
    double *scratch = malloc((curve->runs + 1) * sizeof *scratch);
    if (!curve->x || !scratch) {
        free(scratch);
        return lf_fail(LF_NO_MEMORY, "no memory for a curve of %zu points", most);
    }
    curve->lower = curve->x + most;
    curve->median = curve->lower + most;
    curve->upper = curve->median + most;
    lf_quartiles q;
    size_t points = curve_grid(curve, curve->x);
    /* The curve ends where half of the runs have failed or diverged. */
    for (size_t i = 0; i < points; i++) {
        if (!curve_read(curve, curve->x[i], worst, scratch, &q)) break;
        curve->lower[i] = isnan(q.lower) ? worst : q.lower;
        curve->median[i] = q.median;
        curve->upper[i] = isnan(q.upper) ? worst : q.upper;
        curve->points = i + 1;
    }
    free(scratch);
    return LF_OK;
}

/* Runs are gathered first, so that the curve can be freed whole from any failure. */
lf_status lf_curve_make(const lf_results *results, size_t problem, size_t method, const char *x,
                        const char *y, lf_curve *curve) {
    *curve = (lf_curve){0};
    problem = lf_experiment_form(results->experiment, problem, method);
    const size_t n = curve_count(results, problem, method);
    if (n == 0) return LF_OK;
    curve->run = calloc(n, sizeof *curve->run);
    if (!curve->run) return lf_fail(LF_NO_MEMORY, "no memory for the curves of %zu runs", n);
    bool higher = false;
    lf_status status = LF_OK;
    for (size_t run = 0; run < results->runs && status == LF_OK; run++) {
        if (!curve_takes(results, run, problem, method)) continue;
        higher |= lf_record_higher(&results->record[run], y);
        status = curve_series(results, run, x, y, &curve->run[curve->runs++]);
    }
    if (status == LF_OK) status = curve_medians(curve, higher ? -INFINITY : INFINITY);
    if (status != LF_OK) lf_curve_free(curve);
    return status;
}

void lf_curve_free(lf_curve *curve) {
    for (size_t r = 0; r < curve->runs; r++)
        free(curve->run[r].x);
    free(curve->run);
    free(curve->x);
    *curve = (lf_curve){0};
}

static void steps_corner(lf_curve *curve, double x, double share) {
    curve->x[curve->points] = x;
    curve->median[curve->points++] = share;
}

lf_status lf_steps_curve(const lf_ecdf *ecdf, double from, double end, lf_curve *curve) {
    const size_t most = 2 * ecdf->n + 2;
    *curve = (lf_curve){.x = malloc(4 * most * sizeof *curve->x)};
    if (!curve->x) return lf_fail(LF_NO_MEMORY, "no memory for a curve of %zu points", most);
    curve->median = curve->x + most;
    if (from < end && (ecdf->n == 0 || from < ecdf->x[0])) steps_corner(curve, from, 0);
    for (size_t i = 0; i < ecdf->n; i++) {
        if (ecdf->x[i] != from) steps_corner(curve, ecdf->x[i], i > 0 ? ecdf->share[i - 1] : 0);
        steps_corner(curve, ecdf->x[i], ecdf->share[i]);
    }
    steps_corner(curve, end, ecdf->n > 0 ? ecdf->share[ecdf->n - 1] : 0);
    memcpy(curve->lower = curve->median + most, curve->median, curve->points * sizeof(double));
    memcpy(curve->upper = curve->lower + most, curve->median, curve->points * sizeof(double));
    return LF_OK;
}

void lf_steps_range(lf_panel *panel) {
    const lf_extent shares = {0, 1, 1};
    lf_extent x = LF_EXTENT_NONE;
    for (size_t c = 0; c < panel->curves; c++)
        for (size_t i = 0; i < panel->curve[c].points; i++)
            lf_extent_add(&x, panel->curve[c].x[i]);
    panel->x = lf_axis_fit(&x, true, true);
    panel->y = lf_axis_fit(&shares, false, true);
}
