/**
 * @file circle.h
 * @brief toy_circle in closed form: R_i(w) = |w - a_i|^2 / 2 + 1 + lift_i, and what follows; rates
 * read off a run.
 */
#pragma once

#include <math.h>

#include "trial.h"

enum { CIRCLE_GROUPS = 3 };
static const double circle_centre[CIRCLE_GROUPS][TOY_DIM] = {{1, 0}, {-1, 0}, {0, 0.5}};
static const double circle_flat[CIRCLE_GROUPS] = {0};
static const double circle_value = 1.5; /* of the saddle w = 0, q = (1/2, 1/2, 0) */

/** The problem with its risks raised by `lift`. */
static inline toy circle_lifted(double spread, const double *lift) {
    toy t = toy_circle(spread);
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        for (size_t row = 0; row < t.constraint[i].is.samples; row++)
            t.constraint[i].level[row][0] += lift[i];
    return t;
}

/** The problem with other group sizes: rows of an even group cancel, the last of an odd one is as
 *  the group's mean. */
static inline toy circle_sized(double spread, const size_t *rows) {
    toy t = toy_circle(spread);
    for (size_t i = 0; i < CIRCLE_GROUPS; i++) {
        const double *a = circle_centre[i];
        t.constraint[i].is = toy_shape(1, rows[i], 0, 1);
        toy_fill(&t.constraint[i], 0, -a[0], -a[1], lf_vec_dot(TOY_DIM, a, a) / 2 + 1, spread);
    }
    return t;
}

/** R_i(w) */
static inline double circle_risk(size_t i, const double *w, const double *lift) {
    const double x = w[0] - circle_centre[i][0], y = w[1] - circle_centre[i][1];
    return (x * x + y * y) / 2 + 1 + lift[i];
}

/** R (3) <- R_i(w), nothing lifted */
static inline void circle_risks(const double *w, double *R) {
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        R[i] = circle_risk(i, w, circle_flat);
}

static inline double circle_max_risk(const double *w, const double *lift) {
    return fmax(circle_risk(0, w, lift), fmax(circle_risk(1, w, lift), circle_risk(2, w, lift)));
}

/** grad (d) <- sum_i y_i grad R_i(w) */
static inline void circle_gradient(const double *w, const double *y, double *grad) {
    lf_vec_zero(TOY_DIM, grad);
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        for (size_t j = 0; j < TOY_DIM; j++)
            grad[j] += y[i] * (w[j] - circle_centre[i][j]);
}

/** g (2) += a grad R_i(w) */
static inline void circle_add_gradient(size_t i, double a, const double *w, double *g) {
    for (size_t j = 0; j < TOY_DIM; j++)
        g[j] += a * (w[j] - circle_centre[i][j]);
}

/** max_i R_i(w) - min_v sum_i q_i R_i(v), the minimum at the mean of the centres, in the ball. */
static inline double circle_gap(lf_point z, const double *lift) {
    double v[TOY_DIM] = {0}, least = 0;
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        lf_vec_axpy(TOY_DIM, z.y[i], circle_centre[i], v);
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        least += z.y[i] * circle_risk(i, v, lift);
    return circle_max_risk(z.w, lift) - least;
}

/** q lies on the simplex and w in the ball of radius 2. */
static inline void circle_assert_inside(lf_point at) {
    assert_near(at.y[0] + at.y[1] + at.y[2], 1, 1e-12);
    for (size_t i = 0; i < CIRCLE_GROUPS; i++)
        assert_true(at.y[i] >= 0);
    assert_true(lf_vec_norm(TOY_DIM, at.w) <= 2 * (1 + 1e-12));
}

/** Least-squares slope of ln y against ln x over n points. */
static inline double log_slope(size_t n, const double *x, const double *y) {
    double mean_x = 0, mean_y = 0, xy = 0, xx = 0;
    for (size_t k = 0; k < n; k++) {
        mean_x += log(x[k]) / (double)n;
        mean_y += log(y[k]) / (double)n;
    }
    for (size_t k = 0; k < n; k++) {
        xy += (log(x[k]) - mean_x) * (log(y[k]) - mean_y);
        xx += (log(x[k]) - mean_x) * (log(x[k]) - mean_x);
    }
    return xy / xx;
}

/**
 * Mean gap of the average over 16 seeds after 10^from .. 10^5 steps: it falls with the root of the
 * steps. The theory has t^(-1/2) at a constant step, and up to ln t times that at the any-time
 * step: flatter by 1 / ln t, 0.12 in the middle. The start is forgotten faster, which makes it
 * steeper by as little. The means are known to 7 %, the slope to 0.02. `set` begins the parameters,
 * T ends them: the number of steps, or 0.
 */
static inline void circle_rate(const lf_algorithm *is, const char *set, size_t from,
                               bool constant) {
    enum { SEEDS = 16, LAST = 5 };
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    double steps[LAST + 1], gap[LAST + 1] = {0};
    for (size_t k = from; k <= LAST; k++) {
        steps[k] = pow(10, (double)k);
        for (size_t seed = 0; seed < SEEDS; seed++) {
            const char *with = trial_text("%sT=%.0f", set, constant ? steps[k] : 0);
            trial *t = trial_start(is, &problem, seed, x0, with);
            trial_steps(t, (size_t)steps[k]);
            gap[k] += circle_gap(t->is->average(t->state), circle_flat) / SEEDS;
        }
        trial_teardown(NULL);
    }
    assert_near(log_slope(LAST + 1 - from, steps + from, gap + from), -0.5, 0.12);
}
