/**
 * @file certificate.h
 * @brief A lower bound on a convex problem's optimum that anybody can check from the data alone.
 *
 * Of a problem that is
 *
 *     min F(w) = max_{q in Q} sum_{i < m} q_i R_i(w) + (decay/2) |w|^2
 *     over |w| <= radius, with R_i(w) <= limit for the last `limits` of all R_i,
 *
 * R_i a convex loss over the rows of a part, Q = {q >= 0, sum q = 1, q_i <= cap}, m without the
 * limits, whose weights q_i >= 0 are multipliers. Whatever v and q are, convexity of
 * L(w) = sum_i q_i R_i(w) - limit sum_{i >= m} q_i + (decay/2) |w|^2 makes, with g = grad L(v),
 *
 *     bound = L(v) - g.v - radius |g|         (decay = 0: the least of the linearisation)
 *     bound = L(v) - |g|^2 / (2 decay)        (decay > 0: on the whole space)
 *
 * a lower bound on F where all is allowed; the dual point of each row is the slope of its loss at
 * v.
 *
 * Source: Boyd & Vandenberghe 2004, Convex Optimization, sections 3.1.3, 5.1.3 and 9.1.2.
 */
#pragma once

#include <stddef.h>

/** Of one metric of a problem. Made by lf_problem_class.certify. */
typedef struct {
    const char *metric; /**< what is bounded: at a run's w, F(w) - (decay/2) |w|^2 */
    const char *loss;   /**< R_i, one of the words of docs/publish.md: "logistic" */
    size_t part, parts; /**< R_i is over the rows of info.part[part + i], i < parts */
    size_t limits;      /**< so many of them, the last ones, are constraints */
    double limit;       /**< of each of these */
    double radius;      /**< of the ball; with decay > 0 it plays no part */
    double decay, cap;
    size_t d;     /**< length of v; of w what comes after is no model's */
    double *v;    /**< d: the point, near a minimiser; malloc'ed with q behind it, the caller's */
    double *q;    /**< parts */
    double bound; /**< what (v, q) says */
} lf_certificate;
