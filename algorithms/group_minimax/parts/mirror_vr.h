/**
 * @file mirror_vr.h
 * @brief Mirror-prox with variance reduction for sum_i q_i R_i(w): what ALEG, MPVR and MERO share.
 *
 * Source: Yu, Cai, Jiang & Zhang 2024, Algorithm 1, and Alacaoglu & Malitsky 2022, its form for one
 * sample. An epoch starts at a snapshot (w^s, q^s), the average of the last epoch's points, with a
 * full pass there. An inner iteration is
 *
 *     lf_mirror_vr_half    z_{k+1/2} from the snapshot's gradient
 *     the estimator        adds what differs between z_{k+1/2} and the snapshot on a few samples
 *     lf_mirror_vr_move    z_{k+1} from the same anchor
 *
 * Only the estimator differs between methods. With one group there is no q: its weight stays 1.
 */
#pragma once

#include "algorithms/group_minimax/parts/minimax.h"

typedef struct {
    lf_minimax of;
    size_t component;              /* LF_EVERY; with m = 1 also the only group that is minimised */
    double *w;                     /* d: w_k; between half and move the anchor */
    double *wh;                    /* d: w_{k+1/2} */
    double *ws, *gs;               /* d: w^s, sum_i q^s_i grad R_i(w^s) */
    double *g;                     /* d: g_s, then with the estimator's part */
    double *sum_w;                 /* d: sum alpha_k w_{k+1} of this epoch */
    double *mean_w;                /* d: sum eta w_{k+1/2} / sum eta since the start */
    double *lq, *q;                /* m: ln q_k (between half and move the anchor), q_k */
    double *lqh, *qh;              /* m: ln q_{k+1/2}, q_{k+1/2} */
    double *lqs, *qs;              /* m: the mirror snapshot, that is the average of ln q_k; q^s */
    double *minus_qs;              /* m */
    double *Rs;                    /* m: R(w^s) - shift */
    double *r;                     /* m: R_s, then with the estimator's part */
    double *shift;                 /* m: taken off the risks; 0 unless the method says otherwise */
    double *at_half, *at_snapshot; /* m: scratch for losses */
    double *sum_q, *sum_lq;        /* m: sums like sum_w */
    double *mean_q;                /* m: an average like mean_w */
    double sum_alpha;              /* 0: no point yet, so the snapshot is where w and q are */
    double sum_eta;
} lf_mirror_vr;

/** Take memory for the problem `of`: 7d + 15m doubles. */
lf_status lf_mirror_vr_init(lf_mirror_vr *s, const lf_minimax *of, lf_arena *arena);

/** Begin at x0 (d), projected, and equal weights; what went before is forgotten, but for the shift.
 *  `component` as above. */
void lf_mirror_vr_start(lf_mirror_vr *s, lf_oracle *o, size_t component, const double *x0);

/** Begin an epoch: snapshot, mirror snapshot, then the full pass at the new snapshot (the order of
 *  Algorithm 1 as printed has the pass first). */
lf_status lf_mirror_vr_snapshot(lf_mirror_vr *s, lf_oracle *o);

/** z_{k+1/2} <- the step of size eta along the snapshot's gradient, from the anchor with weight
 *  alpha on the snapshot and 1 - alpha on z_k. Sets g and r to g_s and R_s. */
void lf_mirror_vr_half(lf_mirror_vr *s, lf_oracle *o, double alpha, double eta);

/** ALEG's estimator: one sample of each group, at z_{k+1/2} and at the snapshot. */
lf_status lf_mirror_vr_each(lf_mirror_vr *s, lf_oracle *o);

/** An estimator from one group: `size` new samples of it, whose losses and gradients have the given
 *  weight in g and r. */
lf_status lf_mirror_vr_group(lf_mirror_vr *s, lf_oracle *o, size_t group, size_t size,
                             double weight);

/** z_{k+1} <- the step of size eta along (g, r), from the same anchor. Adds it with weight alpha to
 *  the next snapshot, and z_{k+1/2} with weight eta to the average. */
void lf_mirror_vr_move(lf_mirror_vr *s, lf_oracle *o, double alpha, double eta);

/** z_k, for an algorithm's `iterate`. */
lf_point lf_mirror_vr_iterate(const lf_mirror_vr *s);
/** The average of the half points, weighted with eta: the output of the theory. */
lf_point lf_mirror_vr_average(const lf_mirror_vr *s);
