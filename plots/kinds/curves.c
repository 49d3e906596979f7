/**
 * @file curves.c
 * @brief Convergence: medians of a metric over a cost, a panel for each that the figure lists.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/experiment/experiment_check.h"
#include "harness/experiment/figure_form.h"
#include "harness/experiment/section.h"
#include "plots/figure.h"

/* An axis has room, and a logarithmic one begins above 0. */
static lf_status curves_check_range(const lf_experiment_panel *panel) {
    const double *from = panel->y_from, *to = panel->y_to;
    if (from && to && *from >= *to)
        return lf_fail(LF_BAD_INPUT, "y_from has to be less than y_to, but %g is not less than %g",
                       *from, *to);
    if (panel->log_y && ((from && *from <= 0) || (to && *to <= 0)))
        return lf_fail(LF_BAD_INPUT,
                       "with log_y, y_from and y_to have to be positive; leave out log_y or %s",
                       from && *from <= 0 ? "y_from" : "y_to");
    return LF_OK;
}

/* An expensive metric has a curve only where a scale asks for it on the way. */
static lf_status curves_check_expensive(const lf_experiment *experiment, size_t problem,
                                        const char *metric) {
    bool expensive, asked = experiment->scales_count == 0;
    LF_TRY(lf_experiment_is_expensive(experiment, problem, metric, &expensive));
    for (size_t i = 0; i < experiment->scales_count; i++)
        asked |= experiment->scales[i].expensive > 0;
    if (!expensive || asked) return LF_OK;
    return lf_fail(
        LF_BAD_INPUT,
        "%s is an expensive metric, and no scale says how often to evaluate it: give one "
        "`expensive: 10`",
        metric);
}

/* The problem is there, the figure's methods run on it, it has y, and x is a cost on it. */
static lf_status curves_check_panel(const lf_experiment *experiment,
                                    const lf_experiment_figure *figure,
                                    const lf_experiment_panel *panel) {
    const lf_names problems = lf_problem_names(experiment);
    LF_TRY(lf_names_check(&problems, panel->problem));
    const size_t problem = lf_names_find(&problems, panel->problem);
    LF_TRY(lf_experiment_check_forms(experiment, problem, figure->methods_count, figure->methods));
    LF_TRY(lf_experiment_check_metric(experiment, problem, panel->y));
    LF_TRY(curves_check_range(panel));
    LF_TRY(curves_check_expensive(experiment, problem, panel->y));
    if (panel->x && strcmp(panel->x, "seconds") == 0) return LF_OK;
    return lf_experiment_check_cost(experiment, problem, figure->methods_count, figure->methods,
                                    panel->x);
}

/* A figure without panels shows nothing and is a mistake. */
static lf_status curves_check(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    if (figure->problems_count > 0 || figure->metric || figure->cost ||
        figure->accuracies_count > 0)
        return lf_fail(LF_BAD_INPUT, "problems, metric, cost and accuracies go with other forms; "
                                     "of curves, each panel says its own");
    if (figure->panels_count == 0) return lf_fail(LF_BAD_INPUT, "there are no panels");
    for (size_t i = 0; i < figure->panels_count; i++) {
        lf_status status = curves_check_panel(experiment, figure, &figure->panels[i]);
        if (status != LF_OK) return lf_fail_within(status, "panels[%zu]: ", i + 1);
    }
    return LF_OK;
}

/* Title and axis labels. */
static lf_status curves_labels(const lf_results *results, const lf_experiment_panel *is,
                               const char *x, lf_panel *panel) {
    const lf_experiment_problem *problem = &results->experiment->problems[panel->problem];
    const lf_metric_info *info = lf_panel_metric_info(results, panel->problem, is->y);
    panel->sparse = info && info->expensive;
    panel->x_label = lf_panel_cost(results, panel->problem, x);
    panel->y_label = lf_panel_metric(results, panel->problem, is->y);
    int n = is->title
                ? asprintf(&panel->title, "%s", is->title)
                : asprintf(&panel->title, "%s: %s", problem->label ? problem->label : problem->id,
                           panel->y_label ? panel->y_label : "");
    if (n < 0) panel->title = NULL;
    return panel->title && panel->x_label && panel->y_label
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

/* Did any run of the curve end before its time? */
static bool curves_cut(const lf_curve *curve) {
    for (size_t r = 0; r < curve->runs; r++)
        if (curve->run[r].cut) return true;
    return false;
}

/* A run that was cut is drawn itself, beside the median. */
static void curves_trail(const lf_series *run, lf_extent *x, lf_extent *y) {
    if (!run->cut || run->points == 0) return;
    lf_extent_add(x, run->end);
    for (size_t i = 0; i < run->points; i++) {
        lf_extent_add(x, run->x[i]);
        lf_extent_add(y, run->y[i]);
    }
}

/* Extremes over the curves that did (or did not) lose runs on the way. */
static void curves_extents(const lf_panel *panel, bool cut, lf_extent *x, lf_extent *y) {
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        if (curves_cut(curve) != cut) continue;
        for (size_t i = 0; i < curve->points; i++) {
            lf_extent_add(x, curve->x[i]);
            lf_extent_add(y, curve->lower[i]);
            lf_extent_add(y, curve->median[i]);
            lf_extent_add(y, curve->upper[i]);
        }
        for (size_t r = 0; cut && r < curve->runs; r++)
            curves_trail(&curve->run[r], x, y);
    }
}

/* The ends that the experiment gives, unless nothing would be left between them and the other one.
 * What lies beyond is drawn at the frame; so is what is not positive, without a strip of its own.
 */
static void curves_frame(const lf_experiment_panel *is, lf_axis *y) {
    const double low = is->y_from ? *is->y_from : y->low, high = is->y_to ? *is->y_to : y->high;
    if (low >= high || (y->log && low <= 0)) return;
    y->low = low;
    y->high = high;
    if (is->y_from) {
        y->least = low;
        y->floor = NAN;
    }
}

/* Diverging curves may widen the range, but not so far that the others become flat lines. */
static void curves_range(const lf_experiment_panel *is, lf_panel *panel) {
    lf_extent x = LF_EXTENT_NONE, calm = LF_EXTENT_NONE, wild = LF_EXTENT_NONE;
    curves_extents(panel, false, &x, &calm);
    curves_extents(panel, true, &x, &wild);
    if (calm.low > calm.high) {
        calm = wild;
    } else if (wild.low <= wild.high) {
        double span = 0.5 * (calm.high - calm.low);
        double most = is->log_y ? calm.high * 10 : calm.high + span;
        double least = is->log_y ? calm.least / 10 : calm.low - span;
        lf_extent_add(&calm, fmin(wild.high, most));
        lf_extent_add(&calm, fmax(wild.low, least));
    }
    for (size_t i = 0; i < panel->targets; i++)
        lf_extent_add(&calm, panel->target[i]);
    panel->x = lf_axis_fit(&x, is->log_x, true);
    panel->y = lf_axis_fit(&calm, is->log_y, false);
    curves_frame(is, &panel->y);
}

/* Values that sections mark: a claim's target. */
static void curves_targets(const lf_experiment *experiment, const lf_experiment_panel *is,
                           lf_panel *panel) {
    for (size_t i = 0; i < LF_SECTIONS; i++) {
        const lf_section *section = lf_section_at(i);
        if (section->targets)
            panel->targets +=
                section->targets(experiment, is->problem, is->y, LF_PANEL_TARGETS - panel->targets,
                                 &panel->target[panel->targets]);
    }
}

/* A panel whose runs are all missing is made too, without curves: the figure says `no data`. */
static lf_status curves_panel(const lf_results *results, const lf_experiment_panel *is,
                              lf_figure *figure) {
    lf_panel *panel;
    LF_TRY(lf_figure_add(figure, &panel));
    panel->problem = lf_panel_problem(results->experiment, is->problem);
    if (panel->problem == results->experiment->problems_count)
        return lf_fail(LF_BAD_ARGUMENT, "a figure shows problem %s, which is not in the experiment",
                       is->problem);
    panel->cost = lf_panel_x(results, is);
    panel->metric = strdup(is->y);
    panel->given[0] = is->y_from ? *is->y_from : NAN;
    panel->given[1] = is->y_to ? *is->y_to : NAN;
    lf_status status = panel->cost && panel->metric
                           ? curves_labels(results, is, panel->cost, panel)
                           : lf_fail(LF_NO_MEMORY, "no memory for a figure's panel");
    for (size_t m = 0; m < figure->methods && status == LF_OK; m++)
        status = lf_curve_make(results, panel->problem, figure->method[m], panel->cost, is->y,
                               &panel->curve[m]);
    curves_targets(results->experiment, is, panel);
    if (status == LF_OK) curves_range(is, panel);
    return status;
}

static lf_status curves_make(const lf_results *results, const lf_experiment_figure *is,
                             lf_figure *figure) {
    for (size_t i = 0; i < is->panels_count; i++)
        LF_TRY(curves_panel(results, &is->panels[i], figure));
    return LF_OK;
}

const lf_figure_form lf_figure_form_curves = {.check = curves_check, .make = curves_make};
