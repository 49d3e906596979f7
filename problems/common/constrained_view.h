/**
 * @file constrained_view.h
 * @brief f and g of a constrained problem on its full data, with subgradients; outside the meter.
 *
 * f = max_k f_k(c(.)) + r with c the objective component and r the regulariser; g is the largest of
 * all outer functions of all constraint components. The first maximiser gives the subgradient.
 */
#pragma once

#include <levelfield/problem.h>

/** Workspace for one problem. */
typedef struct {
    const lf_problem *problem;
    size_t m;           /**< constraints: outer functions of all constraint components */
    double *objective;  /**< c(w) of the objective component */
    double *constraint; /**< g_i(w) of every constraint component, one after the other */
    double *slope;      /**< y of one component */
    double *regular;    /**< subgradient of r */
} lf_constrained;

/** LF_UNSUPPORTED if the problem has not exactly one objective component and some constraint. After
 *  a failure, free is fine. */
lf_status lf_constrained_create(const lf_problem *problem, lf_constrained *view);
void lf_constrained_free(lf_constrained *view);

/** *f <- f(w); grad (d), unless NULL, += a subgradient. */
lf_status lf_constrained_objective(lf_constrained *view, const double *w, double *f, double *grad);
/** *g <- max g(w), signed; *which <- the component that attains it. */
lf_status lf_constrained_value(lf_constrained *view, const double *w, double *g, size_t *which);
/** grad (d) += a subgradient of that component, at the point of the last lf_constrained_value. */
lf_status lf_constrained_slope(lf_constrained *view, const double *w, size_t which, double *grad);
/** g (m) <- every g_j(w), rows (m x d) += a subgradient of each. */
lf_status lf_constrained_each(lf_constrained *view, const double *w, double *g, double *rows);
