/**
 * @file experiment_output.h
 * @brief What an experiment shows: figures, tables, published values.
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
