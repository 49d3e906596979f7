/**
 * @file first_use.h
 * @brief The first use of a plugin's method on a machine: does it keep all of its state where a
 * checkpoint finds it, and does it repeat itself?
 */
#pragma once

#include "harness/experiment/experiment.h"
#include "harness/pool/pool.h"

/**
 * Of each method of the plan that a plugin brings, on problems that are linked in and on those of
 * each plugin: make a few steps, straight and with a restore, and hold them against each other.
 * One that does not come out is told to `said` in one line (context: NULL), and its runs are not
 * saved. The verdict is kept in the cache by the plugin's code, and its problem's if a plugin
 * brings that, so that it is made once. A method that cannot be tried, as it fails, has none: its
 * runs will tell.
 */
lf_status lf_first_use(const lf_planned_run *const *plan, size_t n, const lf_pool_limits *limits,
                       void (*said)(void *context, const char *line));

/** What is known of a method's first use from earlier: for a process that makes runs planned by
 *  another. Errors: LF_NO_MEMORY. */
lf_status lf_first_use_recall(const lf_run_spec *spec);
