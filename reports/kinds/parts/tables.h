/**
 * @file tables.h
 * @brief Tables of an experiment, and what papers printed in theirs.
 */
#pragma once

#include "harness/experiment/experiment.h"
#include "harness/experiment/schema.h"

/**
 * One quantity of a table. Of each run, the median over seeds is shown:
 *   metric                  its final value
 *   metric, where, at_most  its best value over points where the metric `where` <= at_most
 *   metric, below           the cost (`cost`) at the first point where metric < below
 *   metric, above           the same where metric > above
 *   share, at_most          fraction of evaluated points where the metric `share` <= at_most
 *   mean, cost              mean of the metric `mean` over a cost; NULL: the first limit's unit
 *   ert, below              not a median: the expected running time until the metric `ert` < below,
 *                           in `cost` (NULL: the first limit's unit)
 *   ert, above              the same until it is > above
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
    char *ert;
    double *at_most; /**< NULL: not given */
    double *below;   /**< NULL: not given */
    double *above;   /**< NULL: not given */
} lf_experiment_column;

typedef struct lf_experiment_tables {
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

typedef struct lf_experiment_published {
    char *table, *problem;
    unsigned methods_count;
    char **methods;
    unsigned rows_count;
    lf_published_row *rows;
} lf_published;

extern const cyaml_schema_value_t lf_tables_entry;
/** Columns have a form, and their metrics and costs make sense on every problem of the table. */
lf_status lf_tables_check(const lf_experiment *experiment);
