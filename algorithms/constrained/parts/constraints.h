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
    size_t *first;     /* components + 1: component i's constraints are g_j, first_i <= j <
                          first_{i+1} */
    size_t *id, drawn; /* the components of lf_constraints_draw_some(), in increasing order */
    double *z;         /* p: inner values, for those who need only one such vector */
    double *y;         /* largest p_i: slope of an outer function */
    double *sum;       /* largest p_i: weighted slopes of them all */
} lf_constraints;

/** LF_UNSUPPORTED if the problem has no constraint. */
lf_status lf_constraints_init(lf_constraints *c, lf_oracle *o, lf_arena *arena);

/** A fresh batch of every component; sizes as lf_sampling_draw() reads them. */
lf_status lf_constraints_draw(lf_constraints *c, lf_oracle *o, size_t size, size_t q);
/** Another, independent batch of component i. If both are to be all rows it is the ticket at hand,
 *  so that no row is counted as drawn twice. `beside` as of lf_sampling_beside(). */
lf_status lf_constraints_draw_again(const lf_constraints *c, lf_oracle *o, size_t i, size_t size,
                                    size_t q, const lf_batch *beside, lf_batch *batch);
/** The batch of component 0 if it is all rows, else NULL: another batch may share these rows and
 *  stay independent, as it would not with rows that were sampled. */
const lf_batch *lf_constraints_whole(const lf_constraints *c);

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

/** A fresh batch of k of the components, drawn without replacement; 0, or as many as there are: of
 *  all. The next two speak of these alone. */
lf_status lf_constraints_draw_some(lf_constraints *c, lf_oracle *o, size_t k, size_t size,
                                   size_t q);
/** z (p) and g (m) <- inner values and g_j at x of the components drawn; the others' places are
 *  left alone. Counts one value per row. */
lf_status lf_constraints_values(const lf_constraints *c, lf_oracle *o, const double *x, double *z,
                                double *g);
/** zeta (d) += sum_j y_j zeta_j, the slopes of outer functions taken at z (p); where components
 *  were left out, the rest is raised so that the mean is the sum over all. y (m). Counts one
 *  gradient per row, however many g_j. */
lf_status lf_constraints_add(const lf_constraints *c, lf_oracle *o, const double *x,
                             const double *z, const double *y, double *zeta);

/** g (m) and rows (m x d) <- all g_j and their subgradients at x on the tickets drawn last.
 *  Counts one value per row, and one gradient per row for every g_j of its component. */
lf_status lf_constraints_linearise(const lf_constraints *c, lf_oracle *o, const double *x,
                                   double *g, double *rows);
