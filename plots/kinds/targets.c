/**
 * @file targets.c
 * @brief The share of targets that a method's runs reached within a cost, as COCO draws it, and
 * which method reached the most at each cost: a panel for each problem.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/results/quantity.h"
#include "plots/kinds/parts/target_panels.h"
#include "plots/panel.h"

/* A lead over less than this share of the axis is not named. */
static const double targets_named = 0.06;

/* The largest cost that any of the runs came to: the last step of the curve goes on to there. */
static lf_status targets_end(const lf_target_runs *of, double *end) {
    double cost;
    *end = 0;
    for (size_t i = 0; i < of->runs; i++) {
        const size_t last = of->results->record[of->run[i]].points - 1;
        LF_TRY(lf_quantity_x(of->results, of->run[i], of->cost, last, &cost));
        *end = fmax(*end, cost);
    }
    return LF_OK;
}

static lf_status targets_curve(const lf_target_runs *of, lf_curve *curve) {
    double end;
    lf_ecdf ecdf;
    LF_TRY(targets_end(of, &end));
    LF_TRY(lf_ecdf_make(of->results, of->runs, of->run, &of->by, of->targets, of->target, of->cost,
                        &ecdf));
    const lf_status status = lf_steps_curve(&ecdf, INFINITY, end, curve);
    lf_ecdf_free(&ecdf);
    return status;
}

/* Share of targets within a cost: the last corner at or before it. */
static double targets_share(const lf_curve *curve, double cost) {
    size_t low = 0, high = curve->points;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (curve->x[middle] <= cost)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? curve->median[low - 1] : 0;
}

/* The curve that is ahead at a cost; SIZE_MAX: all have been level so far. Who was ahead stays so
 * while nobody passes. *share <- its share. */
static size_t targets_ahead(const lf_panel *panel, double cost, size_t before, double *share) {
    size_t ahead = before;
    *share = targets_share(&panel->curve[before < panel->curves ? before : 0], cost);
    for (size_t c = 0; c < panel->curves; c++) {
        const double other = targets_share(&panel->curve[c], cost);
        if (other == *share) continue;
        if (ahead == SIZE_MAX) ahead = 0;
        if (other < *share) continue;
        ahead = c;
        *share = other;
    }
    return ahead;
}

/* cost <- every cost at which a share changes, in order. */
static size_t targets_costs(const lf_panel *panel, double *cost) {
    size_t n = 0, kept = 0;
    for (size_t c = 0; c < panel->curves; c++)
        for (size_t i = 0; i < panel->curve[c].points; i++)
            cost[n++] = panel->curve[c].x[i];
    qsort(cost, n, sizeof *cost, lf_number_compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || cost[i] > cost[kept - 1]) cost[kept++] = cost[i];
    return kept;
}

/* Who is ahead, from a cost on; SIZE_MAX: nobody. */
typedef struct {
    size_t curve;
    double from;
} targets_lead;

/* The lead ends: if it was long enough, name it, in the panel and in words. */
static lf_status targets_named_lead(const lf_figure *figure, const targets_lead *lead, double to,
                                    lf_panel *panel, FILE *says) {
    const lf_axis *x = &panel->x;
    if (lead->curve == SIZE_MAX) return LF_OK;
    const double low = lf_axis_place(x, lead->from), high = lf_axis_place(x, to);
    const char *name = lf_figure_label(figure, figure->method[lead->curve]);
    if (lf_axis_share(x, high) - lf_axis_share(x, low) < targets_named) return LF_OK;
    fprintf(says, "%s %s from %.3g", panel->marks > 0 ? "," : "most targets:", name, lead->from);
    lf_panel_mark *mark = &panel->mark[panel->marks];
    mark->x = x->log ? sqrt(low * high) : (low + high) / 2;
    mark->y = targets_share(&panel->curve[lead->curve], mark->x);
    mark->text = lf_figure_short(name, LF_FIGURE_NAME);
    panel->marks += mark->text != NULL;
    return mark->text ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a figure");
}

/* The stroke under the curve that is ahead, corner by corner. */
static lf_status targets_follow(const lf_figure *figure, const double *cost, size_t n,
                                lf_panel *panel, FILE *says) {
    lf_curve *stroke = &panel->stroke[0];
    targets_lead lead = {SIZE_MAX, cost[0]};
    for (size_t i = 0; i < n; i++) {
        double share;
        const size_t ahead = targets_ahead(panel, cost[i], lead.curve, &share);
        stroke->x[stroke->points] = stroke->x[stroke->points + 1] = cost[i];
        stroke->median[stroke->points] = i > 0 ? stroke->median[stroke->points - 1] : share;
        stroke->median[stroke->points + 1] = share;
        stroke->points += 2;
        if (ahead == lead.curve) continue;
        LF_TRY(targets_named_lead(figure, &lead, cost[i], panel, says));
        lead = (targets_lead){ahead, cost[i]};
    }
    return targets_named_lead(figure, &lead, cost[n - 1], panel, says);
}

static lf_status targets_mark(const lf_figure *figure, lf_panel *panel) {
    size_t most = 0, size;
    for (size_t c = 0; c < panel->curves; c++)
        most += panel->curve[c].points;
    if (most == 0) return LF_OK;
    double *cost = malloc(most * sizeof *cost);
    panel->mark = calloc(most, sizeof *panel->mark);
    panel->stroke = calloc(1, sizeof *panel->stroke);
    panel->strokes = panel->stroke != NULL;
    FILE *says = open_memstream(&panel->says, &size);
    if (panel->stroke) panel->stroke->x = malloc(4 * most * sizeof(double));
    lf_status status = LF_OK;
    if (!cost || !panel->mark || !says || !panel->stroke || !panel->stroke->x)
        status = lf_fail(LF_NO_MEMORY, "no memory for a figure");
    if (status == LF_OK) {
        panel->stroke->median = panel->stroke->x + 2 * most;
        status = targets_follow(figure, cost, targets_costs(panel, cost), panel, says);
    }
    if (says) fclose(says);
    free(cost);
    return status;
}

static lf_status targets_finish(const lf_target_runs *of, const lf_figure *figure,
                                lf_panel *panel) {
    (void)of;
    free(panel->y_label);
    panel->y_label = strdup("share of targets reached");
    lf_steps_range(panel);
    if (!panel->y_label) return lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
    return targets_mark(figure, panel);
}

static lf_status targets_make(const lf_results *results, const lf_experiment_figure *is,
                              lf_figure *figure) {
    static const lf_target_panels kind = {
        .title = "targets of", .curve = targets_curve, .finish = targets_finish};
    return lf_target_panels_make(results, is, &kind, figure);
}

const lf_figure_form lf_figure_form_targets = {
    .check = lf_target_panels_check, .wants = lf_target_panels_want, .make = targets_make};
