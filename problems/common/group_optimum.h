/**
 * @file group_optimum.h
 * @brief The saddle point of min over the ball of w, max over the simplex of q: sum_i q_i R_i(w).
 */
#pragma once

#include "problems/common/group_function.h"

/** w (d), q (m): a start, then a saddle point; *value <- max_i R_i(w) and *lower <- a certified
 * lower bound on p*, with *value - *lower <= tolerance, or LF_DIVERGED as for lf_ball_minimum. */
lf_status lf_group_optimum(const lf_group_function *f, double tolerance, double *w, double *q,
                           double *value, double *lower);
