/**
 * @file differences_parts.h
 * @brief What two folders make of one method on one problem, for differences.c alone to show.
 */
#pragma once

#include "harness/results/quantity.h"

/** What became of a pair of a problem and a method between two folders. */
typedef enum {
    LF_DIFFERENCE_IDENTICAL, /**< every run has the same trace and the same end */
    LF_DIFFERENCE_SAME_ENDS, /**< without chance: other bits, the same final values */
    LF_DIFFERENCE_CHANGED,   /**< without chance: the final value is another one */
    LF_DIFFERENCE_FEW,       /**< no test of so few pairs could tell */
    LF_DIFFERENCE_WITHIN,    /**< no more than seeds do */
    LF_DIFFERENCE_DIFFERS
} lf_difference_verdict;

/** Runs of one method on one problem in two folders, by seed. */
typedef struct {
    const lf_results *of[2];      /**< the first folder, and the one held against it */
    size_t problem[2], method[2]; /**< positions in the lists of each */
    lf_judged by;
    bool higher;                   /**< of the metric more is better */
    bool fixed;                    /**< without chance in both */
    bool budget, parameters, task; /**< are not the same in both */
    size_t runs[2];                /**< that each of the two has */
    size_t pairs, same;            /**< of runs; those of the same bits and the same end */
    size_t moved;                  /**< pairs whose final values differ */
    lf_quartiles q[2];             /**< of final values; NAN: a run that did not end well,
                                        or ended beyond the bound */
    double cost[2];                /**< medians, until a run is where three of four of the
                                        first folder's end; NAN: these end nowhere */
    double p;                      /**< two-sided, of paired differences, unless identical or
                                        fixed; after lf_differences_settle() for all rows */
    lf_difference_verdict verdict; /**< as settled */
} lf_difference;

/** What the folder made of the pair at these positions in the lists of the first one; no pairs if
 *  it has none under these ids, or none of the same seeds. */
lf_status lf_difference_make(const lf_results *first, const lf_results *other, size_t problem,
                             size_t method, lf_difference *difference);

/** Verdicts on n rows that are shown together, with Holm's correction over those that are tested at
 *  all: that the chance of any false difference among them is at most 0.05. */
lf_status lf_differences_settle(lf_difference *row, size_t n);
