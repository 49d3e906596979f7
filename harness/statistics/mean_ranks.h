/**
 * @file mean_ranks.h
 * @brief Methods ranked again and again, and what their mean ranks tell (Friedman 1937).
 *
 * A block is one comparison of all methods: a problem and a seed. Ranks have no unit, so blocks of
 * different problems go together. Whether two methods differ is asked of these two alone, and not
 * of their mean ranks, which move with the others in the field (Benavoli, Corani & Mangili 2016).
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

typedef struct {
    size_t n, k;   /**< blocks and methods */
    double *rank;  /**< (k) mean rank of each method; 1 is the best there can be */
    size_t *order; /**< (k) methods by mean rank, best first; ties in their own order */
    size_t *level; /**< (k) of each place in that order: the last place up to which no two
                        methods are told apart */
    double p;      /**< Friedman's test: no order of the methods is likelier than another */
} lf_mean_ranks;

/**
 * `loss` (n x k, row-major): smaller is better, equal ones share their ranks, INFINITY is a run
 * that failed; no NAN. p counts rearrangements within blocks whose rank sums are as uneven: all of
 * them up to 20000, else 9999 drawn with a fixed seed and the observed one. Methods are told apart
 * by two-sided tests of pair sums at `error`, with Holm's correction over all pairs.
 * LF_BAD_ARGUMENT for n = 0.
 */
lf_status lf_mean_ranks_make(const double *loss, size_t n, size_t k, double error,
                             lf_mean_ranks *ranks);
void lf_mean_ranks_free(lf_mean_ranks *ranks);
