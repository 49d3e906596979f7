/**
 * @file experiment_output.h
 * @brief What an experiment shows: figures, tables, published values, fits.
 *
 * The YAML keys are the field names below; docs/experiments.md explains each with an example.
 */
#pragma once

#include <stdbool.h>

typedef struct {
    char *problem; /**< id */
    char *title;   /**< NULL: problem's label and y */
    char *x;       /**< a cost, or seconds; NULL: the first limit's unit */
    char *y;       /**< a metric */
    bool log_x, log_y;
    double *y_from, *y_to; /**< what the axis of y shows; NULL: that end as fits */
} lf_experiment_panel;

/** A form says what is in the panels: curves have them written out, the others make their own over
 *  problems. */
typedef struct {
    char *id, *title, *caption;
    char *form;       /**< a file of plots/kinds/; NULL: curves */
    unsigned columns; /**< panels in a row; 0: as fits */
    unsigned methods_count;
    char **methods; /**< ids; none: all */
    unsigned panels_count;
    lf_experiment_panel *panels; /**< of curves */
    unsigned problems_count;
    char **problems; /**< of other forms: ids; none: all that run */
    char *metric;    /**< of other forms; NULL: the one that each problem is judged by */
    char *cost;      /**< of other forms: a cost, or seconds; NULL: the form's own */
    unsigned accuracies_count;
    double *accuracies; /**< of profiles: a panel each; none: one of 0.1 */
} lf_experiment_figure;

/**
 * One quantity of a table. Of each run, the median over seeds is shown:
 *   metric                  its final value
 *   metric, where, at_most  its best value over points where the metric `where` <= at_most
 *   metric, below           the cost (`cost`) at the first point where metric < below
 *   metric, above           the same where metric > above
 *   share, at_most          fraction of evaluated points where the metric `share` <= at_most
 *   mean, cost              mean of the metric `mean` over a cost; NULL: the first limit's unit
 *   cost                    the final cost
 */
typedef struct {
    char *id;    /**< "FV"; published values refer to it */
    char *label; /**< NULL: id */
    char *metric;
    char *cost;
    char *where;
    char *share;
    char *mean;
    double *at_most; /**< NULL: not given */
    double *below;   /**< NULL: not given */
    double *above;   /**< NULL: not given */
} lf_experiment_column;

typedef struct {
    char *id, *title, *caption;
    unsigned problems_count;
    char **problems; /**< ids; none: all. One block of rows each, methods across */
    unsigned methods_count;
    char **methods; /**< ids; none: all */
    unsigned columns_count;
    lf_experiment_column *columns;
} lf_experiment_table;

/** Values a paper printed for one problem: one row per quantity, one value per method. */
typedef struct {
    char *id; /**< a column's id */
    unsigned values_count;
    double *values;
} lf_published_row;

typedef struct {
    char *table, *problem;
    unsigned methods_count;
    char **methods;
    unsigned rows_count;
    lf_published_row *rows;
} lf_published;

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
 * against the logarithm of a constant along several. harness/results/fit.h says how.
 */
typedef struct {
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
