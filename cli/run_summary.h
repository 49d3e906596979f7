/**
 * @file run_summary.h
 * @brief What `run` prints at its end.
 */
#pragma once

#include <stdio.h>

#include "harness/results/results.h"

/** A table per problem: one row per method with its runs, steps and final metrics, medians over the
 *  seeds; below it a line for each run that did not end well. */
lf_status lf_summary_tables(const lf_results *results, FILE *out);

/** {"runs": [...]} on standard output, in the order of the plan. `files` (NULL: none) has the
 *  solution file of each run, or NULL. */
lf_status lf_summary_json(const lf_results *results, char *const *files);
