/**
 * @file solved.h
 * @brief Which method solved which problem, and what it paid.
 *
 * An instance is a problem and a seed. Solved, to an accuracy tau, it is by a run that came all but
 * the share tau of the way from the worst start of any run on the problem to the best value that
 * any run reached: f <= best + tau (start - best), the convergence test of More & Wild 2009, (2.2).
 */
#pragma once

#include "harness/results/quantity.h"

/** From the worst start of any run on a problem to the best value that any run reached within what
 *  it is judged by. */
typedef struct {
    double start, best; /**< of the metric; best > start where more of it is better */
} lf_span;

/** false: no run knows the metric, or nothing got better. */
bool lf_span_find(const lf_results *results, size_t problem, const lf_judged *by, lf_span *span);

/** Instances that all of some methods met, so that none of them has an easier set. */
typedef struct {
    size_t methods;
    size_t problems, instances;
    size_t missing; /**< instances left out because a run of theirs has no record yet */
    size_t shared;  /**< above 1: an instance is a level, of so many runs at most */
    double *cost;   /**< instances x methods, row-major; INFINITY: not solved */
} lf_solved;

/** Add a problem's instances; none if one of the methods (solved->methods positions) does not run
 *  on it or it has no span. `cost` as for lf_quantity_x. A method without randomness meets every
 *  seed with its one run. A run that failed solved what it solved before. */
lf_status lf_solved_add(const lf_results *results, size_t problem, const lf_judged *by,
                        double accuracy, const char *cost, const size_t *method, lf_solved *solved);
/** The same, but a level's seeds (`varies`) being one instance by their means, with what a run left
 * at its end of the way from start to best, in place of a cost: INFINITY if it failed, did not
 * evaluate the metric or kept no bound. */
lf_status lf_solved_add_ends(const lf_results *results, size_t problem, const lf_judged *by,
                             const size_t *method, lf_solved *solved);
void lf_solved_free(lf_solved *solved);
