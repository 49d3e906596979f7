/**
 * @file domain.h
 * @brief Simple sets with a closed-form Euclidean projection.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/public.h>

LF_PUBLIC_BEGIN

typedef enum {
    LF_DOMAIN_SPACE,  /**< all of R^n */
    LF_DOMAIN_BALL,   /**< |x|_2 <= radius */
    LF_DOMAIN_BOX,    /**< lower <= x_i <= upper */
    LF_DOMAIN_SIMPLEX /**< x_i >= 0, sum x_i = 1, x_i <= upper (the capped simplex if upper < 1) */
} lf_domain_kind;

typedef struct {
    lf_domain_kind kind;
    size_t n;
    double radius;       /**< ball */
    double lower, upper; /**< box; the simplex uses upper */
} lf_domain;

/** x (n) <- its Euclidean projection on the set; no allocation. A capped simplex needs n * upper
 * >= 1. */
void lf_domain_project(const lf_domain *domain, double *x);

/** true if x (n) lies in the set up to `tolerance`. */
bool lf_domain_contains(const lf_domain *domain, const double *x, double tolerance);

LF_PUBLIC_END
