/**
 * @file kkt.h
 * @brief How far a point is from the conditions of Karush, Kuhn and Tucker, and its multipliers.
 */
#pragma once

#include <levelfield/problem.h>

/**
 * At x, on the full data, with the multipliers
 *
 *     mu = argmin_{mu >= 0} |zeta_f + sum_j mu_j zeta_j|^2 + sum_j (mu_j g_j)^2
 *
 * *residual <- max(|zeta_f + sum_j mu_j zeta_j|, max_j [g_j]_+, max_j |mu_j g_j|)
 * *largest  <- max_j mu_j: a penalty rho [.]_+ on each g_j is exact from about there on
 *
 * g_j are all outer functions of all constraint components. Where x lies on the ball X, its normal
 * is one more zeta_j, of g_j = 0, left out of `largest`. Where f or g has a kink at x one
 * subgradient stands for all, so that the residual is an upper bound. Costs a pass of gradients for
 * every constraint. LF_UNSUPPORTED where X is neither a ball nor no set.
 */
lf_status lf_kkt(const lf_problem *problem, const double *x, double *residual, double *largest);
