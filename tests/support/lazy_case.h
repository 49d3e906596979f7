/**
 * @file lazy_case.h
 * @brief A method that brings levels up to date lazily, beside the eager form on the same draws.
 */
#pragma once

#include "eager_levels.h"
#include "numeric/cholesky.h"
#include "problems/bilevel/parts/bilevel_metrics.h"

static const double lazy_start[3] = {0.8, -0.6, 0.5};

/** Sizes that the eager form has, and systems solved to rounding. */
#define LAZY_SIZES "b_f=3,b_g=2,init_f=5,init_g=5,cg_tol=1e-15,"

/** A run and its twin, which shares its draws, on the same problem. */
typedef struct {
    const lf_problem_class *problem;
    const char *problem_set, *set;
    eager as;
} lazy_case;

static inline trial *lazy_open(const lazy_case *c) {
    lf_parameters p = {0};
    if (c->problem->params)
        assert_ok(lf_parameters_create(c->problem->params, c->problem->params_size, c->problem_set,
                                       c->problem->name, &p));
    trial *t = trial_problem_of(c->problem, p.values, 5, "1e12");
    lf_parameters_free(&p);
    return t;
}

/** Points are compared in two steps of seven, so that reading them must not move anything. */
static inline void lazy_same_path(const lf_algorithm *is, lazy_case *c, size_t steps,
                                  double tolerance) {
    eager *as = &c->as;
    trial *run = trial_equip(lazy_open(c), is, c->set, 1 << 24);
    as->twin = lazy_open(c);
    as->init = 5;
    as->b_f = 3;
    as->b_g = 2;
    assert_ok(trial_init(run, lazy_start));
    eager_start(as, lazy_start);
    eager_assert_at(as, run->is->iterate(run->state), 0);
    for (size_t t = 0; t < steps; t++) {
        eager_step(as);
        trial_steps(run, 1);
        if (t % 7 < 2) eager_assert_at(as, run->is->iterate(run->state), tolerance);
    }
    assert_true(lf_vec_distance(as->d, as->x, lazy_start) > 0.01);
    assert_true(lf_vec_finite(as->d, as->x));
}

/** x* of a bilevel_quadratic of any shape with d = 3: the hypergradient is linear in x. */
static inline void lazy_minimiser(const lf_problem *problem, double *x) {
    double zero[3] = {0}, A[9];
    assert_ok(lf_bilevel_gradient(problem, zero, x));
    lf_vec_scale(3, -1, x);
    for (size_t k = 0; k < 3; k++) {
        const double unit[3] = {k == 0, k == 1, k == 2};
        assert_ok(lf_bilevel_gradient(problem, unit, A + 3 * k));
        lf_vec_axpy(3, 1, x, A + 3 * k);
    }
    assert_ok(lf_cholesky_solve(3, A, x));
}
