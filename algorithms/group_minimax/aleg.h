/**
 * @file aleg.h
 * @brief ALEG's recursion for methods that stand on it: MERO runs it on one group after the other,
 *        and then on all of them with other risks.
 */
#pragma once

#include "algorithms/group_minimax/parts/mirror.h"

typedef struct {
    lf_mirror z;
    size_t component;        /* LF_EVERY; with m = 1 also the only group that is minimised */
    double *shift;           /* m: taken off the risks; 0 unless the method says otherwise */
    double *minus_q_snap;    /* m */
    double *l_half, *l_snap; /* m: losses of the samples at both points */
    size_t k, K;             /* inner iteration; K_s, as many make an epoch */
    double alpha, eta;       /* alpha^s, eta^s */
} lf_aleg;

/** Take memory for the problem `of`: 7d + 15m doubles. */
lf_status lf_aleg_init(lf_aleg *s, const lf_minimax *of, lf_arena *arena);

/** The first epoch begins at x0 (d), projected, and equal weights; what went before is forgotten,
 *  but for the shift. `component` as above. K, alpha and eta are the method's to set. */
void lf_aleg_start(lf_aleg *s, lf_oracle *o, size_t component, const double *x0);

/** The inner iteration k of an epoch, where k = 0 with the snapshot and its full pass. Afterwards k
 *  is that of the next one, 0 where the epoch is over. */
lf_status lf_aleg_iteration(lf_aleg *s, lf_oracle *o);
