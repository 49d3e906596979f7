/**
 * @file results.h
 * @brief One experiment with its records, and what tuning chose: what plots and reports are made
 * from.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/param.h>
#include <levelfield/status.h>

#include "harness/experiment/experiment.h"
#include "harness/store/store.h"
#include "harness/store/verify.h"

/** One point of a grid, and what its trials came to. */
typedef struct {
    char *parameters; /**< "eta=5e-4,eps=0", on top of the method's own */
    size_t trials;    /**< one per tuning seed; one alone for a deterministic method */
    size_t failed;  /**< of them: diverged, ended otherwise than done, or not a number in the end */
    size_t missing; /**< of them: not run yet */
    double metric;  /**< median (or worst) final metric; a failed trial is infinitely bad */
    double start;   /**< the same of where they began; NAN: not known, or beyond the bound */
    double cost;    /**< the same of costs to the target, INFINITY: not reached; NAN: no target */
    double where;   /**< the same of the final `where`; NAN without one */
    bool feasible;  /**< true without `where` */
    bool out;       /**< given up before it had every seed at full length: not to be chosen */
    double range;   /**< of the final metrics: largest less smallest, NAN if one failed */
} lf_tuning_point;

/** One problem and one method: every point that was tried, and the chosen one. */
typedef struct {
    size_t problem, method; /**< positions in the experiment's lists */
    size_t points;
    lf_tuning_point *point;
    size_t chosen;      /**< position; SIZE_MAX while trials are missing */
    bool failed;        /**< no point had a finite value: the first one stands for all */
    bool worse;         /**< the chosen one ends worse than the start, which any other beats */
    double cost;        /**< of all its trials together, in the tuning budget's first unit */
    double cpu_seconds; /**< of oracle and algorithm, all trials */
    char *unit;         /**< that unit: "steps", "passes.constraint" */
    char *edges;        /**< parameters whose chosen value is an outermost one: "eta, beta"; "" */
} lf_tuned;

/** One experiment with its records: what plots and reports are made from. */
typedef struct lf_results {
    char *name, *scale;
    const char *folder; /**< of several that are shown together: not owned; NULL: it is alone */
    lf_experiment *experiment;
    size_t runs;
    lf_planned_run *plan;
    lf_record *record; /**< as many; key "" where the store has none */
    size_t nudges;     /**< more of both, behind those: lf_results_nudge() */
    size_t trials;     /**< runs that tuning made; 0: nothing was tuned */
    lf_planned_run *trial;
    lf_record *trial_record; /**< trials of them */
    lf_replay_note replayed; /**< what came of making runs of the folder again, the last time */
    size_t unplanned;        /**< runs of the folder that none of its experiments has */
    size_t tuned_pairs;      /**< pairs of a problem and a method that were tuned */
    lf_tuned *tuned;
} lf_results;

/** Every experiment stored in the folder, with its records. */
lf_status lf_results_load(const char *dir, lf_results **results, size_t *n);
void lf_results_free(lf_results *results, size_t n);

/** The run of a pair without chance, fixed in lf_seed_runs, that was made again from a start beside
 *  its own by hardly more than rounding: a position behind the results' runs; SIZE_MAX: none that
 *  is a result. By what it changes, no digit of the other means anything; if it diverged, none
 *  does. */
size_t lf_results_nudge(const lf_results *results, size_t problem, size_t method);

/** records <- those of the plan, in its order; key "" where the store has none. */
lf_status lf_results_records(lf_store *store, const lf_planned_run *plan, size_t n,
                             lf_record **records);
void lf_records_free(lf_record *records, size_t n);

/**
 * Judge the trials of the results (trials, trial_record) and set results->tuned. Eligible are the
 * points whose median `where` is at most at_most, or all that share the smallest if there is none;
 * of these the best median metric (or the smallest median cost to the target, then the best metric)
 * wins, and the first of equals. With judge: worst, the worst of the seeds stands for the median
 * throughout.
 */
lf_status lf_tuning_choose(lf_results *results);
/* ---- where a choice stands among the values that were tried ----
 *
 * A numeric parameter with at least two tried values is on an edge if the chosen one is the
 * smallest or the largest of them, and not the end of what the parameter may be. It is beside a gap
 * if a neighbour among them is more than ten times away. Texts are no quantities: they have
 * neither.
 */

/** Points that one round of refinement adds, and rounds at most. */
enum { LF_REFINE_POINTS = 4, LF_REFINE_ROUNDS = 2 };

typedef struct {
    char *edges; /**< malloc'ed, "eta, beta": the parameters on an edge; "" */
    char *low;   /**< malloc'ed, "eta=1e-4,beta=0": the smallest value of each that was tried */
    char *high;  /**< the largest; of these two and the choice alone the edges are the same */
    bool gap;    /**< one is beside a gap */
    size_t n;
    char *point[LF_REFINE_POINTS]; /**< malloc'ed, "eta=5e-4,eps=0": none of those tried */
} lf_refinement;

/**
 * Of the point `chosen` among the n tried, whose parameters are the same, in the same order. New
 * points, at most LF_REFINE_POINTS: for each edge the choice moved out by the ratio of the two
 * outermost values, at least 2 and at most 10 times; all edges together, if there are several; then
 * the geometric means of the chosen value and each neighbour, the widest ratio first. `params` says
 * what a parameter may be; without it, and for one that it does not have, 0 is the end of those
 * that are not negative.
 */
lf_status lf_refine(const lf_param *params, const char *const *tried, size_t n, size_t chosen,
                    lf_refinement *r);
void lf_refinement_clear(lf_refinement *r);

/** What would be tried besides, now that this was chosen. For lf_refinement_clear(). */
lf_status lf_tuned_refine(const lf_results *results, const lf_tuned *tuned, lf_refinement *r);
/** What one trial came to; infinity is the worst of each. `loss` is the metric, negated if more is
 *  better, `cost` that of the target, `start` the loss that it began with. */
typedef struct {
    double loss, cost, where, start;
} lf_tuning_score;
/** Of the trial of this position; one that is missing or failed is infinitely bad. */
lf_status lf_tuning_score_of(const lf_results *results, size_t trial, lf_tuning_score *score);
/** Was it shorter than the results' runs, only to find out which points are worth those? */
bool lf_tuning_is_screen(const lf_results *results, const lf_planned_run *trial);
void lf_tuned_free(lf_tuned *tuned, size_t n);
