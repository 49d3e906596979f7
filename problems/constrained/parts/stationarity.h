/**
 * @file stationarity.h
 * @brief SVio: how far a point is from solving its own proximal subproblem.
 */
#pragma once

#include <levelfield/problem.h>

/**
 * *distance <- |xhat - x|,
 *
 *     xhat = argmin_{z in X} f(z) + r_f |z - x|^2   s.t.   g(z) + rho_g |z - x|^2 <= 0
 *
 * without a factor 1/2; r_f = rho_f, or 1 where f is convex. The subproblem gets a fixed number of
 * switching subgradient steps from z_0 = x instead of a tolerance, so that values compare:
 * deterministic, on the full data. Far outside of the constraint no z may meet the subproblem's:
 * the last iterate then stands for xhat, and says nothing. LF_UNSUPPORTED if the problem does not
 * state rho_f and rho_g.
 *
 * Source: Liu & Xu, arXiv:2501.19214v1, the near-stationarity measure of Section 5; inner method of
 * Huang & Lin 2023 with the averaging of Ma, Lin & Yang 2020.
 */
lf_status lf_stationarity(const lf_problem *problem, const double *x, size_t steps,
                          double *distance);
