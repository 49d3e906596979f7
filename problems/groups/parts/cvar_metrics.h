/**
 * @file cvar_metrics.h
 * @brief The state of the CVaR problem, and what it is judged by: all exact, on every group.
 */
#pragma once

#include "problems/groups/parts/group_minimax.h"

typedef struct {
    lf_group_minimax base; /* must be first: groups, risks, accuracies */
    double r, decay;
    bool dual;                 /**< w = theta, and a second block of weights; else w = (theta, s) */
    lf_outer hinge;            /**< [z]_+ / r */
    lf_component objective[2]; /**< primal: s, and weight decay if there is any */
    double least; /**< lower bound on the optimum, once known; NAN: none is certified */
    bool least_known;
} lf_cvar;

/** How many of the first metrics need no certified number. */
enum { LF_CVAR_PLAIN = 11 };

/** cvar first; ended by {0}. The state is an lf_cvar. */
extern const lf_metric lf_cvar_metrics[];
