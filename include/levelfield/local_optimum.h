/**
 * @file local_optimum.h
 * @brief Where descents of a non-convex problem end: its local optima, as far as starts lead there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Where to begin: at given points first, then at the problem's own. */
typedef struct {
    size_t given;
    const double *x; /**< given x d */
    size_t own;      /**< so many of the problem's: those that it has names for, then random ones */
    uint64_t seed;   /**< of the random ones: start i does not depend on how many there are */
} lf_starts;

/** The end of one descent. */
typedef struct {
    char start[32]; /**< where it began: "0", "-e_38", "random 7" */
    bool random;    /**< at random: what one more start would do is told by these */
    size_t steps;
    double F;         /**< the objective, regulariser included */
    double violation; /**< largest constraint where that is above 0 */
    double residual;  /**< of the conditions of Karush, Kuhn and Tucker, with the multipliers and
                         subgradients that suit best: 0 at a stationary point, kinks or not */
    bool sharp;       /**< proved to be a strict local minimum: F grows at once in every direction
                         that the constraints allow to first order */
    double *x;        /**< d: the caller's room */
} lf_local_optimum;
