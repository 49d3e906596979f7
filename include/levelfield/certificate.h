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
 * Where F is of excess risks R_i - R_i*, R_i* the least R_i on the ball, each group has a point of
 * its own, at which R_i is at least R_i*, and the same bound with all weight on R_i at most. The
 * bound takes the former off, values at a run's w the latter.
 *
 * Source: Boyd & Vandenberghe 2004, Convex Optimization, sections 3.1.3, 5.1.3 and 9.1.2.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

struct lf_problem;

/** Of one metric of a problem. Made by lf_problem_class.certify. */
typedef struct lf_certificate {
    const char *metric; /**< what is bounded: at a run's w, F(w) - (decay/2) |w|^2 */
    const char *loss;   /**< R_i, one of the words of docs/publish.md: "logistic" */
    size_t part, parts; /**< R_i is over the rows of info.part[part + i], i < parts */
    size_t limits;      /**< so many of them, the last ones, are constraints */
    double limit;       /**< of each of these */
    double radius;      /**< of the ball; with decay > 0 it plays no part */
    double decay, cap;
    size_t d;      /**< length of v; of w what comes after is no model's */
    double *v;     /**< d: the point, near a minimiser; malloc'ed with q behind it, the caller's */
    double *q;     /**< parts */
    double *alone; /**< NULL, or parts x d: each group's own point; malloc'ed, the caller's */
    double *least; /**< parts, behind it: at most R_i* */
    double bound;  /**< what (v, q) says, and alone */
    /** *value <- F(w) - (decay/2) |w|^2; NULL: the metric is it. */
    lf_status (*value)(const struct lf_problem *problem, const struct lf_certificate *c,
                       const double *w, double *value);
} lf_certificate;

/**
 * Of the lower levels of a bilevel problem at one x, each convex beyond its ridge:
 *
 *     g_i(y) >= g_i(v_i) + grad.(y - v_i) + sum_k ridge_k (y - v_i)_k^2 / 2
 *            >= g_i(v_i) - sum_k grad_k^2 / (2 ridge_k),   grad = grad g_i(v_i)
 *
 * R of either level is a loss over the rows of a part, info.part[0] below and [1] above, at scores
 * over sigma_i. Made by lf_problem_class.certify_lower.
 */
typedef struct {
    const char *loss;    /**< as above */
    const double *label; /**< of the rows below, where the problem changed them; NULL: it did not */
    const double *sigma; /**< levels: temperatures; NULL: all are 1 */
    size_t levels, d;    /**< d: length of each v_i */
    double *v;           /**< levels x d: near the solutions; malloc'ed, the caller's */
    double F;            /**< the upper objective at v */
    double value, bound; /**< means over levels: g_i(v_i), and what is at most its least value */
} lf_lower_certificate;
