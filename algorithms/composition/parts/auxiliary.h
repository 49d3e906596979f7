/**
 * @file auxiliary.h
 * @brief A step size of their own for the coordinates that are no parameters of a model.
 *
 *     w_j <- w_j - eta_s G_j      for the last lf_problem_info.auxiliary coordinates, as CVaR's s
 *
 * Plain steps: no momentum, no second moments, no weight decay and no clipping. The other
 * coordinates are moved, and their gradient cut, as if these did not exist. eta_s = 0: no
 * coordinate is apart. SONX and SONEX have it; some experiments run both.
 * Source: the released code of Chen et al. 2025, whose s has a step size of 0.1 of its own.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The row of eta_s, called `field`, in the parameter table of `type`. */
#define LF_AUXILIARY_PARAM(type, field)                                                            \
    LF_REAL(type, field, 0, 0, 1e12,                                                               \
            "plain step size of auxiliary coordinates, as CVaR's s; 0: as the others [x^2/f]")

typedef struct {
    size_t d; /* coordinates that are moved like parameters, the first ones */
    size_t n; /* those after them */
    double eta_s;
} lf_auxiliary;

/** LF_BAD_ARGUMENT if eta_s > 0 and the problem has no such coordinates. */
lf_status lf_auxiliary_init(lf_auxiliary *a, double eta_s, const lf_oracle *o, lf_arena *arena);

/** The n coordinates of w after the first d: one step of size factor eta_s along G. */
void lf_auxiliary_step(const lf_auxiliary *a, double factor, const double *G, double *w);
