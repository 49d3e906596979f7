/**
 * @file constraints.h
 * @brief The constraints g_1, ..., g_m of a problem: values, the largest, subgradients.
 *
 * Component i of the role has an inner map c_i(x) (p_i numbers) and outer functions; each of them
 * is one g_j. Inner values of all components lie one after another in vectors of length p.
 */
#pragma once

#include <levelfield/algorithm.h>

typedef struct {
    size_t components; /* of the constraint role */
    size_t m;          /* constraints g_j: outer functions of all components */
    size_t p;          /* inner values of all components */
    lf_batch *batch;   /* components: the tickets drawn last */
    double *z;         /* p: inner values, for those who need only one such vector */
    double *y;         /* largest p_i: slope of an outer function */
} lf_constraints;

/** LF_UNSUPPORTED if the problem has no constraint. */
lf_status lf_constraints_init(lf_constraints *c, lf_oracle *o, lf_arena *arena);

/** A fresh batch of every component; sizes as lf_sampling_draw() reads them. */
lf_status lf_constraints_draw(lf_constraints *c, lf_oracle *o, size_t size, size_t q);
/** Another, independent batch of component i. If both are to be all rows it is the ticket at hand,
 *  so that no row is counted as drawn twice. */
lf_status lf_constraints_draw_again(const lf_constraints *c, lf_oracle *o, size_t i, size_t size,
                                    size_t q, lf_batch *batch);

/** z (p) <- c_i(x; B_i) of every component, on the tickets drawn last. */
lf_status lf_constraints_inner(const lf_constraints *c, lf_oracle *o, const double *x, double *z);

/* ---- as one constraint g = max_j g_j ---- */

/** max_j g_j where the inner values are z (p); *i <- its component, the first of equals. */
double lf_constraints_max(const lf_constraints *c, lf_oracle *o, const double *z, size_t *i);
/** zeta (d) <- D c_i(x; batch)^T y, i the batch's component, y the slope at z (p) of its largest
 *  outer function. */
lf_status lf_constraints_slope(const lf_constraints *c, lf_oracle *o, const lf_batch *batch,
                               const double *z, const double *x, double *zeta);

/* ---- one by one ---- */

/** g (m) and rows (m x d) <- all g_j and their subgradients at x on the tickets drawn last.
 *  Counts one value per row, and one gradient per row for every g_j of its component. */
lf_status lf_constraints_linearise(const lf_constraints *c, lf_oracle *o, const double *x,
                                   double *g, double *rows);
