/**
 * @file target_panels.h
 * @brief What forms about targets share: a panel for each problem, with the targets that its runs
 * set, and a curve over all runs of each method.
 */
#pragma once

#include "harness/experiment/figure_form.h"
#include "harness/results/ecdf.h"
#include "plots/figure.h"

/** The runs of one method on one problem that have a trace, and what they aim at. */
typedef struct {
    const lf_results *results;
    lf_judged by;
    const char *cost;
    size_t runs, *run; /**< positions in the plan; of a curve more than none, like targets */
    size_t targets;
    double target[LF_ECDF_TARGETS];
} lf_target_runs;

/** What differs. */
typedef struct {
    const char *title; /**< "%s: <title> METRIC" */
    lf_status (*curve)(const lf_target_runs *of, lf_curve *curve);
    /** Axes and labels of a panel whose x_label is the cost and y_label the metric; of a problem
     *  that may have no targets. */
    lf_status (*finish)(const lf_target_runs *of, const lf_figure *figure, lf_panel *panel);
} lf_target_panels;

lf_status lf_target_panels_make(const lf_results *results, const lf_experiment_figure *is,
                                const lf_target_panels *kind, lf_figure *figure);
/** Are there two methods to be compared on the problem, and anything to compare them by: a metric
 *  (NULL: the one that it is judged by) that got better than it was at the start? */
bool lf_target_panels_want(const lf_results *results, size_t problem, const char *metric);
/** There are no accuracies: targets are set by the runs. */
lf_status lf_target_panels_check(const lf_experiment *experiment,
                                 const lf_experiment_figure *figure);
