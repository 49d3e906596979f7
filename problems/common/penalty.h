/**
 * @file penalty.h
 * @brief A constrained problem as a composition: violations are charged for instead of forbidden.
 *
 *     min f(w)  s.t.  c_ik(w) <= 0      becomes      min F(w) = f(w) + (1/m) sum_ik P(c_ik(w))
 *
 * over all m constraints, P(u) one of rho [u]_+, rho [u]_+^2 and the Moreau envelope of rho [.]_+
 * with parameter lambda. The hinge is exact: with a minimiser of a convex problem whose multipliers
 * are mu, F has the same one if rho / m > max mu. The other two violate some constraint a little.
 *
 * Every constraint component gets an inner component on the same samples, with the penalty on top
 * of its outer functions. The mean over the n inner components would give each constraint the
 * weight 1/n, so P is multiplied by n/m, which differs from 1 where one component has several
 * outer functions. lambda counts in units of the constraint: the slope of the smoothed hinge
 * reaches rho at the violation lambda rho, whatever m is. Where a constraint is |z_1 - z_2| -
 * kappa, smoothing the function of both by lam is lambda = 2 lam.
 *
 * Objective and constraint draw their own samples and are charged apart, also where both look at
 * the same rows: a method of the composition view asks about one component at a time.
 *
 * Source: Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, the penalties H, SH and smH.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/common/constrained_view.h"

/** The parameters; a problem's struct holds one, its table LF_PENALTY_TABLE. */
typedef struct {
    int penalty; /**< an lf_penalty */
    double rho, lambda;
    int prox; /**< 1: the metric prox too */
} lf_penalty_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_PENALTY_TABLE(type, at)                                                                 \
    LF_CHOICE(type, at.penalty, LF_PENALTY_NONE, "none|hinge|squared|smoothed",                    \
              "P of the composition f + (1/m) sum_i P(g_i): rho [g]_+, rho [g]_+^2 or a smoothed " \
              "hinge; none: constrained only"),                                                    \
        LF_REAL(type, at.rho, 10, 0, 1e12, "weight of the penalty [f/g; squared: f/g^2]"),         \
        LF_REAL(                                                                                   \
            type, at.lambda, 0.001, 1e-12, 1e12,                                                   \
            "smoothing of the smoothed hinge, whose slope is rho from g = lambda rho on [g/rho]")

/** Its further row where f and g are smooth: what the metric prox asks for. */
#define LF_PENALTY_PROX(type, at)                                                                  \
    LF_CHOICE_LATER(type, at.prox, 0, "off|on",                                                    \
                    "metric prox of the composition: hundreds of passes of gradients each time")

/** LF_BAD_ARGUMENT if prox is asked for without a penalty, or over a loss that is not smooth. */
lf_status lf_penalty_prox_check(const lf_penalty_params *params, bool smooth);

/** lf_problem_class.views of a problem with these parameters. */
#define LF_PENALTY_VIEWS (1u << LF_VIEW_CONSTRAINED | 1u << LF_VIEW_COMPOSITION)

/** What the papers on compositions count (docs/counters.md); ended by {0}. */
extern const lf_measure lf_penalty_measures[];
/** The constraint h(z) <= 0 as `weight` P(h(z)), weight > 0. */
lf_outer lf_penalty_over(const lf_outer *constraint, const lf_penalty_params *params,
                         double weight);

/** What the composition view needs. Zero until lf_penalised_describe. */
typedef struct {
    lf_component *inner; /**< as many as constraint components */
    lf_outer *outer;     /**< m: theirs, one after the other */
    lf_measure *measure; /**< those of the problem, then draw, val, grad and cost; ended by {0} */
} lf_penalised;

/**
 * Add the inner components, the measures and the metrics from F on to a problem that is described
 * already; with penalty = none only say that it shows no composition, and how it would. The
 * constraint components must outlive it. LF_UNSUPPORTED if there is no constraint, if one has a
 * penalty already, if there are inner components, or prox cannot be had. After a failure, release
 * is fine.
 */
lf_status lf_penalised_describe(lf_penalised *of, const lf_penalty_params *params,
                                lf_problem_info *info);
void lf_penalised_release(lf_penalised *of);

/** A question about an inner component as the one about its constraint component that answers it;
 *  any other question as it is. */
lf_samples lf_penalised_samples(const lf_samples *samples);

/** *F <- F(w) on the full data, regulariser included; outside the meter. LF_UNSUPPORTED without a
 *  penalty. */
lf_status lf_penalised_objective(lf_constrained *view, const double *w, double *F);
