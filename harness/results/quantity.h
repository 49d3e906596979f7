/**
 * @file quantity.h
 * @brief Numbers read off stored runs: costs, metrics, medians over seeds.
 */
#pragma once

#include "harness/results/results.h"
#include "harness/statistics/statistics.h"

/** Parse a cost for one run of the results: counters, the problem's measures, then the method's
 *  measures and the problem's constants of the experiment file. */
lf_status lf_quantity_cost(const lf_results *results, size_t run, const char *text, lf_cost *cost);

/** x coordinate of a point: a cost, or "seconds" (CPU seconds of oracle and algorithm). */
lf_status lf_quantity_x(const lf_results *results, size_t run, const char *text, size_t point,
                        double *x);

/** Position of the last point whose cost is at most `x`: runs are compared at equal cost, never at
 *  equal step numbers. SIZE_MAX if there is none. `cost` as for lf_quantity_x. */
lf_status lf_quantity_point(const lf_results *results, size_t run, const char *cost, double x,
                            size_t *point);
/** A metric at that point, or at the last one before where it was evaluated; NAN if nowhere. */
lf_status lf_quantity_value(const lf_results *results, size_t run, const char *metric,
                            const char *cost, double x, double *value);

/** Mean of a metric over a cost, by trapezoids, from the first point where it was evaluated to the
 *  last; NAN if these are not two costs. `cost` as for lf_quantity_x. */
lf_status lf_quantity_mean(const lf_results *results, size_t run, const char *metric,
                           const char *cost, double *mean);

/** What methods are judged by on a problem: a metric, and what another one may be there. */
typedef struct lf_judged {
    const char *metric; /**< NULL: none */
    const char *where;  /**< NULL: no other one matters */
    double at_most;
} lf_judged;
/** Is the other one at most that, at a point of the trace? Not where it was not evaluated. */
bool lf_judged_keeps(const lf_judged *by, const lf_record *record, size_t point);

/** What it means to reach a target. */
typedef struct {
    lf_judged by; /**< what is to get there, and what is to be kept at the same point */
    double value; /**< reached from below or above, as the metric is better */
} lf_target;
/** Cost at the first such point; INFINITY if there is none. */
lf_status lf_quantity_reach(const lf_results *results, size_t run, const lf_target *target,
                            const char *cost, double *reached);

/** A cost that lies between these; equal where it is known. */
typedef struct {
    double least, most;
} lf_cost_span;
/**
 * The cost at which a target was reached first, or, with `stays`, for good: on the straight line
 * from the checkpoint before, so that costs rarely tie. Checkpoints where a metric was not
 * evaluated tell nothing. A run that ended before costs at least what it spent; one that had less
 * than a tenth of that left after it came there for good may not have stayed.
 */
lf_status lf_quantity_span(const lf_results *results, size_t run, const lf_target *target,
                           const char *cost, bool stays, lf_cost_span *span);

/** Final value of a metric; NAN if the run is missing, diverged, failed or did not evaluate it. */
double lf_quantity_final(const lf_results *results, size_t run, const char *metric);

/** Is the metric evaluated at the run's end? It may have no value even so, where its sub-problem
 * has no solution, and that is as bad as any. */
bool lf_quantity_looked(const lf_record *record, const char *metric);
/** Did the run end well, and has no value of the metric there though it was evaluated? */
bool lf_quantity_lost(const lf_results *results, size_t run, const char *metric);

/** Has any run of a problem, or of another form of its task, a value of a metric? NULL is none. */
bool lf_quantity_known(const lf_results *results, size_t problem, const char *metric);

/** Quartiles over seeds. NAN is a run without a value, and worse than any number: it counts as
 *  larger, or as smaller where more is better. Changes `values`. */
lf_quartiles lf_quantity_quartiles(double *values, size_t n, bool higher);
