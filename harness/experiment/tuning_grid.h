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
const lf_experiment_grid *lf_tuning_grid(const lf_experiment *experiment, size_t problem,
                                         size_t method);

/** What the final `where` may be on a problem; NAN if nothing bounds it. */
double lf_tuning_bound(const lf_experiment *experiment, size_t problem);
/** That grid, read; the pair is a tuned one. */
lf_status lf_tuning_space(const lf_experiment *experiment, size_t problem, size_t method,
                          lf_space *space);

/** Does the scale spend alike and judge at full length (tuning_budget: full)?
 * harness/campaign/race.h has the rule. */
bool lf_tuning_races(const lf_experiment_scale *scale);
/** Points that go on from the first seed of a race to the others: what the file says, or a quarter,
 *  from 2 to 4. With three seeds that is half of what all of them cost, or less. */
size_t lf_tuning_finalists(const lf_experiment *experiment);
/** More points than this are screened at a quarter of the length first. */
enum { LF_RACE_UNSCREENED = 12 };

/** Trials under way, and what they are made from. */
typedef struct {
    const lf_experiment *experiment;
    const lf_experiment_scale *scale;
    uint64_t *seeds;
    size_t n_seeds;
    lf_planned_run *trial; /**< each has `point` and `parameters` */
    size_t n;
} lf_trial_list;

/** An empty list for a scale that tunes; in any case for lf_trials_close(). */
lf_status lf_trials_open(const lf_experiment *experiment, const char *scale, lf_trial_list *list);
void lf_trials_close(lf_trial_list *list);
/** One more: a point of a pair on the tuning seed of this position, at full length or as a screen.
 */
lf_status lf_trials_add(lf_trial_list *list, size_t problem, size_t method, size_t point,
                        const char *parameters, size_t seed, bool screen);
/** points <- the tuning's number of malloc'ed texts for a pair: of its grid, and with `given` what
 *  the method has without tuning. For lf_text_list_free(). */
lf_status lf_tuning_points(const lf_trial_list *plan, size_t problem, size_t method,
                           char ***points);
/** In the order in which they are judged: problem by problem, method by method, point by point. */
void lf_trials_sort(lf_planned_run *trial, size_t n);

/** The trials of a scale that need no others first: problem by problem, method by method, point by
 *  point, seed by seed. None if the scale tunes nothing. For lf_plan_free(). */
lf_status lf_tuning_plan(const lf_experiment *experiment, const char *scale,
                         lf_planned_run **trials, size_t *n);
