/**
 * @file fits_plot.c
 * @brief Points and lines of a fit, as a panel of a figure like any other.
 */
#include "reports/kinds/parts/fits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of the line first, then those with a median that are not on it. */
static void fit_take(const lf_fit_line *line, bool used, lf_curve *curve) {
    for (size_t k = 0; k < line->points; k++) {
        const lf_fit_point *point = &line->point[k];
        if (point->used != used || !isfinite(point->cost.median) || point->cost.median <= 0)
            continue;
        curve->x[curve->points] = point->x;
        curve->lower[curve->points] = point->cost.lower;
        curve->median[curve->points] = point->cost.median;
        curve->upper[curve->points++] = point->cost.upper;
    }
}

/* From the first to the last x that made it. */
static void fit_draw_line(const lf_fit_line *line, lf_curve *curve) {
    double end[2] = {INFINITY, 0};
    for (size_t i = 0; i < curve->on_line; i++) {
        end[0] = fmin(end[0], curve->x[i]);
        end[1] = fmax(end[1], curve->x[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        curve->line[i][0] = end[i];
        curve->line[i][1] = exp(line->intercept + line->exponent.estimate * log(end[i]));
    }
}

static lf_status fit_curve(const lf_fit_line *line, lf_curve *curve) {
    *curve = (lf_curve){.fitted = true};
    curve->x = calloc(4 * line->points + 1, sizeof *curve->x);
    if (!curve->x) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    curve->lower = curve->x + line->points;
    curve->median = curve->lower + line->points;
    curve->upper = curve->median + line->points;
    fit_take(line, true, curve);
    curve->on_line = curve->points;
    fit_take(line, false, curve);
    fit_draw_line(line, curve);
    return LF_OK;
}

/* Both axes are logarithmic; a quartile that is infinite ends at the frame. */
static void fit_range(lf_panel *panel) {
    lf_extent x = LF_EXTENT_NONE, y = LF_EXTENT_NONE;
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        for (size_t i = 0; i < curve->points; i++) {
            lf_extent_add(&x, curve->x[i]);
            lf_extent_add(&y, curve->lower[i]);
            lf_extent_add(&y, curve->median[i]);
            lf_extent_add(&y, curve->upper[i]);
        }
        for (size_t i = 0; i < 2 && curve->on_line > 0; i++)
            lf_extent_add(&y, curve->line[i][1]);
    }
    panel->x = lf_axis_fit(&x, true, false);
    panel->y = lf_axis_fit(&y, true, false);
}

/* The line is about the cost until the target; of one problem, or along several. */
static lf_status fit_labels(const lf_results *results, const lf_experiment_fit *is,
                            lf_panel *panel) {
    panel->problem =
        lf_panel_problem(results->experiment, is->along ? is->problems[0] : is->problem);
    const lf_experiment_problem *problem = &results->experiment->problems[panel->problem];
    char *cost = lf_fit_cost(results, is);
    char *metric = lf_panel_metric(results, panel->problem, is->metric);
    int n = cost && metric ? 0 : -1;
    if (n >= 0 && is->along) {
        n = asprintf(&panel->title, "cost until %s is %g", metric, is->targets[0]);
        panel->x_label = strdup(is->along);
    } else if (n >= 0) {
        n = asprintf(&panel->title, "%s: cost until %s reaches a target",
                     problem->label ? problem->label : problem->id, metric);
        panel->x_label = strdup("1 / target");
    }
    if (n < 0) panel->title = NULL;
    panel->y_label = cost ? lf_panel_cost(results, panel->problem, cost) : NULL;
    free(metric);
    free(cost);
    return panel->title && panel->x_label && panel->y_label
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

lf_status lf_fit_figure(const lf_results *results, const lf_experiment_fit *is, const lf_fit *fit,
                        lf_figure *figure) {
    lf_panel *panel = NULL;
    lf_status status = lf_figure_begin(results->experiment, fit->lines, figure, &panel);
    for (size_t i = 0; i < fit->lines && status == LF_OK; i++) {
        figure->method[i] = fit->line[i].method;
        status = fit_curve(&fit->line[i], &panel->curve[i]);
    }
    if (status == LF_OK) {
        fit_range(panel);
        status = fit_labels(results, is, panel);
    }
    return lf_figure_end(status, "fit", is->id, figure);
}
