/**
 * @file hinge_optimum.h
 * @brief x*, the point from which the fairness problem starts and which sets its constraint.
 *
 * The 3S-Econ paper takes "a large number of iterations of a stochastic subgradient method", and
 * the result decides the problem: the better x* is, the tighter the constraint and the larger the
 * optimal unfairness. So x* is a named artefact with two recipes, cached (derived.h).
 */
#pragma once

#include "problems/common/scored.h"

typedef enum {
    LF_OPTIMUM_PAPER, /**< a fixed number of full subgradient steps: what Table 2 seems to rest on
                       */
    LF_OPTIMUM_EXACT  /**< a minimiser, certified by linear duality to 1e-9 relative, or to 1e-14 */
} lf_optimum_kind;

/** For LF_CHOICE, in the order of the enum. */
#define LF_OPTIMUM_WORDS "paper|exact"

/** How x* is made. The exact one reads only `kind`. */
typedef struct {
    lf_optimum_kind kind;
    double step; /**< x_{k+1} = x_k - step / sqrt(k + 1) dPhi(x_k), x_0 = 0 */
    size_t last; /**< k = 0 .. last; the x_k with the smallest Phi is taken, the first if several */
} lf_optimum_rule;

/** x (features) <- x* for the mean hinge loss over all samples of a linear model. The table is
 *  known by its sha256; without one nothing is cached. */
lf_status lf_hinge_optimum(lf_scored *train, const lf_optimum_rule *rule, double *x);
