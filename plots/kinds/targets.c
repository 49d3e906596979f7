/**
 * @file targets.c
 * @brief The share of targets that a method's runs reached within a cost, as COCO draws it: a panel
 * for each problem.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/figure_form.h"
#include "harness/results/quantity.h"
#include "harness/results/solved.h"
#include "plots/figure.h"
#include "plots/places.h"
#include "plots/plot.h"
#include "plots/steps.h"

/* Targets of a problem, from the worst start to the best value: evenly in logarithm, or evenly
 * where values are not positive. Returns their number, 0 if nothing got better. */
static size_t targets_choose(const lf_results *results, size_t problem, const char *metric,
                             double target[LF_ECDF_TARGETS]) {
    lf_span span;
    if (!metric || !lf_span_find(results, problem, metric, &span)) return 0;
    if (span.start > 0 && span.best > 0) {
        lf_ecdf_targets(span.start, span.best, LF_ECDF_TARGETS, target);
        return LF_ECDF_TARGETS;
    }
    for (size_t i = 0; i < LF_ECDF_TARGETS; i++)
        target[i] = span.start + (span.best - span.start) * (double)i / (LF_ECDF_TARGETS - 1);
    return LF_ECDF_TARGETS;
}

/* Runs of the method on the problem that have a trace. `run` has room for all. */
static size_t targets_runs(const lf_results *results, size_t problem, size_t method, size_t *run) {
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    size_t n = 0;
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method &&
            results->record[i].points > 0)
            run[n++] = i;
    return n;
}

/* The largest cost that any of the runs came to: the last step of the curve goes on to there. */
static lf_status targets_end(const lf_results *results, size_t runs, const size_t *run,
                             const char *x, double *end) {
    double cost;
    *end = 0;
    for (size_t i = 0; i < runs; i++) {
        LF_TRY(lf_quantity_x(results, run[i], x, results->record[run[i]].points - 1, &cost));
        *end = fmax(*end, cost);
    }
    return LF_OK;
}

/* A method's curve over all its runs; without points if there are no targets or no runs. */
static lf_status targets_curve(const lf_results *results, const lf_experiment_panel *is,
                               size_t method, const char *x, lf_curve *curve) {
    const size_t problem = lf_panel_problem(results->experiment, is->problem);
    double target[LF_ECDF_TARGETS], end = 0;
    const size_t targets = targets_choose(results, problem, is->y, target);
    size_t *run = malloc((results->runs + 1) * sizeof *run);
    if (!run) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    const size_t runs = targets_runs(results, problem, method, run);
    lf_ecdf ecdf = {0};
    lf_status status = LF_OK;
    if (runs > 0 && targets > 0) {
        status = targets_end(results, runs, run, x, &end);
        if (status == LF_OK)
            status = lf_ecdf_make(results, runs, run, is->y, targets, target, x, &ecdf);
        if (status == LF_OK) status = lf_steps_curve(&ecdf, INFINITY, end, curve);
        lf_ecdf_free(&ecdf);
    }
    free(run);
    return status;
}

static lf_status targets_panel(const lf_results *results, const lf_experiment_panel *is,
                               lf_figure *figure) {
    const size_t problem = lf_panel_problem(results->experiment, is->problem);
    const lf_experiment_problem *of = &results->experiment->problems[problem];
    lf_panel *panel;
    LF_TRY(lf_figure_add(figure, &panel));
    char *x = lf_panel_x(results, is);
    if (x) panel->x_label = lf_panel_cost(results, problem, x);
    panel->y_label = strdup("share of targets reached");
    if (asprintf(&panel->title, "%s: targets of %s", of->label ? of->label : of->id,
                 is->y ? is->y : "no metric") < 0)
        panel->title = NULL;
    lf_status status = panel->x_label && panel->y_label && panel->title
                           ? LF_OK
                           : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
    for (size_t m = 0; m < figure->methods && status == LF_OK; m++)
        status = targets_curve(results, is, figure->method[m], x, &panel->curve[m]);
    free(x);
    lf_steps_range(panel);
    return status;
}

static lf_status targets_make(const lf_results *results, const lf_experiment_figure *is,
                              lf_figure *figure) {
    lf_places places;
    LF_TRY(lf_places_make(results, is, &places));
    lf_status status = LF_OK;
    for (size_t i = 0; i < places.n && status == LF_OK; i++)
        status = targets_panel(results, &places.panel[i], figure);
    lf_places_free(&places);
    return status;
}

/* Are there two methods to be compared on the problem, and anything to compare them by? */
static bool targets_wants(const lf_results *results, size_t problem) {
    double target[LF_ECDF_TARGETS];
    size_t methods = 0;
    for (size_t m = 0; m < results->experiment->methods_count; m++)
        for (size_t run = 0; run < results->runs; run++)
            if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
                results->plan[run].method == m && results->record[run].points > 0) {
                methods++;
                break;
            }
    return methods > 1 &&
           targets_choose(results, problem, lf_plot_metric(results, problem), target) > 0;
}

static lf_status targets_check(const lf_experiment *experiment,
                               const lf_experiment_figure *figure) {
    if (figure->accuracies_count > 0)
        return lf_fail(LF_BAD_INPUT, "accuracies go with a profile; targets are set by the runs");
    return lf_places_check(experiment, figure);
}

const lf_figure_form lf_figure_form_targets = {
    .check = targets_check, .wants = targets_wants, .make = targets_make};
