/**
 * @file group_reference.h
 * @brief What group risks are measured against: the least risks R_i* and the optimum p*, certified
 * and kept in the cache.
 *
 * All are lower bounds within a tolerance, so a distance to them is never too small.
 */
#pragma once

#include "problems/common/group_risk.h"

/** Whose references they are. */
typedef struct {
    lf_group_risk *risk;  /**< every group has samples */
    double radius;        /**< of the ball of w */
    const char *identity; /**< says all there is to say about data, groups and model; "": unknown,
                               nothing is cached */
} lf_group_reference;

/** least (m) <- R_i* = min over the ball of R_i. LF_DIVERGED, with a message that names the group,
 *  if one cannot be certified to `tolerance`. */
lf_status lf_group_reference_least(const lf_group_reference *of, double tolerance, double *least);

/** v (d) <- a minimiser of R_i alone over the ball, *value <- R_i there, *least <- a lower bound on
 *  R_i*. LF_DIVERGED as for lf_ball_minimum. */
lf_status lf_group_reference_alone(const lf_group_reference *of, size_t i, double tolerance,
                                   double *v, double *value, double *least);

/** w (d), q (m): a start, then a saddle point of sum_i q_i (R_i - shift_i), as lf_group_optimum. */
lf_status lf_group_reference_saddle(const lf_group_reference *of, const double *shift,
                                    double tolerance, double *w, double *q);

/** *value <- p* = min over the ball of max_i R_i - shift_i; shift (m), NULL: none. `tolerance` and
 *  `what`, which says in the cache what the shift is, name the result. LF_UNSUPPORTED without a
 *  Hessian, LF_DIVERGED if it cannot be certified. */
lf_status lf_group_reference_optimum(const lf_group_reference *of, const double *shift,
                                     const char *what, double tolerance, double *value);

/** *value <- min over the ball of sum_i q_i (R_i - shift_i), near w (d) if possible; q (m) in the
 *  simplex. LF_DIVERGED as above. Not cached. */
lf_status lf_group_reference_mixture(const lf_group_reference *of, const double *shift,
                                     const double *q, const double *w, double tolerance,
                                     double *value);
