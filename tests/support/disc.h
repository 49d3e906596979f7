/**
 * @file disc.h
 * @brief min |x - (2, 1)|^2 / 2 s.t. |x|^2 <= 1: the answer is (2, 1)/sqrt(5) with the multiplier
 * (sqrt(5) - 1)/2; and first steps of methods on it, which have been computed elsewhere.
 */
#pragma once

#include "trial.h"

enum { DISC_STEPS = 3 };
static const double disc_start[TOY_DIM] = {1, 1};
static const double disc_answer[TOY_DIM] = {0.89442719099991588, 0.44721359549995794};

/** 18 rows behind the objective, 10 behind the constraint; they differ by up to 3 spread. */
static inline toy toy_disc(double spread) {
    toy t = {.dim = 2, .constraints = 1, .domain = {LF_DOMAIN_SPACE, 2, 0, 0, 0}};
    t.objective.is = toy_shape(1, 18, 0, 1);
    t.objective.curve = 1;
    t.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&t.objective, 0, -2, -1, 2.5, spread);
    t.constraint[0].is = toy_shape(1, 10, 0, 1);
    t.constraint[0].curve = 2;
    t.constraint[0].outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 1};
    toy_fill(&t.constraint[0], 0, 0, 0, 0, spread);
    return t;
}

/** The first steps from x0 on all rows are these, to the digits that are known. */
static inline void disc_assert_steps(const lf_algorithm *is, const double *x0, const char *set,
                                     const double want[DISC_STEPS][TOY_DIM]) {
    const toy problem = toy_disc(0);
    trial *t = trial_start(is, &problem, 1, x0, set);
    for (size_t k = 0; k < DISC_STEPS; k++) {
        const double *x = trial_steps(t, 1);
        assert_near(x[0], want[k][0], 1e-10);
        assert_near(x[1], want[k][1], 1e-10);
    }
}
