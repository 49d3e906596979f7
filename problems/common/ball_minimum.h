/**
 * @file ball_minimum.h
 * @brief min over |v| <= radius of F(v, q) = sum_i q_i R_i(v), with a certificate.
 *
 * The certificate at any v of the ball is the exact minimum of the linearisation there,
 * F(v) - grad.v - radius |grad|, a lower bound on the minimum because F is convex.
 */
#pragma once

#include "problems/common/group_function.h"

/** v (d): a start, then a minimiser; *value <- F(v, q), *lower <- the best lower bound seen, with
 *  *value - *lower <= tolerance, or LF_DIVERGED if so much cannot be had in double precision or in
 * a sensible number of passes (*value and *lower then hold what was reached). */
lf_status lf_ball_minimum(const lf_group_function *f, const double *q, double tolerance, double *v,
                          double *value, double *lower);
