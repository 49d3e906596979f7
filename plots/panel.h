/**
 * @file panel.h
 * @brief One panel of a figure, made ready to be drawn: curves, axes, labels.
 */
#pragma once

#include "plots/axis.h"
#include "plots/curve.h"

typedef struct {
    const lf_experiment_panel *is;
    size_t problem;  /**< position in the experiment */
    size_t curves;   /**< one per method of the figure, in its order */
    lf_curve *curve; /**< may have no points */
    bool sparse;     /**< the metric is expensive: every evaluation gets a marker */
    lf_axis x, y;
    char *title, *x_label, *y_label;
} lf_panel;

/** Compute the curves of `methods` positions in the experiment. Zeroed if it fails. */
lf_status lf_panel_make(const lf_results *results, const lf_experiment_panel *is, size_t methods,
                        const size_t *method, lf_panel *panel);
void lf_panel_free(lf_panel *panel);

/** Position of an id in the experiment's list; the list's length if there is none. */
size_t lf_panel_problem(const lf_experiment *experiment, const char *id);
size_t lf_panel_method(const lf_experiment *experiment, const char *id);
