/**
 * @file group_function.h
 * @brief The group risks R_1 .. R_m of a problem on all its training rows, as the certified solvers
 * behind the metrics ask for them: on the full data, outside the meter.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** Convex, differentiable R_i on the ball |w|_2 <= radius. */
typedef struct {
    size_t d, m;
    double radius;
    void *context;
    /** r (m) <- R_i(w); grad (d) <- sum_i q_i grad R_i(w), unless it is NULL. */
    lf_status (*risks)(void *context, const double *w, const double *q, double *r, double *grad);
    /** rows (m x d, row-major) <- grad R_i(w) */
    lf_status (*gradients)(void *context, const double *w, double *rows);
    /** H (d x d, symmetric, both triangles) <- sum_i q_i Hess R_i(w); NULL: d is too large for it,
     *  or the model is not linear
     */
    lf_status (*hessian)(void *context, const double *w, const double *q, double *H);
} lf_group_function;
