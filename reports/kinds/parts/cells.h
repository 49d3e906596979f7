/**
 * @file cells.h
 * @brief What tables are made of, for whoever writes them: their problems, methods and values.
 */
#pragma once

#include "harness/results/results.h"
#include "harness/statistics/statistics.h"
#include "reports/kinds/parts/tables.h"
#include "reports/page/json_out.h"

/** One column of a table for one run; NAN where it does not apply: never passed, nothing feasible,
 *  run missing or failed, no final value because it diverged, an ert, which is of all runs. */
lf_status lf_cell_value(const lf_results *results, size_t run, const lf_experiment_column *column,
                        double *value);

/** Is more of a column better, as far as this record tells? */
bool lf_cell_rises(const lf_record *record, const lf_experiment_column *column);

/** A quantity of one method on one problem, over its seeds. Runs that failed or diverged take part
 *  as worse than any number; one that is not there yet does not. */
typedef struct {
    size_t planned;
    size_t present;    /**< with a record, so that they count */
    size_t failed;     /**< of those: neither done nor diverged */
    size_t diverged;   /**< of those */
    lf_quartiles q;    /**< NAN: no number. Of an ert column the middle is that, over all runs */
    double resolution; /**< of a pair that no seed changes: what its nudged run has otherwise; NAN:
                            no such run, or no number */
    double published;  /**< what the paper prints; NAN: nothing */
} lf_cell;

/** `table` NULL: one that nobody named, so nothing is published. The problem stands for all forms
 *  of its task. */
lf_status lf_cell_make(const lf_results *results, const lf_experiment_table *table, size_t problem,
                       size_t method, const lf_experiment_column *column, lf_cell *cell);

/** best[k] <- is method k of these the one with the best median of a column, or one that a paired
 *  test over common seeds (both sides, Holm over the methods, 5 %) does not tell from it? All
 *  false where it tells none from it: then nobody is best. A run that is there without a value is
 *  infinitely bad; two methods without chance differ if their values do. */
lf_status lf_cell_best(const lf_results *results, size_t problem, const size_t *method, size_t n,
                       const lf_experiment_column *column, const lf_cell *cell, bool *best);

/** Positions in the experiment's lists: malloc'ed, in order. */
typedef struct {
    size_t n;
    size_t *at;
} lf_cell_list;

/** The table's problems of which any run was planned. */
lf_status lf_cell_problems(const lf_results *results, const lf_experiment_table *table,
                           lf_cell_list *problems);
/** The table's methods (NULL: all) that were to be run on the problem. */
lf_status lf_cell_methods(const lf_results *results, const lf_experiment_table *table,
                          size_t problem, lf_cell_list *methods);
void lf_cell_list_free(lf_cell_list *list);

/** Is the run one of the method's, on its form of the problem? */
bool lf_cell_takes(const lf_results *results, size_t problem, size_t method, size_t run);

/** cells += those of one problem of a table, for report.json. */
lf_status lf_cells_json(lf_json *json, const lf_experiment_table *table, size_t problem,
                        json_t *cells);
