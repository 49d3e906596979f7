/**
 * @file quantity.h
 * @brief Numbers read off stored runs: costs, table columns, medians over seeds.
 */
#pragma once

#include "harness/campaign.h"
#include "harness/statistics.h"

/** Parse a cost for one run of the results: counters, the problem's measures, then the method's
 *  measures and the problem's constants of the experiment file. */
lf_status lf_quantity_cost(const lf_results *results, size_t run, const char *text, lf_cost *cost);

/** x coordinate of a point: a cost, or "seconds" (CPU seconds of oracle and algorithm). */
lf_status lf_quantity_x(const lf_results *results, size_t run, const char *text, size_t point,
                        double *x);

/** One column of a table for one run; NAN where it does not apply: never below, nothing feasible,
 *  run missing or failed, no final value because it diverged. */
lf_status lf_quantity_column(const lf_results *results, size_t run,
                             const lf_experiment_column *column, double *value);

/** Quartiles over seeds: lf_stat_quartiles, for those who read quantities. */
lf_quartiles lf_quantity_quartiles(double *values, size_t n);
