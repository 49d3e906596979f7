/**
 * @file fits.h
 * @brief Exponents measured from runs: how the cost of a target grows with its accuracy, or with a
 * constant of the problems.
 *
 * A point of a fit is a target, or a problem, with the cost that each seed needed to get there. The
 * line goes through the medians over seeds, in logarithms. docs/statistics.md says what that is
 * worth where runs end before they reach a target.
 */
#pragma once

#include "harness/results/results.h"
#include "harness/statistics/statistics.h"
#include "plots/figure.h"

/** What a theory says of one method of a fit. */
typedef struct {
    char *method; /**< id */
    double exponent;
} lf_experiment_theory;

/** Where a fit begins: what costs less follows another law. */
typedef struct {
    char *cost;
    double value;
} lf_experiment_from;

/**
 * An exponent that is measured: the slope of log cost against log(1/target) on one problem, or
 * against the logarithm of a constant along several.
 */
typedef struct lf_experiment_fits {
    char *id, *title, *caption;
    char *problem; /**< id; the fit is over the targets. NULL: it is along a constant */
    char *along;   /**< a constant that each of the problems has */
    unsigned problems_count;
    char **problems; /**< ids, with `along` */
    unsigned methods_count;
    char **methods; /**< ids; none: all */
    char *metric;
    unsigned targets_count;
    double *targets;          /**< > 0; one, with `along` */
    char *cost;               /**< NULL: the first limit's unit */
    lf_experiment_from *from; /**< points where the median of its cost is less are left out; NULL */
    unsigned theory_count;
    lf_experiment_theory *theory;
} lf_experiment_fit;

/** Different x that a line needs. */
enum { LF_FIT_POINTS = 3 };

typedef struct {
    double x;          /**< 1/target, or the constant */
    double target;     /**< of the metric */
    size_t problem;    /**< position in the experiment's list */
    size_t missing;    /**< planned runs without a record */
    size_t runs;       /**< with a record */
    size_t censored;   /**< of them: never reached the target, so their cost is infinite */
    lf_quartiles cost; /**< over seeds; NAN without runs */
    bool early;        /**< before the fit's `from`, or reached at the start for nothing */
    bool used;         /**< its median is a point of the line */
} lf_fit_point;

/** One method of a fit. */
typedef struct {
    size_t method;
    size_t points; /**< all of the fit, in its order */
    lf_fit_point *point;
    size_t used;              /**< points of the line */
    size_t seeds;             /**< that were resampled */
    size_t missing, censored; /**< costs, over all points */
    size_t costs;             /**< that were asked for: seeds times points, less the missing ones */
    bool exact;               /**< nothing random: the interval is as wide as the resolution */
    double resolution;        /**< what a nudged start moves it by; NAN: that leaves no line */
    bool once;                /**< seconds of one run, which no other repeats */
    lf_interval exponent;     /**< slope with its percentile bootstrap interval over seeds; all NAN:
                                   too few points; ends NAN: one seed, or resamples without a line */
    double intercept;         /**< log cost = intercept + exponent log x */
    double theory;            /**< exponent in theory; NAN: none given */
} lf_fit_line;

/** Fit one method. `level` is the interval's confidence, 0.95. lf_fit_line_free() in any case. */
lf_status lf_fit_line_make(const lf_results *results, const lf_experiment_fit *is, size_t method,
                           double level, lf_fit_line *line);
void lf_fit_line_free(lf_fit_line *line);

typedef struct {
    size_t lines;
    lf_fit_line *line;
} lf_fit;

/** All methods of a fit that were to be run on any of its problems, in the order of the fit. */
lf_status lf_fit_make(const lf_results *results, const lf_experiment_fit *is, double level,
                      lf_fit *fit);
void lf_fit_free(lf_fit *fit);

/** malloc'ed cost of the fit: as said, else the first limit's unit. NULL: no memory. */
char *lf_fit_cost(const lf_results *results, const lf_experiment_fit *is);

/** Enough points for a line, a metric that falls, costs, ids. */
lf_status lf_fits_check(const lf_experiment *experiment);

/**
 * Make a figure of one panel. A method's points are its medians over seeds, with a tick from the
 * lower to the upper quartile; those that the line leaves out are small and hollow; a cost that
 * half of the runs never paid is not there. Zeroed if it fails.
 */
lf_status lf_fit_figure(const lf_results *results, const lf_experiment_fit *is, const lf_fit *fit,
                        lf_figure *figure);
