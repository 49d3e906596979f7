/**
 * @file experiment_output.h
 * @brief The figures of an experiment.
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
