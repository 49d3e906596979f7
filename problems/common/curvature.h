/**
 * @file curvature.h
 * @brief A positive definite model of a Hessian, by its eigenvalues.
 *
 * H = sum_j s_j u_j u_j' + theta (I - sum_j u_j u_j'), u_j orthonormal: all d of them for a Hessian
 * that is known, a few for one that is learned from steps and gradients. With it (H + lambda I)^-1
 * costs a product with the u_j for every lambda.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

#define LF_CURVATURE_FLOOR 1e-12

typedef struct {
    size_t d, rank;
    double floor; /**< smallest eigenvalue relative to the largest; may be changed at any time */
    double *U;    /**< rank x d: the rows u_j; what lf_curvature_exact() reads comes in here */
    double *s;    /**< rank: eigenvalues, > 0 */
    double theta; /**< > 0: the one of everything orthogonal to the u_j */
    bool exact;   /**< rank = d, and theta plays no part */
    size_t pairs; /**< learned: those kept */
    double *pair; /**< learned: oldest first, step s then change y of the gradient, d each */
} lf_curvature;

/** Room for a known Hessian (2 d^2 doubles) or for a learned one (80 d). Free it in any case. */
lf_status lf_curvature_create(size_t d, bool exact, lf_curvature *c);
void lf_curvature_free(lf_curvature *c);

/** c <- the Hessian that stands in U (d x d). Eigenvalues below `floor` times the largest, or times
 *  `scale`, whichever is larger, are raised to that: a function need not be strictly convex. */
lf_status lf_curvature_exact(lf_curvature *c, double scale);

/** Keep the pair that a step and two gradients make; the oldest goes when there are too many. One
 *  without curvature is passed over. */
void lf_curvature_add(lf_curvature *c, const double *step, const double *change);
void lf_curvature_forget(lf_curvature *c);

/** c <- the BFGS matrix of the pairs kept; `scale` I if there are none. */
lf_status lf_curvature_learn(lf_curvature *c, double scale);
