/**
 * @file ball_step.h
 * @brief One step of sequential quadratic programming for max_i R_i on the ball, the step of a
 * ball-constrained Newton method when m = 1.
 */
#pragma once

#include "problems/common/curvature.h"

/** Where a step starts. */
typedef struct {
    size_t m;
    double radius;
    const double *w;    /**< d: in the ball */
    const double *r;    /**< m: R_i(w) */
    const double *rows; /**< m x d: grad R_i(w) */
} lf_ball_point;

/**
 * p (d) <- argmin of max_i (r_i + rows_i.p) + p'Hp/2 subject to |w + p| <= radius, and q (m) <- its
 * multipliers on the simplex; q comes in as a guess. LF_NO_MEMORY, or LF_DIVERGED for a
 * point that is not finite.
 */
lf_status lf_ball_step(const lf_curvature *H, const lf_ball_point *at, double *q, double *p);
