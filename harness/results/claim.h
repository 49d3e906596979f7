/**
 * @file claim.h
 * @brief Claims of an experiment, decided: held, not held, undecided, each with its statistic.
 *
 * A claim is a set of comparisons, one for every problem and every method that it is compared with;
 * it is held when all of them are, not held when one of them is refuted, else undecided.
 * Comparisons are paired by seed. docs/statistics.md explains the tests and what they assume.
 */
#pragma once

#include "harness/results/results.h"

/** Significance level of a claim that does not say another. */
#define LF_CLAIM_LEVEL 0.05

typedef enum { LF_CLAIM_HELD, LF_CLAIM_NOT_HELD, LF_CLAIM_UNDECIDED } lf_claim_outcome;

/** "held", "not held", "undecided" */
const char *lf_claim_outcome_name(lf_claim_outcome outcome);

/** One comparison of a claim. */
typedef struct {
    size_t problem; /**< position in the experiment's list; SIZE_MAX: several of them */
    size_t than;    /**< method it is compared with; SIZE_MAX: none (feasible, slope, exponent) */
    lf_claim_outcome outcome;
    bool exact;                    /**< nothing random: decided without a test */
    size_t pairs;                  /**< seeds compared */
    double estimate, lower, upper; /**< median difference (own less other), speed-up or slope, with
                                        its 1 - level percentile bootstrap interval; NAN: none */
    double p;                      /**< Holm-adjusted, one-sided, for the claim; NAN when exact */
    double p_against;              /**< the same for its contrary */
    char *statistic;               /**< one line */
} lf_comparison_verdict;

typedef struct {
    lf_claim_outcome outcome;
    char *statistic; /**< one line: of the comparison that decided, and where it was */
    size_t comparisons;
    lf_comparison_verdict *comparison;
} lf_claim_verdict;

/** Decide claim number `claim` of the experiment. */
lf_status lf_claim_decide(const lf_results *results, size_t claim, lf_claim_verdict *verdict);
void lf_claim_verdict_clear(lf_claim_verdict *verdict);
