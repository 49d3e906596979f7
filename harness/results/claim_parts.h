/**
 * @file claim_parts.h
 * @brief What the files behind claim.h share: kinds of claim, and the evidence for one comparison.
 */
#pragma once

#include "harness/results/claim.h"
#include "harness/results/quantity.h"

typedef enum {
    LF_CLAIM_LOWER,
    LF_CLAIM_HIGHER,
    LF_CLAIM_SPEEDUP,
    LF_CLAIM_FEASIBLE,
    LF_CLAIM_SLOPE,
    LF_CLAIM_EXPONENT,
    LF_CLAIM_FRONTIER_HIGHER,
    LF_CLAIM_KINDS
} lf_claim_kind;

/** LF_CLAIM_KINDS if the word is none. */
lf_claim_kind lf_claim_kind_of(const lf_experiment_claim *claim);
/** The problems of a claim: the ones it lists, else all that run and are not shown as forms of
 *  others. */
bool lf_claim_has_problem(const lf_experiment *experiment, const lf_experiment_claim *claim,
                          size_t problem);

/** A claim with everything that is needed to look at it. */
typedef struct {
    const lf_results *results;
    const lf_experiment_claim *claim;
    lf_claim_kind kind;
    size_t method;
    double level;
} lf_claim_case;

/** One pair of runs, or one run where nothing is compared. */
typedef struct {
    size_t own, other;     /**< positions in results->plan; other SIZE_MAX: none */
    double value, against; /**< final metrics, costs to the target, or the slope */
    double low, high;      /**< margin in favour of the claim, at least and at most: they differ
                                where a cost is censored. Above 0 speaks for the claim */
} lf_claim_pair;

/** The evidence for one comparison. */
typedef struct {
    size_t problem, than; /**< than SIZE_MAX: none */
    bool exact;           /**< no chance in it: one pair speaks for all */
    size_t missing;       /**< runs without a record or without a value */
    size_t pairs;
    lf_claim_pair *pair;
} lf_claim_sample;

/** Collect the pairs of sample->problem and sample->than; lf_claim_sample_free() in any case. */
lf_status lf_claim_gather(const lf_claim_case *c, lf_claim_sample *sample);
void lf_claim_sample_free(lf_claim_sample *sample);
/** Fill in one pair of a speed-up. */
lf_status lf_claim_speedup(const lf_claim_case *c, lf_claim_pair *pair);

/** Fill in the one comparison of a claim about an exponent, which no pairs are behind. */
lf_status lf_claim_exponent(const lf_claim_case *c, lf_claim_verdict *verdict);

/** Fill in the comparisons of a claim about a frontier, one for each method compared with. */
lf_status lf_claim_frontier(const lf_claim_case *c, lf_claim_verdict *verdict);

/** Decide every comparison; verdict->comparison[i] belongs to sample[i]. */
lf_status lf_claim_test(const lf_claim_case *c, const lf_claim_sample *sample,
                        lf_claim_verdict *verdict);

/** The line of one comparison; `family` is the number of tests behind Holm's correction. malloc'ed;
 *  NULL: no memory. */
char *lf_claim_line(const lf_claim_case *c, const lf_claim_sample *sample,
                    const lf_comparison_verdict *verdict, size_t family);
/** The line of the whole claim. */
char *lf_claim_summary(const lf_claim_case *c, const lf_claim_verdict *verdict);
