/**
 * @file about.h
 * @brief What every part of a report asks of its results: what things are called, and what was run.
 *
 * Results are planned runs beside their records; a record without a key is a run that has not been
 * made, and is no result.
 */
#pragma once

#include "harness/results/results.h"
#include "reports/page/page.h"

/** An experiment's title, else its name. */
const char *lf_part_title(const lf_results *results);
/** "24 runs: 20 done, 3 diverged, 1 failed": malloc'ed, NULL if memory ran out. */
char *lf_part_counts(const lf_results *results);
/** The scale that the results were made at; NULL if the experiment has it no more. */
const lf_experiment_scale *lf_part_scale(const lf_results *results);

/** Is the scale there to see that everything runs, too small for its numbers to mean anything? */
bool lf_part_is_check(const lf_results *results);

/** Label, else id. */
const char *lf_part_problem(const lf_results *results, size_t problem);
const char *lf_part_method(const lf_results *results, size_t method);

/** A cell with what a metric is called, and `more`. */
void lf_part_metric(lf_grid *grid, const lf_results *results, size_t problem, const char *metric,
                    const char *more);

/** Is there a result for this planned run? */
bool lf_part_present(const lf_results *results, size_t run);

/* Here a problem stands for all forms of its task. */

/** Is any run planned for the problem, or for the problem and the method? */
bool lf_part_has_problem(const lf_results *results, size_t problem);
bool lf_part_has(const lf_results *results, size_t problem, size_t method);
