/**
 * @file seed_runs.h
 * @brief The runs of one method on one problem, one for each seed, and how they pair with
 * another's.
 */
#pragma once

#include "harness/results/results.h"

typedef struct {
    size_t n;
    size_t *run; /**< positions in results->plan, in its order */
    bool fixed;  /**< the seed changes nothing: the method is deterministic, or all traces are the
                      same; the first run stands for all */
} lf_seed_runs;

/** Those on the form in which the method meets the problem's task. */
lf_status lf_seed_runs_find(const lf_results *results, size_t problem, size_t method,
                            lf_seed_runs *runs);
void lf_seed_runs_free(lf_seed_runs *runs);

/** The run that goes with a seed; SIZE_MAX if there is none. */
size_t lf_seed_runs_at(const lf_results *results, const lf_seed_runs *runs, uint64_t seed);

/**
 * Pairs of runs with the same seed. A fixed method's run meets every seed of the other one; two
 * fixed methods make one pair. own, other (max of both n) <- positions in results->plan.
 * Returns the number of pairs.
 */
size_t lf_seed_runs_pair(const lf_results *results, const lf_seed_runs *a, const lf_seed_runs *b,
                         size_t *own, size_t *other);
