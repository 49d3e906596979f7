/**
 * @file scad_model.h
 * @brief The convex model that a step towards a local optimum of hinge loss with SCAD minimises.
 */
#pragma once

#include "problems/constrained/parts/simplex.h"

/** Everything that stays the same from model to model. Zero until opened. */
typedef struct {
    lf_hinge_program program; /**< samples, two columns of the constraint, two for each box side */
    Clp_Simplex *clp;
    size_t d;             /**< features */
    double n;             /**< samples, each as often as it occurs */
    double lam, kappa;    /**< weight of SCAD; largest |h| */
    double *low, *high;   /**< d each: what the rows may be */
    double *r;            /**< d: sum_j lambda_j z_j */
    unsigned char *basis; /**< columns + d: where the next solution begins */
    bool warm;            /**< basis is one */
} lf_scad_model;

/** A point x, and what is linear there. */
typedef struct {
    const double *x;     /**< d */
    const double *slope; /**< d: r'(x_i), r(z) = 2|z| - scad(z) */
    const double *a;     /**< d: the gradient of h */
    double h;
    double radius; /**< the step has no longer entry */
    double rho;    /**< weight of a violation */
} lf_scad_point;

/** What a solved model says of its point. */
typedef struct {
    double decrease; /**< of the model, to its minimiser in the box */
    double residual; /**< largest of: gradient of the Lagrangian with the multipliers of the linear
                        program, their complementarity, violation */
    bool sharp;      /**< if the point is the minimiser: it is the only one, and every way out of
                        it goes up from the first */
} lf_scad_answer;

/** Over these n rows. After a failure, close is fine. LF_UNSUPPORTED as lf_hinge_program_make. */
lf_status lf_scad_model_open(lf_scad_model *model, const lf_data *data, size_t n,
                             const uint32_t *row, double lam, double kappa);
void lf_scad_model_close(lf_scad_model *model);

/** Phi(x) + lam sum_i scad(x_i). */
double lf_scad_model_value(const lf_scad_model *model, const double *x);

/** next (d) <- the minimiser of the model at this point, inside the box around it. */
lf_status lf_scad_model_solve(lf_scad_model *model, const lf_scad_point *at, double *next,
                              lf_scad_answer *answer);
