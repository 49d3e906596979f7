/**
 * @file switching.h
 * @brief The switching subgradient step: down f where x is nearly feasible, else down g.
 *
 *     v = g(x);   v <= eps:  x <- P_X(x - eta zeta_f)
 *                 else:      x <- P_X(x - s zeta_g),   s = v / |zeta_g|^2 (Polyak) or eta
 *
 * g is the largest constraint. The same step serves the subproblems of proximal point methods, with
 * f and g replaced by F_k and G_k.
 */
#pragma once

#include "algorithms/common/objective.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/proximal.h"

typedef struct {
    lf_objective f;
    lf_constraints g;
    size_t rows_v; /* behind v */
    size_t b_g, q; /* rows behind zeta_g, and steps of an epoch */
    size_t i;      /* component of the largest constraint */
    double *zeta;  /* d */
} lf_switching;

/** f is set up already. */
lf_status lf_switching_init(lf_switching *s, size_t rows_v, size_t b_g, size_t q, lf_oracle *o,
                            lf_arena *arena);

/** *v <- g(x), or G_k(x) with an `outer` loop (NULL: no proximal terms). There x is outer->z, in
 *  all three functions. Counts a value for each of rows_v. */
lf_status lf_switching_look(lf_switching *s, lf_oracle *o, const lf_proximal *outer,
                            const double *x, double *v);
/** x (d) <- one step down f. Counts what lf_objective_subgradient() does. */
lf_status lf_switching_descend(lf_switching *s, lf_oracle *o, const lf_proximal *outer, double eta,
                               double *x);
/** x (d) <- one step down g from where lf_switching_look() found v > 0; eta = 0: Polyak's step.
 *  Counts b_g gradients of the largest constraint. */
lf_status lf_switching_restore(lf_switching *s, lf_oracle *o, const lf_proximal *outer, double eta,
                               double v, double *x);
