/**
 * @file frontiers_plot.h
 * @brief The figure of a frontier: one metric against another, a line of problems per method.
 */
#pragma once

#include "plots/figure.h"
#include "reports/kinds/parts/frontiers.h"

/**
 * Make a figure of one panel. A point is a problem, at its medians over seeds, with bars from the
 * lower to the upper quartile in both directions; a method's points are joined in the order of x.
 * Zeroed if it fails.
 */
lf_status lf_frontier_figure(const lf_results *results, const lf_experiment_frontier *is,
                             const lf_frontier *frontier, lf_figure *figure);
