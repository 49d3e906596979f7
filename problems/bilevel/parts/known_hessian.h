/**
 * @file known_hessian.h
 * @brief Estimates where Hyy = h_i I is known in closed form: Jxy alone, as a matrix.
 *
 * E is V^T (n x d), an estimate of Jxy', row after row; H is h_i I whatever E.
 */
#pragma once

#include "problems/bilevel/parts/bilevel_metrics.h"

/** The state of a problem with these estimates begins with this. */
typedef struct {
    lf_bilevel_common common; /**< must be first */
    size_t d, n;              /**< lengths of x and of every y_i */
    const double *curvature;  /**< h_i of each lower level; NULL: all 1 */
} lf_known_hessian;

/** lf_bilevel.hvp: out (n) += h_i v. */
lf_status lf_known_hessian_hvp(void *state, const lf_samples *samples, const double *x,
                               const double *y, const double *v, double *out);

/** The functions of lf_estimate_form but for add. */
size_t lf_known_hessian_numbers(const void *state, size_t i);
void lf_known_hessian_scale(const void *state, size_t i, double r, double *E);
void lf_known_hessian_project(const void *state, const lf_samples *samples, size_t i, double floor,
                              double *E);
void lf_known_hessian_product(const void *state, size_t i, const double *E, const double *v,
                              double *out);
void lf_known_hessian_jacobian(const void *state, size_t i, const double *E, double a,
                               const double *q, double *out);
void lf_known_hessian_jacobian_t(const void *state, size_t i, const double *E, const double *r,
                                 double *out);
#define LF_KNOWN_HESSIAN_FORM                                                                      \
    .known = true, .numbers = lf_known_hessian_numbers, .scale = lf_known_hessian_scale,           \
    .project = lf_known_hessian_project, .hessian = lf_known_hessian_product,                      \
    .jacobian = lf_known_hessian_jacobian, .jacobian_t = lf_known_hessian_jacobian_t
