/**
 * @file curve.h
 * @brief One method on one problem as a curve: the median of a metric over seeds at equal cost.
 */
#pragma once

#include "harness/results/results.h"

/** One run's metric where it was evaluated, against a cost. */
typedef struct {
    size_t points;
    double *x, *y; /**< points each; x does not decrease, y is finite; y lies behind x */
    double end;    /**< cost at the last checkpoint, whether the metric was evaluated or not */
    bool cut;      /**< the run ended before its time: from `end` on it counts as worst */
} lf_series;

/**
 * Median and quartiles over the runs. Runs that finished or diverged are taken; if there are none,
 * those that failed, to where they did.
 */
typedef struct {
    size_t runs;
    lf_series *run;
    size_t left_out; /**< runs that failed while others finished */
    size_t points;
    double *x, *lower, *median, *upper; /**< points each, in one block behind x; the median is
                                             finite, a quartile may be infinite */
    bool fitted;       /**< the points stand each for itself, and a straight line goes through them:
                            reports/kinds/parts/fits.h */
    size_t on_line;    /**< fitted: the first points are those that made the line */
    double line[2][2]; /**< fitted: x and y of its ends; NAN: there is none */
    bool joined;       /**< fitted, but the line goes from point to point:
                          reports/kinds/parts/frontiers.h */
    double *left, *right; /**< joined: quartiles of x, in the same block */
} lf_curve;

/** Zero a curve's fields and fill them; no runs gives a curve without points. */
lf_status lf_curve_make(const lf_results *results, size_t problem, size_t method, const char *x,
                        const char *y, lf_curve *curve);
void lf_curve_free(lf_curve *curve);
