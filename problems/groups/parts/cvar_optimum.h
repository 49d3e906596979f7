/**
 * @file cvar_optimum.h
 * @brief min over all w of P(w) = CVaR_r(R_1(w), ..., R_m(w)) + (decay/2) |w|^2, with a
 * certificate.
 *
 * For any weights q of the capped simplex Q (cvar.h), F(w) = sum_i q_i R_i(w) + (decay/2) |w|^2 is
 * below P and strongly convex, so F(w) - |grad F(w)|^2 / (2 decay), at any w, is a lower bound on
 * the minimum of P: whatever found w and q.
 */
#pragma once

#include "problems/common/group_function.h"

/** w (d): a start; *value <- the least P seen, *lower <- the best lower bound seen, with *value -
 * *lower <= tolerance, or LF_DIVERGED if so much cannot be had (both then hold what was reached);
 * w and q (m; NULL: unwanted) <- point and weights of Q that *lower is from. The ball of `f` plays
 * no part. LF_UNSUPPORTED without a Hessian, or with decay = 0: nothing is certified then. */
lf_status lf_cvar_optimum(const lf_group_function *f, double r, double decay, double tolerance,
                          double *w, double *value, double *lower, double *q);
