/**
 * @file fits_decide.c
 * @brief Costs to targets by seed, their medians, and the line through them.
 *
 * Medians, because they know what to do with a run that never got there: its cost is infinite, and
 * the median is unharmed while such runs are the smaller half. Leaving such runs out instead would
 * keep the lucky ones of the hardest targets, and flatten the line.
 */
#include "reports/kinds/parts/fits.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"

/* Of the bootstrap, as everywhere. */
static const size_t fit_resamples = 10000;

/* Costs of one method: seeds x points, row-major; NAN where there is no run. */
typedef struct {
    const lf_fit_line *line;
    size_t seeds;
    uint64_t *seed;
    double *cost;
    double *scratch; /* seeds, then twice points */
} fit_table;

static size_t fit_points(const lf_experiment_fit *is) {
    return is->along ? is->problems_count : is->targets_count;
}

/* What point i is about. */
static lf_status fit_place(const lf_results *results, const lf_experiment_fit *is, size_t i,
                           lf_fit_point *point) {
    const lf_names problems = lf_problem_names(results->experiment);
    const char *id = is->along ? is->problems[i] : is->problem;
    LF_TRY(lf_names_check(&problems, id));
    point->problem = lf_names_find(&problems, id);
    point->target = is->targets[is->along ? 0 : i];
    point->x = 1 / point->target;
    if (!is->along) return LF_OK;
    return lf_experiment_constant(&results->experiment->problems[point->problem], is->along,
                                  &point->x);
}

/* What a run spent to the target, counted as `cost`. A run that failed is none that gets anywhere;
 * one that diverged got as far as it got. */
static lf_status fit_reach(const lf_results *results, size_t run, const lf_experiment_fit *is,
                           const lf_fit_point *point, const char *cost, double *reached) {
    const lf_run_status how = results->record[run].status;
    const lf_target target = {{.metric = is->metric}, point->target};
    *reached = INFINITY;
    if (how != LF_RUN_DONE && how != LF_RUN_DIVERGED) return LF_OK;
    return lf_quantity_reach(results, run, &target, cost, reached);
}

/* One point's column of the table. `start` (seeds) <- what `from` counts there. */
static lf_status fit_column(const lf_results *results, const lf_experiment_fit *is, size_t k,
                            lf_fit_line *line, fit_table *table, double *start) {
    lf_fit_point *point = &line->point[k];
    for (size_t run = 0; run < results->runs; run++) {
        const lf_planned_run *plan = &results->plan[run];
        if (plan->problem != point->problem || plan->method != line->method) continue;
        const size_t row = lf_seed_row(table->seed, &table->seeds, plan->spec.seed);
        double *cost = &table->cost[row * line->points + k];
        if (!results->record[run].key[0]) {
            point->missing++;
            continue;
        }
        LF_TRY(fit_reach(results, run, is, point, is->cost, cost));
        if (is->from)
            LF_TRY(fit_reach(results, run, is, point, is->from->cost, &start[point->runs]));
        point->runs++;
        point->censored += isinf(*cost) ? 1 : 0;
    }
    point->early = is->from && lf_stat_quartiles(start, point->runs).median < is->from->value;
    return LF_OK;
}

/* Quartiles of a point's costs over the rows that `index` picks; NULL: all of them once. */
static lf_quartiles fit_quartiles(const fit_table *table, size_t k, const size_t *index, size_t n) {
    size_t there = 0;
    for (size_t i = 0; i < n; i++) {
        const double cost = table->cost[(index ? index[i] : i) * table->line->points + k];
        if (!isnan(cost)) table->scratch[there++] = cost;
    }
    return lf_stat_quartiles(table->scratch, there);
}

/* The line through the medians that have logarithms. */
static lf_line fit_through(const fit_table *table, const size_t *index, size_t n) {
    const lf_fit_line *line = table->line;
    double *x = table->scratch + table->seeds, *y = x + line->points;
    size_t points = 0;
    for (size_t k = 0; k < line->points; k++) {
        if (!line->point[k].used) continue;
        const double median = fit_quartiles(table, k, index, n).median;
        if (!isfinite(median)) continue;
        x[points] = line->point[k].x;
        y[points++] = median;
    }
    return lf_stat_log_line(x, y, points);
}

static double fit_slope(const void *context, const size_t *index, size_t n) {
    return fit_through(context, index, n).slope;
}

/* Which medians are points, and whether they are enough: equal x count once. */
static bool fit_choose(lf_fit_line *line, const fit_table *table) {
    size_t distinct = 0;
    for (size_t k = 0; k < line->points; k++) {
        lf_fit_point *point = &line->point[k];
        point->cost = fit_quartiles(table, k, NULL, table->seeds);
        point->early |= point->cost.median <= 0;
        point->used = !point->early && isfinite(point->cost.median);
        line->used += point->used;
        line->missing += point->missing;
        line->censored += point->censored;
        line->costs += point->runs;
        size_t before = 0;
        while (before < k && (!line->point[before].used || line->point[before].x != point->x))
            before++;
        distinct += point->used && before == k;
    }
    return distinct >= LF_FIT_POINTS;
}

/* Whole seeds are resampled: a seed's costs along a trace are not independent. */
static lf_status fit_interval(lf_fit_line *line, const fit_table *table, double level) {
    const lf_line through = fit_through(table, NULL, table->seeds);
    line->exponent = (lf_interval){through.slope, NAN, NAN};
    line->intercept = through.intercept;
    if (line->exact) {
        line->resolution = fabs(fit_through(table, &table->seeds, 1).slope - through.slope);
        line->exponent.lower = through.slope - line->resolution;
        line->exponent.upper = through.slope + line->resolution;
    }
    if (line->exact || table->seeds < 2) return LF_OK;
    return lf_stat_bootstrap(table->seeds, fit_slope, table, fit_resamples, level, 0,
                             &line->exponent);
}

/* Is every problem's result without chance? */
static lf_status fit_fixed(const lf_results *results, const char *cost, lf_fit_line *line) {
    line->exact = true;
    for (size_t k = 0; k < line->points && line->exact; k++) {
        lf_seed_runs runs;
        LF_TRY(lf_seed_runs_find(results, line->point[k].problem, line->method, cost, &runs));
        line->exact = runs.fixed && !runs.once;
        line->once |= runs.once;
        lf_seed_runs_free(&runs);
    }
    return LF_OK;
}

/* The row behind all seeds: what the run of a point costs that was nudged; without one, as its own.
 */
static lf_status fit_beside(const lf_results *results, const lf_experiment_fit *is,
                            const lf_fit_line *line, fit_table *table) {
    for (size_t k = 0; k < line->points && line->exact; k++) {
        const lf_fit_point *point = &line->point[k];
        const size_t run = lf_results_nudge(results, point->problem, line->method);
        double *cost = &table->cost[table->seeds * line->points + k];
        *cost = table->cost[k];
        if (run != SIZE_MAX) LF_TRY(fit_reach(results, run, is, point, is->cost, cost));
    }
    return LF_OK;
}

static lf_status fit_measure(const lf_results *results, const lf_experiment_fit *is, double level,
                             lf_fit_line *line, fit_table *table) {
    LF_TRY(fit_fixed(results, is->cost, line));
    for (size_t k = 0; k < line->points; k++)
        LF_TRY(fit_column(results, is, k, line, table, table->scratch));
    line->seeds = table->seeds;
    LF_TRY(fit_beside(results, is, line, table));
    return fit_choose(line, table) ? fit_interval(line, table, level) : LF_OK;
}

static double fit_theory(const lf_experiment *experiment, const lf_experiment_fit *is,
                         size_t method) {
    for (size_t i = 0; i < is->theory_count; i++)
        if (strcmp(is->theory[i].method, experiment->methods[method].id) == 0)
            return is->theory[i].exponent;
    return NAN;
}

lf_status lf_fit_line_make(const lf_results *results, const lf_experiment_fit *is, size_t method,
                           double level, lf_fit_line *line) {
    const size_t points = fit_points(is), most = results->runs + 1;
    *line = (lf_fit_line){.method = method,
                          .points = points,
                          .exponent = {NAN, NAN, NAN},
                          .intercept = NAN,
                          .theory = fit_theory(results->experiment, is, method)};
    line->point = calloc(points + 1, sizeof *line->point);
    fit_table table = {.line = line,
                       .seed = calloc(most, sizeof *table.seed),
                       .cost = calloc(most * (points + 1), sizeof *table.cost),
                       .scratch = calloc(most + 2 * points, sizeof *table.scratch)};
    lf_status status = LF_OK;
    if (!line->point || !table.seed || !table.cost || !table.scratch)
        status = lf_fail(LF_NO_MEMORY, "no memory for a fit");
    for (size_t i = 0; table.cost && i < most * (points + 1); i++)
        table.cost[i] = NAN;
    for (size_t k = 0; k < points && status == LF_OK; k++)
        status = fit_place(results, is, k, &line->point[k]);
    if (status == LF_OK) status = fit_measure(results, is, level, line, &table);
    free(table.seed);
    free(table.cost);
    free(table.scratch);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "fit '%s': ", is->id);
}

void lf_fit_line_free(lf_fit_line *line) {
    free(line->point);
    *line = (lf_fit_line){0};
}

/* Is any run of the method planned on a problem of the fit? */
static bool fit_has(const lf_results *results, const lf_experiment_fit *is, size_t method) {
    for (size_t run = 0; run < results->runs; run++) {
        const lf_planned_run *plan = &results->plan[run];
        const char *id = results->experiment->problems[plan->problem].id;
        if (plan->method != method) continue;
        if (is->problem && strcmp(is->problem, id) == 0) return true;
        for (size_t i = 0; i < is->problems_count; i++)
            if (strcmp(is->problems[i], id) == 0) return true;
    }
    return false;
}

lf_status lf_fit_make(const lf_results *results, const lf_experiment_fit *is, double level,
                      lf_fit *fit) {
    const lf_names methods = lf_method_names(results->experiment);
    const size_t named = is->methods_count, n = named ? named : methods.n;
    *fit = (lf_fit){.line = calloc(n + 1, sizeof *fit->line)};
    if (!fit->line) return lf_fail(LF_NO_MEMORY, "no memory for a fit");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        const size_t method = named ? lf_names_find(&methods, is->methods[i]) : i;
        if (!fit_has(results, is, method)) continue;
        status = lf_fit_line_make(results, is, method, level, &fit->line[fit->lines++]);
    }
    if (status != LF_OK) lf_fit_free(fit);
    return status;
}

void lf_fit_free(lf_fit *fit) {
    for (size_t i = 0; i < fit->lines; i++)
        lf_fit_line_free(&fit->line[i]);
    free(fit->line);
    *fit = (lf_fit){0};
}

char *lf_fit_cost(const lf_results *results, const lf_experiment_fit *is) {
    const char *id = is->along ? is->problems[0] : is->problem;
    if (is->cost) return strdup(is->cost);
    for (size_t run = 0; run < results->runs; run++) {
        const lf_planned_run *plan = &results->plan[run];
        if (strcmp(results->experiment->problems[plan->problem].id, id) == 0 && plan->spec.budget)
            return lf_budget_first(plan->spec.budget);
    }
    return strdup("steps");
}
