/**
 * @file conjugate_gradient.h
 * @brief Plain conjugate gradients for A q = v, A symmetric, positive definite and known by its
 *        products alone.
 *
 * Source: Hestenes & Stiefel 1952.
 * Cost:   a product for the first residual, and one a step. Nothing is allocated.
 */
#pragma once

#include <levelfield/algorithm.h>

/** out (n) <- A p, p (n). */
typedef lf_status (*lf_linear_map)(void *with, const double *p, double *out);

typedef struct {
    lf_linear_map map;
    void *with; /* what the map is called with */
    size_t n;
    double tol;   /* stop where |v - A q| <= tol |v| */
    size_t most;  /* or after so many steps */
    double *room; /* 3n */
} lf_conjugate_gradient;

/** q (n) <- nearly A^-1 v, from the q that comes in; *steps <- how many were taken. Stops early
 *  where a direction p has p'A p <= 0 or one that is not finite: A is not positive definite then.
 *  @return LF_OK, or what the map returned. */
lf_status lf_conjugate_gradient_solve(const lf_conjugate_gradient *s, const double *v, double *q,
                                      size_t *steps);
