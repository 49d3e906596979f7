/**
 * @file share.c
 * @brief Targets, step curves, and the figure that shows them.
 */
#include "plots/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/ecdf.h"
#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "plots/plot.h"

/* Worst first value and best value of all runs, in a sense in which lower is better. */
static bool share_range(const lf_results *results, size_t problem, const char *metric,
                        double *start, double *best, bool *higher) {
    *start = -INFINITY, *best = INFINITY, *higher = false;
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        size_t m = lf_record_metric(record, metric), seen = 0;
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem) ||
            m >= record->metrics)
            continue;
        *higher = record->metric[m].higher_is_better;
        for (size_t i = 0; i < record->points; i++) {
            double value = lf_record_value(record, i, metric) * (*higher ? -1 : 1);
            if (!isfinite(value)) continue;
            if (seen++ == 0) *start = fmax(*start, value);
            *best = fmin(*best, value);
        }
    }
    return *best < *start;
}

size_t lf_share_targets(const lf_results *results, size_t problem,
                        double target[LF_SHARE_TARGETS]) {
    const char *metric = lf_plot_metric(results, problem);
    double start, best;
    bool higher;
    if (!metric || !share_range(results, problem, metric, &start, &best, &higher)) return 0;
    if (higher) start = -start, best = -best;
    if (start > 0 && best > 0) {
        lf_ecdf_targets(start, best, LF_SHARE_TARGETS, target);
        return LF_SHARE_TARGETS;
    }
    for (size_t i = 0; i < LF_SHARE_TARGETS; i++)
        target[i] = start + (best - start) * (double)i / (LF_SHARE_TARGETS - 1);
    return LF_SHARE_TARGETS;
}

/* Runs of the method on the problem that have a trace. `run` has room for all. */
static size_t share_runs(const lf_results *results, size_t problem, size_t method, size_t *run) {
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    size_t n = 0;
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method &&
            results->record[i].points > 0)
            run[n++] = i;
    return n;
}

/* The largest cost that any of the runs came to: the last step of the curve goes on to there. */
static lf_status share_end(const lf_results *results, size_t runs, const size_t *run, const char *x,
                           double *end) {
    double cost;
    *end = 0;
    for (size_t i = 0; i < runs; i++) {
        LF_TRY(lf_quantity_x(results, run[i], x, results->record[run[i]].points - 1, &cost));
        *end = fmax(*end, cost);
    }
    return LF_OK;
}

/* Steps as the corners of a line; it has no band. */
static lf_status share_corners(const lf_ecdf *ecdf, double end, lf_curve *curve) {
    size_t most = 2 * ecdf->n + 2;
    curve->x = malloc(4 * most * sizeof *curve->x);
    if (!curve->x) return lf_fail(LF_NO_MEMORY, "no memory for a curve of %zu points", most);
    curve->median = curve->x + most;
    for (size_t i = 0; i < ecdf->n; i++) {
        curve->x[curve->points] = ecdf->x[i];
        curve->median[curve->points++] = i > 0 ? ecdf->share[i - 1] : 0;
        curve->x[curve->points] = ecdf->x[i];
        curve->median[curve->points++] = ecdf->share[i];
    }
    curve->x[curve->points] = end;
    curve->median[curve->points++] = ecdf->n > 0 ? ecdf->share[ecdf->n - 1] : 0;
    memcpy(curve->lower = curve->median + most, curve->median, curve->points * sizeof(double));
    memcpy(curve->upper = curve->lower + most, curve->median, curve->points * sizeof(double));
    return LF_OK;
}

lf_status lf_share_make(const lf_results *results, size_t problem, size_t method, const char *x,
                        lf_curve *curve) {
    double target[LF_SHARE_TARGETS], end = 0;
    size_t targets = lf_share_targets(results, problem, target);
    *curve = (lf_curve){0};
    size_t *run = malloc((results->runs + 1) * sizeof *run);
    if (!run) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    size_t runs = share_runs(results, problem, method, run);
    lf_ecdf ecdf = {0};
    lf_status status = LF_OK;
    if (runs > 0 && targets > 0) {
        status = share_end(results, runs, run, x, &end);
        if (status == LF_OK)
            status = lf_ecdf_make(results, runs, run, lf_plot_metric(results, problem), targets,
                                  target, x, &ecdf);
        if (status == LF_OK) status = share_corners(&ecdf, end, curve);
        lf_ecdf_free(&ecdf);
    }
    free(run);
    return status;
}

/* Are there two methods to be compared on the problem, and anything to compare them by? */
static bool share_wanted(const lf_results *results, size_t problem) {
    double target[LF_SHARE_TARGETS];
    size_t methods = 0;
    if (lf_experiment_task(results->experiment, problem) != problem) return false;
    for (size_t m = 0; m < results->experiment->methods_count; m++)
        for (size_t run = 0; run < results->runs; run++)
            if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
                results->plan[run].method == m && results->record[run].points > 0) {
                methods++;
                break;
            }
    return methods > 1 && lf_share_targets(results, problem, target) > 0;
}

/* A panel for each problem, all of whose texts are its own. */
static lf_status share_panels(const lf_results *results, lf_experiment_figure *figure) {
    const lf_experiment *experiment = results->experiment;
    figure->panels = calloc(experiment->problems_count + 1, sizeof *figure->panels);
    if (!figure->panels) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    for (size_t p = 0; p < experiment->problems_count; p++) {
        if (!share_wanted(results, p)) continue;
        const lf_experiment_problem *is = &experiment->problems[p];
        lf_experiment_panel *panel = &figure->panels[figure->panels_count++];
        panel->problem = strdup(is->id);
        panel->y = strdup(LF_SHARE_Y);
        if (asprintf(&panel->title, "%s: targets of %s", is->label ? is->label : is->id,
                     lf_plot_metric(results, p)) < 0)
            panel->title = NULL;
        panel->log_x = true;
        if (!panel->problem || !panel->y || !panel->title)
            return lf_fail(LF_NO_MEMORY, "no memory for figures");
    }
    return LF_OK;
}

lf_status lf_share_figure(const lf_results *results) {
    lf_experiment *experiment = results->experiment;
    size_t wanted = 0;
    for (size_t p = 0; p < experiment->problems_count; p++)
        wanted += share_wanted(results, p);
    for (size_t i = 0; i < experiment->figures_count; i++)
        if (strcmp(experiment->figures[i].id, "targets") == 0) return LF_OK;
    if (wanted == 0) return LF_OK;
    lf_experiment_figure *grown =
        realloc(experiment->figures, (experiment->figures_count + 1) * sizeof *grown);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    experiment->figures = grown;
    lf_experiment_figure *figure = &grown[experiment->figures_count++];
    *figure = (lf_experiment_figure){.id = strdup("targets"), .title = strdup("Targets reached")};
    if (asprintf(&figure->caption,
                 "Share of all pairs of a run and a target that were reached within a cost. Each "
                 "problem has %d targets for its metric, from the value at the start to the best "
                 "that any run reached, spaced evenly in logarithm (evenly, where values are not "
                 "positive). Other metrics, such as feasibility, are not looked at here.",
                 LF_SHARE_TARGETS) < 0)
        figure->caption = NULL;
    if (!figure->id || !figure->title) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    return share_panels(results, figure);
}
