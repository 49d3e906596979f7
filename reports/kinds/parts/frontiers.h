/**
 * @file frontiers.h
 * @brief What a method pays in one metric for another, over a family of problems.
 *
 * A point is a problem: the medians over seeds of final x and final y.
 */
#pragma once

#include "harness/results/results.h"
#include "harness/statistics/statistics.h"
#include "plots/figure.h"

/** One method over a family of problems that differ in how much weight a constraint has. */
typedef struct {
    char *label;  /**< "ALEXR2 (smH)"; NULL: the method's */
    char *method; /**< id; one line each */
    unsigned problems_count;
    char **problems; /**< ids: a point each */
} lf_experiment_line;

/**
 * A trade-off between two metrics: final y against final x, medians over seeds, a line for each
 * method through its problems. Between neighbours by x the line is straight, beyond the first and
 * the last point there is none. docs/statistics.md says what a value read off it is worth.
 */
typedef struct lf_experiment_frontiers {
    char *id, *title, *caption;
    char *x, *y; /**< metrics */
    unsigned lines_count;
    lf_experiment_line *lines;
    unsigned at_count;
    double *at;  /**< x at which y is read off */
    char *label; /**< a constant of the problems that stands beside the points; NULL */
} lf_experiment_frontier;

typedef struct {
    size_t problem;    /**< position in the experiment's list */
    size_t missing;    /**< planned runs without a record */
    size_t runs;       /**< with a record */
    size_t failed;     /**< of them: without final values, and so infinitely bad in both */
    lf_quartiles x, y; /**< over seeds; NAN without runs */
    bool used;         /**< both medians are finite */
    double label;      /**< the problem's constant; NAN: the frontier shows none */
} lf_frontier_point;

/** One method of a frontier. */
typedef struct {
    const lf_experiment_line *is;
    size_t method;
    size_t points; /**< all of the line, in its order */
    lf_frontier_point *point;
    size_t used;             /**< points with finite medians */
    size_t runs, missing;    /**< over all points */
    bool exact;              /**< nothing random: intervals have no width */
    bool x_higher, y_higher; /**< more of the metric is better */
    size_t seeds;
    uint64_t *seed;
    double *x, *y;   /**< seeds x points, row-major; NAN where there is no run; of a line that is
                          exact one row more, of its runs that were nudged */
    lf_interval *at; /**< y at each `at` of the frontier; NAN: not reached; ends NAN: one seed, or
                          resamples that do not reach it */
} lf_frontier_line;

typedef struct {
    size_t lines;
    lf_frontier_line *line;
} lf_frontier;

/** Every line of which any run was planned, with its values at 1 - level bootstrap intervals;
 *  `level` is the confidence, 0.95. Zeroed if it fails. */
lf_status lf_frontier_make(const lf_results *results, const lf_experiment_frontier *is,
                           double level, lf_frontier *frontier);
void lf_frontier_free(lf_frontier *frontier);

/** y of one line less that of another at a place. */
typedef struct {
    lf_interval y;     /**< NAN: one of them does not reach it */
    double own, other; /**< the two values */
    size_t pairs;      /**< seeds that both have */
    bool exact;        /**< nothing random in either */
    double resolution; /**< what nudged starts move it by, and its ends were moved apart; NAN:
                            beside these the place is not reached */
} lf_frontier_gap;

/** Seeds are resampled for both lines together; a line without randomness meets every seed. */
lf_status lf_frontier_compare(const lf_frontier_line *a, const lf_frontier_line *b, double at,
                              double level, lf_frontier_gap *gap);

/**
 * Make a figure of one panel. A point is a problem, at its medians over seeds, with bars from the
 * lower to the upper quartile in both directions; a method's points are joined in the order of x.
 * Zeroed if it fails.
 */
lf_status lf_frontier_figure(const lf_results *results, const lf_experiment_frontier *is,
                             const lf_frontier *frontier, lf_figure *figure);
