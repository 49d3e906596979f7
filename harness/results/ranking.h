/**
 * @file ranking.h
 * @brief Methods in order on one problem, with as much certainty as the seeds give.
 */
#pragma once

#include "harness/results/quantity.h"

/** How many seeds, or levels, some tests had. */
typedef struct {
    size_t have;   /**< the most that one of them had; SIZE_MAX: one needs none */
    size_t needed; /**< below which that one cannot decide, whatever its seeds bring */
    bool able;     /**< one of them could decide */
} lf_ranking_seeds;

typedef struct {
    size_t method;      /**< position in the experiment's list */
    size_t runs;        /**< with a record */
    size_t unfinished;  /**< of them: diverged or failed; they count as infinitely bad */
    size_t beyond;      /**< done, but beyond the bound at the end; the same */
    size_t valueless;   /**< done, and the metric has no finite value there; the same */
    size_t unknown;     /**< done, but it was not evaluated: neither good nor bad */
    lf_interval median; /**< final metric over seeds, or means of levels, with its 95 % percentile
                           bootstrap interval (one run, or a deterministic method: of width 0); NAN:
                           not known */
    size_t best, worst; /**< ranks that pairwise tests leave open, from 1 (0: not known): two-sided
                             of pair sums at 0.05, Holm over all pairs of methods */
    lf_ranking_seeds seeds; /**< of its tests */
} lf_rank;

typedef struct {
    bool higher_is_better;
    bool added;   /**< seeds came while claims were open: the tests allow for looks at them */
    size_t pairs; /**< tests that Holm's correction was over */
    lf_ranking_seeds seeds; /**< of them; zero: there are none */
    size_t shared;       /**< the most runs that share a level, which then stands for a seed, with
                              their mean for a value; 1: none do */
    size_t fewest, most; /**< seeds, or levels, of one method, deterministic ones left out */
    size_t n;
    size_t known;  /**< of the n: those of which a run was evaluated; the others are behind them */
    lf_rank *rank; /**< best median first; ties in the experiment's order */
} lf_ranking;

/** The methods that have records on a problem, by a metric at the end of the budget. One that
 * stands there under two names is ranked under the first of them: lf_seed_runs_same(). */
lf_status lf_ranking_make(const lf_results *results, size_t problem, const lf_judged *by,
                          lf_ranking *ranking);
void lf_ranking_free(lf_ranking *ranking);
