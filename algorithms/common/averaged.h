/**
 * @file averaged.h
 * @brief A point that goes down by steps of a plan, and the mean of where it has been.
 *
 *     w <- Pi_X[step(w, G)] of size eta_t = eta times the plan's factor;   mean: weights eta_t
 */
#pragma once

#include "algorithms/common/average.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"

/** A part of a parameter struct. */
typedef struct {
    double eta;
    lf_update_params update;
    lf_step_plan plan; /* of eta */
} lf_averaged_params;

/** Its rows in the parameter table of `type`: the first, and those behind the method's own.
 *  `standard` is the default of beta. */
#define LF_AVERAGED_ETA(type, part)                                                                \
    LF_REAL(type, part.eta, 0.01, 0, 1e12, "step size [momentum: x^2/f; adam: x]")
#define LF_AVERAGED_PARAMS(type, part, standard)                                                   \
    LF_UPDATE_PARAMS(type, part.update, standard), LF_UPDATE_BEFORE(type, part.update),            \
        LF_STEP_PLAN_PARAMS(type, part.plan)

typedef struct {
    lf_averaged_params p;
    lf_update step;
    lf_average mean; /* before the first step the start */
    size_t d, t;
    double *w, *G; /* d: the point, the gradient of its next step */
} lf_averaged;

/** Start at the point of X nearest to x0 (d). Memory: 3d doubles, and what `update` has.
 *  @return LF_BAD_ARGUMENT for a plan without its horizon. */
lf_status lf_averaged_init(lf_averaged *s, const lf_averaged_params *p, lf_oracle *o,
                           const double *x0, lf_arena *arena);

/** Step t by G. */
void lf_averaged_move(lf_averaged *s, lf_oracle *o);
