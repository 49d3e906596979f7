/**
 * @file problem.h
 * @brief Building and releasing problems; full-data evaluation for metrics, outside the meter.
 */
#pragma once

#include <levelfield/problem.h>

/** Build a problem from a filled parameter struct; *problem is zero or whole. A message does not
 *  begin with its name. */
lf_status lf_problem_create(const lf_problem_class *is, const void *params, lf_problem *problem);
/** LF_BAD_INPUT, in half a sentence, if what it says about itself does not fit together. */
lf_status lf_problem_check(const lf_problem *problem);
void lf_problem_release(lf_problem *problem);

/** The same of a problem that is looked at and released, never asked: what it says of itself is
 *  whole, and so are its refusals, but rows may be in any order where only their number shows. */
lf_status lf_problem_outline(const lf_problem_class *is, const void *params, lf_problem *problem);
/** Is what this thread builds such a one? For problems whose large tables take long to divide. */
bool lf_problem_is_outline(void);

/** Does it show this view as built? */
bool lf_problem_shows(const lf_problem *problem, lf_view view);
/** How many metrics it has as built. */
size_t lf_problem_metrics(const lf_problem *problem);

/** g (p) <- g_i(w) over all samples and/or grad (d) += Dg_i(w)^T y: not counted. */
lf_status lf_problem_evaluate(const lf_problem *problem, lf_role role, size_t component,
                              const double *w, const double *y, double *g, double *grad);
