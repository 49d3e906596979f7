/**
 * @file eps_stationary.h
 * @brief How far a point is from a stationary one of a composition, kinks and all.
 */
#pragma once

#include <levelfield/problem.h>

/**
 * On the full data of F(w) = g_0(w) + (1/n) sum_i f_i(g_i(w)), as metrics of a problem,
 *
 *     EPS      the least eps with |grad g_0 + (1/n) sum_i J_i' y_i| <= eps for some y_i in
 *              df_i(t_i), |t_i - g_i(w)| <= eps
 *     EPS_lam  the least max(|grad F_lam(w)|, lam max_i |y_i|) of 33 lam, 1e-6 to 100 with four a
 *              decade; y_i = grad f_i,lam(g_i(w)), f_i,lam the Moreau envelope: an upper bound,
 *              from what a smoothed problem says; between two of these lam a lower one may lie
 *
 * Neither depends on a smoothing of the method's. EPS is bracketed, by slopes that attain a length
 * and by a direction that none goes below: at most 1e-6 of itself and 1e-9 of the first
 * subgradient's length above the least; NAN if it cannot be had to that, and where the problem
 * shows no composition. Where X is a ball and w on its edge, its normal is free as well.
 *
 * Exact where each f_i is a sum of convex functions of one argument or of a difference. Any other,
 * and g_0, has one subgradient at w for all, so that both are upper bounds. Costs a pass of
 * gradients for every outer function, and memory for them. LF_UNSUPPORTED where X is neither a ball
 * nor no set.
 *
 * Source: Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, approximate eps-stationarity.
 */
lf_status lf_eps_measure(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_eps_measure_bound(const lf_problem *problem, const lf_point *at, double *value);

/** Their rows of a table of metrics. */
#define LF_EPS_METRICS                                                                             \
    {.name = "EPS",                                                                                \
     .doc = "least eps such that slopes of the outer functions within eps of g_i(w) make a "       \
            "gradient of length eps",                                                              \
     .expensive = true,                                                                            \
     .measure = lf_eps_measure},                                                                   \
    {                                                                                              \
        .name = "EPS_lam",                                                                         \
        .doc = "min over lam of max(|grad F_lam(w)|, lam max_i |y_i|), of a few lam: the bound "   \
               "on EPS by Moreau envelopes",                                                       \
        .expensive = true, .measure = lf_eps_measure_bound                                         \
    }
