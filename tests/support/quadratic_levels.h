/**
 * @file quadratic_levels.h
 * @brief The problem bilevel_quadratic in tests of bilevel methods, and its golden example.
 */
#pragma once

#include "trial.h"

extern const lf_problem_class lf_problem_bilevel_quadratic;

/** Of the default shape, level 0: the minimiser x*, and y*(x*). */
static const double quadratic_x[3] = {0.76503064, -0.41977713, 0.23349165};
static const double quadratic_y[2] = {0.54326769, -0.21639284};
/** A, and B row by row. */
static const double quadratic_A[4] = {2, 0.3, 0.3, 1};
static const double quadratic_B[6] = {1, -0.5, 0.2, 0.4, 0.3, -1};

/** The problem with parameters "k=v,k=v", and its oracle. */
static inline trial *quadratic_open(const char *set, uint64_t seed, const char *budget) {
    const lf_problem_class *is = &lf_problem_bilevel_quadratic;
    lf_parameters p;
    assert_ok(lf_parameters_create(is->params, is->params_size, set, is->name, &p));
    trial *t = trial_problem_of(is, p.values, seed, budget);
    lf_parameters_free(&p);
    return t;
}

/** A method about to make its first step on it, from x0 (d; NULL: the origin). */
static inline trial *quadratic_start(const lf_algorithm *is, const char *problem, uint64_t seed,
                                     const double *x0, const char *budget, const char *set) {
    static const double origin[64];
    trial *t = trial_equip(quadratic_open(problem, seed, budget), is, set, 1 << 24);
    assert_ok(trial_init(t, x0 ? x0 : origin));
    return t;
}
