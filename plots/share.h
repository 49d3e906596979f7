/**
 * @file share.h
 * @brief The share of targets reached within a cost, as COCO draws it, as a curve of a figure.
 */
#pragma once

#include "plots/curve.h"

/** What a panel has as its y to show shares of targets instead of a metric. No metric has a name
 *  with blanks. */
#define LF_SHARE_Y "share of targets reached"

enum { LF_SHARE_TARGETS = 51 };

/** Targets of a problem, from the worst start of any run to the best value of any, for its metric
 *  by lf_plot_metric: evenly in logarithm, or evenly where values are not positive. Returns their
 *  number, 0 if nothing got better. */
size_t lf_share_targets(const lf_results *results, size_t problem, double target[LF_SHARE_TARGETS]);

/** A method's curve over all its runs; without points if there are no targets or no runs. */
lf_status lf_share_make(const lf_results *results, size_t problem, size_t method, const char *x,
                        lf_curve *curve);

/** Add a figure of shares to the experiment, one panel for each problem with at least two methods
 *  and targets; nothing if there is none. It is freed with the experiment. */
lf_status lf_share_figure(const lf_results *results);
