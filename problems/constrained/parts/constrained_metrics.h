/**
 * @file constrained_metrics.h
 * @brief What every constrained problem is judged by: FV, CVio, G, SVio, KKT and mu; F, EPS and
 * EPS_lam under a penalty, and prox where it is asked for.
 */
#pragma once

#include <levelfield/problem.h>

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    size_t svio_steps; /**< inner steps behind SVio */
    lf_measure measures[4];
    char dp_f[64];
} lf_constrained_common;

/** Fill it in; N_f is the number of samples behind f. info->measures gets the paper's: dp.f, passes
 *  of subgradients of f alone; dp.g, passes of all kinds over the constraint; ofc, values of f. F
 * and what follows are left out; lf_penalised_describe brings them back. */
void lf_constrained_describe(lf_constrained_common *common, size_t svio_steps, size_t N_f,
                             lf_problem_info *info);

/** The row of a parameter table for svio_steps, at this offset of the parameter struct. */
#define LF_SVIO_ROW(type, at)                                                                      \
    LF_COUNT(type, at, 500, 1, 1e6, "inner steps behind the metric SVio (final tables: 2000)")

/** How many of them need no penalty: those before F. */
#define LF_CONSTRAINED_METRICS 6
/** FV first; F, EPS, EPS_lam and prox last; ended by {0}. */
extern const lf_metric lf_constrained_metrics[];
