/**
 * @file tuning_grid.h
 * @brief Equal tuning: the same number of points, the same seeds, the same budget for every method.
 *
 * A trial is an ordinary run with a tuning seed, kept in the same store, so it is never repeated
 * when it is finished. What is chosen is a function of the records alone: it can be worked out
 * again from a stored folder, without any plugin.
 */
#pragma once

#include "harness/campaign/campaign.h"
#include "harness/experiment/space.h"

/** One point of a grid, and what its trials came to. */
typedef struct {
    char *parameters; /**< "eta=5e-4,eps=0", on top of the method's own */
    size_t trials;    /**< one per tuning seed; one alone for a deterministic method */
    size_t failed;  /**< of them: diverged, ended otherwise than done, or not a number in the end */
    size_t missing; /**< of them: not run yet */
    double metric;  /**< median (or worst) final metric; a failed trial is infinitely bad */
    double cost;    /**< the same of costs to the target, INFINITY: not reached; NAN: no target */
    double where;   /**< the same of the final `where`; NAN without one */
    bool feasible;  /**< true without `where` */
} lf_tuning_point;

/** One problem and one method: every point that was tried, and the chosen one. */
struct lf_tuned {
    size_t problem, method; /**< positions in the experiment's lists */
    size_t points;
    lf_tuning_point *point;
    size_t chosen;      /**< position; SIZE_MAX while trials are missing */
    bool failed;        /**< no point had a finite value: the first one stands for all */
    double cost;        /**< of all its trials together, in the tuning budget's first unit */
    double cpu_seconds; /**< of oracle and algorithm, all trials */
    char *unit;         /**< that unit: "steps", "passes.constraint" */
};

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

/**
 * Judge the trials of the results (trials, trial_record) and set results->tuned. Eligible are the
 * points whose median `where` is at most at_most, or all that share the smallest if there is none;
 * of these the best median metric (or the smallest median cost to the target, then the best metric)
 * wins, and the first of equals. With judge: worst, the worst of the seeds stands for the median
 * throughout.
 */
lf_status lf_tuning_choose(lf_results *results);
void lf_tuned_free(lf_tuned *tuned, size_t n);

/** What was chosen for a pair, or for the one that it is tuned as; NULL if that was not tuned. */
const lf_tuned *lf_tuned_find(const lf_results *results, size_t problem, size_t method);
