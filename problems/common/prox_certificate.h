/**
 * @file prox_certificate.h
 * @brief How near a point is to a nearly stationary one of a composition: its proximal point.
 */
#pragma once

#include <levelfield/problem.h>

/**
 * On the full data of F(w) = g_0(w) + (1/n) sum_i f_i(g_i(w)) on X, as a metric of a problem,
 *
 *     prox  |w - what| / h,   what = argmin_{z in X} F(z) + |z - w|^2 / (2 h),   1/h = 2 rho_F
 *
 * rho_F = rho_f + rho_g (1/n) sum_i max f_i', with which F is weakly convex; 1/h = 1 where that is
 * 0. So what is no further from w than h times prox, and some subgradient of F at what (and normal
 * of X) no longer than prox. The length is that of a point found, whose distance from what is
 * bounded by duality: at most 1e-3 of |w - what| and, at stationary points, 1e-7 of the first
 * slope. NAN if so much cannot be had.
 *
 * All g_i are smooth, and each f_i convex, not decreasing, a hinge or the like of one number. Costs
 * hundreds of passes of gradients. LF_UNSUPPORTED as lf_prox_weight.
 *
 * Source: Davis & Drusvyatskiy 2019, the gradient of the Moreau envelope; solved by the method of
 *         multipliers (Rockafellar 1976) with accelerated gradient steps inside.
 */
lf_status lf_prox_measure(const lf_problem *problem, const lf_point *at, double *value);

/** *rho <- rho_F. LF_UNSUPPORTED if it is not known, some f_i is of another kind or rises without
 *  bound over a g_i that is not convex. */
lf_status lf_prox_weight(const lf_problem_info *info, double *rho);

/** Its row of a table of metrics. */
#define LF_PROX_METRIC                                                                             \
    {                                                                                              \
        .name = "prox",                                                                            \
        .doc = "proximal distance: |w - what| / h, what = argmin F(z) + |z - w|^2 / (2 h), 1/h = " \
               "2 rho_F, or 1 where F is convex; to 1e-3 of itself",                               \
        .expensive = true, .measure = lf_prox_measure                                              \
    }
