/**
 * @file scad_descent.h
 * @brief From a start to a local optimum of Problem 2: mean hinge loss with SCAD under parity.
 */
#pragma once

#include <levelfield/local_optimum.h>

#include "problems/constrained/parts/gap.h"
#include "problems/constrained/parts/scad_model.h"

/** The models and the constraint. Zero until opened. */
typedef struct {
    lf_scad_model model;
    lf_gap *gap; /**< h_0: one threshold */
    lf_scored *groups;
    const size_t *strata; /**< two: rows of each group */
    double *room;         /**< 4 vectors */
} lf_scad_descent;

/** On the rows of `train`, |h_0| <= kappa over `groups`; all of it must outlive this. After a
 *  failure, close is fine. */
lf_status lf_scad_descent_open(lf_scad_descent *descent, const lf_scored *train, lf_gap *gap,
                               lf_scored *groups, const size_t *strata, double lam, double kappa);
void lf_scad_descent_close(lf_scad_descent *descent);

/**
 * found->x (d), a start, <- where it leads; F, violation, residual, sharp and steps with it. From a
 * feasible start F does not grow. Where the descent ends is stationary as far as the residual says.
 *
 * Source: Le Thi & Pham Dinh 2018, DC programming and DCA: thirty years of developments; steps as
 * in Fletcher 1987, Practical Methods of Optimization, section 14.4 (Sl1LP).
 */
lf_status lf_scad_descent_run(lf_scad_descent *descent, lf_local_optimum *found);
