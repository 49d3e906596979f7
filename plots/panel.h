/**
 * @file panel.h
 * @brief One panel of a figure, made ready to be drawn: curves, axes, labels.
 */
#pragma once

#include "plots/axis.h"
#include "plots/curve.h"

enum { LF_PANEL_TARGETS = 4 };

/** A number that stands at a point. */
typedef struct {
    double x, y, value;
} lf_panel_mark;

typedef struct {
    const lf_experiment_panel *is;
    size_t problem;  /**< position in the experiment */
    size_t curves;   /**< one per method of the figure, in its order */
    lf_curve *curve; /**< may have no points */
    bool sparse;     /**< the metric is expensive: every evaluation gets a marker */
    bool wide;       /**< y has long numbers: costs */
    lf_axis x, y;
    size_t targets;
    double target[LF_PANEL_TARGETS]; /**< values that claims are about, marked by lines */
    size_t marks;
    lf_panel_mark *mark;
    char *title, *x_label, *y_label;
} lf_panel;

/** Compute the curves of `methods` positions in the experiment. Zeroed if it fails. */
lf_status lf_panel_make(const lf_results *results, const lf_experiment_panel *is, size_t methods,
                        const size_t *method, lf_panel *panel);
void lf_panel_free(lf_panel *panel);

/** malloc'ed x of a panel: as said, else the unit of the first limit of the problem's budget. */
char *lf_panel_x(const lf_results *results, const lf_experiment_panel *is);

/** Position of an id in the experiment's list; the list's length if there is none. */
size_t lf_panel_problem(const lf_experiment *experiment, const char *id);
size_t lf_panel_method(const lf_experiment *experiment, const char *id);
