/**
 * @file target_panels.c
 * @brief Targets between the worst start and the best value of any run, and the runs that aim at
 * them.
 */
#include "plots/kinds/parts/target_panels.h"

#include <stdlib.h>
#include <string.h>

#include "harness/results/solved.h"
#include "plots/places.h"
#include "plots/plot.h"

/* Targets of a problem, from the worst start to the best value: evenly in logarithm, or evenly
 * where values are not positive. Returns their number, 0 if nothing got better. */
static size_t target_choose(const lf_results *results, size_t problem, const lf_judged *by,
                            double target[LF_ECDF_TARGETS]) {
    lf_span span;
    if (!by->metric || !lf_span_find(results, problem, by, &span)) return 0;
    if (span.start > 0 && span.best > 0) {
        lf_ecdf_targets(span.start, span.best, LF_ECDF_TARGETS, target);
        return LF_ECDF_TARGETS;
    }
    for (size_t i = 0; i < LF_ECDF_TARGETS - 1; i++)
        target[i] = span.start + (span.best - span.start) * (double)i / (LF_ECDF_TARGETS - 1);
    target[LF_ECDF_TARGETS - 1] = span.best; /* the sum is not always that, and nobody came there */
    return LF_ECDF_TARGETS;
}

/* Runs of the method on the problem that have a trace. `run` has room for all. */
static size_t target_find(const lf_results *results, size_t problem, size_t method, size_t *run) {
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    size_t n = 0;
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method &&
            results->record[i].points > 0)
            run[n++] = i;
    return n;
}

/* A curve has no points if there are no targets or no runs. */
static lf_status target_curves(size_t problem, const lf_target_panels *kind, lf_target_runs *of,
                               const lf_figure *figure, lf_panel *panel) {
    of->run = malloc((of->results->runs + 1) * sizeof *of->run);
    if (!of->run) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    lf_status status = LF_OK;
    of->targets = target_choose(of->results, problem, &of->by, of->target);
    for (size_t m = 0; m < figure->methods && of->targets > 0 && status == LF_OK; m++) {
        of->runs = target_find(of->results, problem, figure->method[m], of->run);
        if (of->runs > 0) status = kind->curve(of, &panel->curve[m]);
    }
    free(of->run);
    return status == LF_OK ? kind->finish(of, figure, panel) : status;
}

static lf_status target_panel(const lf_results *results, const lf_experiment_panel *is,
                              const lf_target_panels *kind, lf_figure *figure) {
    const size_t problem = lf_panel_problem(results->experiment, is->problem);
    const lf_experiment_problem *at = &results->experiment->problems[problem];
    const lf_judged by = lf_plot_judged_as(results, problem, is->y);
    lf_panel *panel;
    LF_TRY(lf_figure_add(figure, &panel));
    char *x = lf_panel_x(results, is);
    if (x) panel->x_label = lf_panel_cost(results, problem, x);
    panel->y_label = by.metric ? lf_plot_judged_words(results, problem, &by) : strdup("no metric");
    if (asprintf(&panel->title, "%s: %s %s", at->label ? at->label : at->id, kind->title,
                 panel->y_label ? panel->y_label : "") < 0)
        panel->title = NULL;
    lf_target_runs of = {.results = results, .by = by, .cost = x};
    const lf_status status = panel->x_label && panel->y_label && panel->title
                                 ? target_curves(problem, kind, &of, figure, panel)
                                 : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
    free(x);
    return status;
}

lf_status lf_target_panels_make(const lf_results *results, const lf_experiment_figure *is,
                                const lf_target_panels *kind, lf_figure *figure) {
    lf_places places;
    LF_TRY(lf_places_make(results, is, &places));
    lf_status status = LF_OK;
    for (size_t i = 0; i < places.n && status == LF_OK; i++)
        status = target_panel(results, &places.panel[i], kind, figure);
    lf_places_free(&places);
    return status;
}

bool lf_target_panels_want(const lf_results *results, size_t problem, const char *metric) {
    double target[LF_ECDF_TARGETS];
    size_t methods = 0;
    for (size_t m = 0; m < results->experiment->methods_count; m++)
        for (size_t run = 0; run < results->runs; run++)
            if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
                results->plan[run].method == m && results->record[run].points > 0) {
                methods++;
                break;
            }
    const lf_judged by = lf_plot_judged_as(results, problem, metric);
    return methods > 1 && target_choose(results, problem, &by, target) > 0;
}

lf_status lf_target_panels_check(const lf_experiment *experiment,
                                 const lf_experiment_figure *figure) {
    if (figure->accuracies_count > 0)
        return lf_fail(LF_BAD_INPUT, "accuracies go with a profile; targets are set by the runs");
    return lf_places_check(experiment, figure);
}
