/**
 * @file conditioned.h
 * @brief What is done to a direction and to its step size: the view's methods that are compared
 *        with users of update.h and step_plan.h get the same settings here.
 *
 *     zeta <- min(1, clip/|zeta|) zeta + wd x
 *     step size times 1; 0.1 from T/2; 0.01 from 3T/4
 *
 * Source: the experiments of Chen et al. 2025, arXiv:2506.02504, whose methods all have these.
 */
#pragma once

#include "algorithms/common/update.h"

/** A part of a parameter struct. */
typedef struct {
    double wd, clip;
    size_t milestones; /* T, steps; 0: none */
} lf_conditioned;

/** Its rows in the parameter table of `type`. */
#define LF_CONDITIONED_PARAMS(type, part)                                                          \
    LF_UPDATE_BEFORE(type, part),                                                                  \
        LF_COUNT(type, part.milestones, 0, 0, 1e12,                                                \
                 "length T of the run: a tenth of the step size from T/2 on, a hundredth from "    \
                 "3T/4 on; 0: no such plan [steps]")

/** zeta (d) is cut and decayed as above, x (d) the point of step k; returns what multiplies its
 *  size. */
double lf_conditioned_settle(const lf_conditioned *s, size_t k, size_t d, const double *x,
                             double *zeta);
