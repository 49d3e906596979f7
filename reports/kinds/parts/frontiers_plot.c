/**
 * @file frontiers_plot.c
 * @brief Points and lines of a frontier, as a panel of a figure like any other.
 */
#include "reports/kinds/parts/frontiers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A quartile that is infinite ends at the median. */
static double frontier_end(double quartile, double median) {
    return isfinite(quartile) ? quartile : median;
}

static void frontier_take(const lf_frontier_point *point, lf_curve *curve) {
    const size_t i = curve->points++;
    curve->x[i] = point->x.median;
    curve->left[i] = frontier_end(point->x.lower, point->x.median);
    curve->right[i] = frontier_end(point->x.upper, point->x.median);
    curve->median[i] = point->y.median;
    curve->lower[i] = frontier_end(point->y.lower, point->y.median);
    curve->upper[i] = frontier_end(point->y.upper, point->y.median);
}

/* Points in the order of x, so that the line does not turn back. */
static int frontier_order(const void *a, const void *b) {
    const lf_frontier_point *const *p = a, *const *q = b;
    const double x = (*p)->x.median, y = (*q)->x.median;
    return (x > y) - (x < y);
}

/* Has the line a point that is as good in both metrics, and better in one? */
static bool frontier_beaten(const lf_frontier_line *line, const lf_frontier_point *point) {
    const double sx = line->x_higher ? -1 : 1, sy = line->y_higher ? -1 : 1;
    for (size_t k = 0; k < line->points; k++) {
        const lf_frontier_point *by = &line->point[k];
        const double x = sx * (by->x.median - point->x.median),
                     y = sy * (by->y.median - point->y.median);
        if (by->used && x <= 0 && y <= 0 && x + y < 0) return true;
    }
    return false;
}

static lf_status frontier_curve(const lf_frontier_line *line, lf_curve *curve) {
    const size_t n = line->points + 1;
    *curve = (lf_curve){.fitted = true, .joined = true, .x = calloc(6 * n, sizeof *curve->x)};
    const lf_frontier_point **order = calloc(n, sizeof(void *));
    if (!curve->x || !order) {
        free(order);
        return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    }
    curve->lower = curve->x + n;
    curve->median = curve->lower + n;
    curve->upper = curve->median + n;
    curve->left = curve->upper + n;
    curve->right = curve->left + n;
    size_t used = 0;
    for (int beaten = 0; beaten < 2; beaten++) {
        used = 0;
        for (size_t k = 0; k < line->points; k++)
            if (line->point[k].used && frontier_beaten(line, &line->point[k]) == (beaten != 0))
                order[used++] = &line->point[k];
        qsort(order, used, sizeof(void *), frontier_order);
        for (size_t i = 0; i < used; i++)
            frontier_take(order[i], curve);
        if (!beaten) curve->on_line = used;
    }
    curve->line[0][1] = curve->on_line > 1 ? 0 : NAN;
    free(order);
    return LF_OK;
}

static void frontier_range(lf_panel *panel) {
    lf_extent x = LF_EXTENT_NONE, y = LF_EXTENT_NONE;
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        for (size_t i = 0; i < curve->points; i++) {
            lf_extent_add(&x, curve->left[i]);
            lf_extent_add(&x, curve->right[i]);
            lf_extent_add(&y, curve->lower[i]);
            lf_extent_add(&y, curve->upper[i]);
        }
    }
    panel->x = lf_axis_fit(&x, false, false);
    panel->y = lf_axis_fit(&y, false, false);
}

/* The constant of every point, beside it. */
static lf_status frontier_marks(const lf_frontier *frontier, lf_panel *panel) {
    size_t most = 0;
    for (size_t i = 0; i < frontier->lines; i++)
        most += frontier->line[i].points;
    panel->mark = calloc(most + 1, sizeof *panel->mark);
    if (!panel->mark) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (size_t i = 0; i < frontier->lines; i++)
        for (size_t k = 0; k < frontier->line[i].points; k++) {
            const lf_frontier_point *point = &frontier->line[i].point[k];
            if (!point->used || isnan(point->label)) continue;
            lf_panel_mark *mark = &panel->mark[panel->marks];
            *mark = (lf_panel_mark){point->x.median, point->y.median, NULL};
            if (asprintf(&mark->text, "%g", point->label) < 0)
                return lf_fail(LF_NO_MEMORY, "no memory for a figure");
            panel->marks++;
        }
    return LF_OK;
}

static lf_status frontier_labels(const lf_results *results, const lf_experiment_frontier *is,
                                 lf_panel *panel) {
    const size_t problem = lf_panel_problem(results->experiment, is->lines[0].problems[0]);
    panel->x_label = lf_panel_metric(results, problem, is->x);
    panel->y_label = lf_panel_metric(results, problem, is->y);
    if (panel->x_label && panel->y_label &&
        asprintf(&panel->title, "%s against %s%s%s", panel->y_label, panel->x_label,
                 is->label ? "; numbers are " : "", is->label ? is->label : "") >= 0)
        return LF_OK;
    panel->title = NULL;
    return lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

lf_status lf_frontier_figure(const lf_results *results, const lf_experiment_frontier *is,
                             const lf_frontier *frontier, lf_figure *figure) {
    lf_panel *panel = NULL;
    lf_status status = lf_figure_begin(results->experiment, frontier->lines, figure, &panel);
    for (size_t i = 0; i < frontier->lines && status == LF_OK; i++) {
        figure->label[i] = frontier->line[i].is->label;
        figure->method[i] = frontier->line[i].method;
        status = frontier_curve(&frontier->line[i], &panel->curve[i]);
    }
    if (status == LF_OK) status = frontier_marks(frontier, panel);
    if (status == LF_OK) {
        frontier_range(panel);
        status = frontier_labels(results, is, panel);
    }
    return lf_figure_end(status, "frontier", is->id, figure);
}
