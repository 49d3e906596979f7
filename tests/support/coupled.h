/**
 * @file coupled.h
 * @brief Compositions with known answers: g0(w) + (1/n) sum_i f_i(g_i(w)), each g_i of few rows.
 */
#pragma once

#include <math.h>

#include "toy.h"

enum { COUPLED_N = 3 };
static const size_t coupled_rows[COUPLED_N] = {8, 12, 20};
static const double coupled_A[COUPLED_N][TOY_DIM] = {{1, 0.5}, {-0.5, 1}, {0.25, -1}};
static const double coupled_b[COUPLED_N] = {0.2, -0.1, 0.3};
static const double coupled_origin[TOY_DIM] = {0, 0};

/**
 * g(w) = A w + b, g0 = |w - (1, -1)|^2 / 2, f = P(.) with weight rho = 2: strongly convex. g0 has
 * 16 rows; `spread` is by how much rows differ, and their means are exact.
 */
static inline toy coupled_toy(lf_penalty penalty, double spread) {
    toy t = {.dim = 2, .constraints = COUPLED_N, .coupled = true, .domain = {LF_DOMAIN_SPACE, 2}};
    t.objective.is = toy_shape(1, 16, 0, 1);
    t.objective.curve = 1;
    t.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&t.objective, 0, -1, 1, 1, spread);
    for (size_t i = 0; i < COUPLED_N; i++) {
        toy_map *map = &t.constraint[i];
        map->is = toy_shape(1, coupled_rows[i], 0, 1);
        map->outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0, 0, penalty, 2, 0.1};
        toy_fill(map, 0, coupled_A[i][0], coupled_A[i][1], coupled_b[i], spread);
    }
    return t;
}

/** The same with as many samples of each component as there are components, as of one table whose
 *  rows they are. */
static inline toy coupled_rows_alike(double spread) {
    toy t = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    t.shared = true;
    for (size_t i = 0; i < COUPLED_N; i++) {
        t.constraint[i].is = toy_shape(1, COUPLED_N, 0, 1);
        toy_fill(&t.constraint[i], 0, coupled_A[i][0], coupled_A[i][1], coupled_b[i], spread);
    }
    return t;
}

/** The same without penalties, and with w_1 as a coordinate that may have a step size of its own.
 */
static inline toy coupled_rows_linear(double spread) {
    toy t = coupled_rows_alike(spread);
    t.auxiliary = 1;
    for (size_t i = 0; i < COUPLED_N; i++)
        t.constraint[i].outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    return t;
}

/** g_i(w) of coupled_toy */
static inline double coupled_inner(size_t i, const double *w) {
    return lf_vec_dot(TOY_DIM, coupled_A[i], w) + coupled_b[i];
}

/** grad F(w) of coupled_toy where f' = slope: as F is 1-strongly convex, the distance from w to its
 *  minimiser is at most the gradient's norm. */
static inline void coupled_gradient(const double *w, double (*slope)(double), double *grad) {
    grad[0] = w[0] - 1;
    grad[1] = w[1] + 1;
    for (size_t i = 0; i < COUPLED_N; i++)
        lf_vec_axpy(TOY_DIM, slope(coupled_inner(i, w)) / COUPLED_N, coupled_A[i], grad);
}

/**
 * Every shape at once, all f smooth: a gap between two outputs, two functions of one output each,
 * one of strata of 7 and 13 rows; g0 with a part in closed form, 0.3 w_1, and a ball.
 */
static inline toy coupled_shapes(void) {
    toy t = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.1);
    t.domain = (lf_domain){LF_DOMAIN_BALL, 2, 5, 0, 0};
    t.known.is = (lf_component){.outputs = 1, .outers = 1};
    t.known.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    t.known.slope[0][0][1] = 0.3;
    toy_map *gap = &t.constraint[0], *two = &t.constraint[1], *strata = &t.constraint[2];
    gap->is.outputs = two->is.outputs = 2;
    toy_fill(gap, 1, -0.3, 0.8, 0.1, 0.1);
    gap->outer[0] = (lf_outer){LF_OUTER_GAP, 2, 1, 0.05, 0, LF_PENALTY_SQUARED_HINGE, 2, 0};
    toy_fill(two, 1, 0.7, 0.4, -0.2, 0.1);
    two->is.outers = 2;
    two->outer[0].penalty = LF_PENALTY_SMOOTHED_HINGE;
    two->outer[1] = (lf_outer){LF_OUTER_SUM, 1, 2, 0.1, 0, LF_PENALTY_SMOOTHED_HINGE, 3, 0.2};
    strata->is = toy_shape(1, 7, 13, 1);
    toy_fill(strata, 0, 0.25, -1, 0.3, 0.1);
    return t;
}
