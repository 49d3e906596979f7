/**
 * @file tuning_grid.h
 * @brief Equal tuning: the same number of points, the same seeds, the same budget for every method.
 *
 * A trial is an ordinary run with a tuning seed, kept in the same store, so it is never repeated
 * when it is finished. What is chosen is a function of the records alone: it can be worked out
 * again from a stored folder, without any plugin.
 */
#pragma once

#include "harness/experiment/experiment.h"
#include "harness/experiment/space.h"

/** Does this scale tune at all? */
bool lf_tuning_wanted(const lf_experiment *experiment, const lf_experiment_scale *scale);
/** The grid of a method on a problem, or NULL: it is not tuned. */
const char *lf_tuning_grid(const lf_experiment *experiment, size_t problem, size_t method);

/** What the final `where` may be on a problem; NAN if nothing bounds it. */
double lf_tuning_bound(const lf_experiment *experiment, size_t problem);
/** That grid, read; the pair is a tuned one. */
lf_status lf_tuning_space(const lf_experiment *experiment, size_t problem, size_t method,
                          lf_space *space);

/** The trials of a scale: problem by problem, method by method, point by point, seed by seed; each
 *  has `point` and `parameters`. None if the scale tunes nothing. For lf_plan_free(). */
lf_status lf_tuning_plan(const lf_experiment *experiment, const char *scale,
                         lf_planned_run **trials, size_t *n);
