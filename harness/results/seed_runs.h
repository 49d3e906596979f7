/**
 * @file seed_runs.h
 * @brief The runs of one method on one problem, one for each seed, and how they pair with
 * another's.
 */
#pragma once

#include "harness/results/results.h"

typedef struct {
    size_t n;
    size_t *run;   /**< positions in results->plan, in its order */
    size_t shared; /**< so many seeds in a row share a level (`varies`); 1: none do */
    bool fixed;    /**< the method is said to be deterministic: the first run stands for all */
    bool once;     /**< seconds are asked for, of a deterministic method's one run */
} lf_seed_runs;

/** Those on the form in which the method meets the problem's task. `cost` is what is asked of them,
 *  NULL where that is none: by "seconds" no run stands for another, whatever their traces are. */
lf_status lf_seed_runs_find(const lf_results *results, size_t problem, size_t method,
                            const char *cost, lf_seed_runs *runs);
void lf_seed_runs_free(lf_seed_runs *runs);

/** Do all of them, two at least, end well with the same trace? Of a method that draws a few may by
 *  luck, so that they are not fixed for it. */
bool lf_seed_runs_identical(const lf_results *results, const lf_seed_runs *runs);

/** The first run of a method on a problem's task; NULL: none is planned. */
const lf_planned_run *lf_seed_runs_first(const lf_results *results, size_t problem, size_t method);
/** Of two such runs: are all runs of the one those of the other, whatever is asked of them? Where
 *  constants or measures are others, so are bounds and costs, and it is not. */
bool lf_seed_runs_alike(const lf_experiment *e, const lf_planned_run *a, const lf_planned_run *b);
/** Has a method the same runs on a problem's task as another one on another's? Then one problem, or
 *  one method, stands there under two names, and counts once: as under the first of them. */
bool lf_seed_runs_same(const lf_results *results, size_t problem, size_t method,
                       size_t other_problem, size_t other_method);
/** Have two methods the same runs on every problem where either is run, and on one at least? */
bool lf_seed_runs_twins(const lf_results *results, size_t a, size_t b);

/** The budget of its runs on a problem's task; NULL: none is planned. */
const char *lf_seed_runs_budget(const lf_results *results, size_t problem, size_t method);

/** The run that goes with a seed; SIZE_MAX if there is none. */
size_t lf_seed_runs_at(const lf_results *results, const lf_seed_runs *runs, uint64_t seed);

/** May the seeds of both have come while a claim was open, as the file adds them, or does not list
 *  one? A test of these two then allows for looks at the seeds, as those of claims do. */
bool lf_seed_runs_added(const lf_results *results, const lf_seed_runs *a, const lf_seed_runs *b);

/** Row of a seed in a table: its position among the n seeds that have one, or the next one. The
 *  list has room for it. */
size_t lf_seed_row(uint64_t *seeds, size_t *n, uint64_t seed);

/**
 * Pairs of runs with the same seed. A fixed method's run meets every seed of the other one; two
 * fixed methods make one pair. own, other (max of both n) <- positions in results->plan.
 * Returns the number of pairs.
 */
size_t lf_seed_runs_pair(const lf_results *results, const lf_seed_runs *a, const lf_seed_runs *b,
                         size_t *own, size_t *other);

/**
 * Runs whose seeds share a value of something that varies (a level, of `shared` runs) are no seeds
 * of their own: x (n) <- the mean of each level, in the order of their first runs. run (n) are
 * those whose seeds tell the level; one that has not all of its runs is left out. Returns the
 * number of levels; with shared 1 nothing changes.
 */
size_t lf_seed_runs_levels(const lf_results *results, size_t shared, const size_t *run, double *x,
                           size_t n);

/**
 * What a test of two methods looks at: x (runs of the results) <- value of a's run less that of
 * b's, for each seed, or for each level by its mean. `value` has one of every run of the results;
 * NAN is none, and its pair is left out. NAN: both are infinitely bad, which speaks for neither.
 * pair is scratch (twice the runs). Returns their number.
 */
size_t lf_seed_runs_differences(const lf_results *results, const lf_seed_runs *a,
                                const lf_seed_runs *b, const double *value, size_t *pair,
                                double *x);
