/**
 * @file spider.h
 * @brief SPIDER: a running estimate u of the constraints' values along the iterates.
 *
 *     restart:  u <- V(x; B)
 *     advance:  u <- u + V(x; B) - V(x_last; B)      one batch, two points
 *
 * V is the inner map c (every entry a mean, so u stays unbiased) or, one number per component, the
 * value max_k f_ik(c_i(x; B)) of the batch, which is biased where f is not linear.
 * Cost: B values to restart, 2B to advance.
 */
#pragma once

#include "algorithms/constrained/parts/constraints.h"

/** The choices of a parameter `spider_on`, in this order. */
typedef enum { LF_SPIDER_MAP, LF_SPIDER_VALUE } lf_spider_on;
#define LF_SPIDER_CHOICES "map|value"

typedef struct {
    lf_spider_on on;
    size_t n;       /* numbers tracked: p on the map, one per component on the value */
    double *u;      /* n: the estimate */
    double *v;      /* n: V at one point */
    double *x_last; /* d: where u was brought up to date last */
} lf_spider;

lf_status lf_spider_init(lf_spider *s, lf_spider_on on, const lf_constraints *c, lf_oracle *o,
                         lf_arena *arena);
/** Both use the tickets that lf_constraints_draw() drew last. */
lf_status lf_spider_restart(lf_spider *s, const lf_constraints *c, lf_oracle *o, const double *x);
lf_status lf_spider_advance(lf_spider *s, const lf_constraints *c, lf_oracle *o, const double *x);

/** max_j g_j by the estimate; *i <- its component. */
double lf_spider_max(const lf_spider *s, const lf_constraints *c, lf_oracle *o, size_t *i);
/** zeta (d) <- a subgradient of the batch's component at x: the outer slope is that at u on the
 *  map, the batch's own on the value. */
lf_status lf_spider_slope(const lf_spider *s, const lf_constraints *c, lf_oracle *o,
                          const lf_batch *batch, const double *x, double *zeta);
