/**
 * @file mirror.h
 * @brief The points of mirror-prox with variance reduction for sum_i q_i R_i(w), and their means.
 *
 * Source: Yu, Cai, Jiang & Zhang 2024, Algorithm 1, and Alacaoglu & Malitsky 2022, its form for one
 * sample. A weight q is carried as ln q, so that the entropy's steps and anchors are those of the
 * other block, and the mirror snapshot is a mean of logarithms. With one group there is no q: its
 * weight stays 1. Whoever asks the problem is the method; here is what needs no answer.
 */
#pragma once

#include "algorithms/group_minimax/parts/minimax.h"

typedef struct {
    lf_minimax of;
    double *w, *w_half;       /* d: w_k, between the half step and the step the anchor; w_{k+1/2} */
    double *w_snap, *g_snap;  /* d: w^s, sum_i q^s_i grad R_i(w^s) */
    double *g;                /* d: the estimate at the half point */
    double *sum_w, *mean_w;   /* d: sum alpha_k w_{k+1} of this epoch; the answer's mean */
    double *lq, *lq_half;     /* m: ln q_k or the anchor, ln q_{k+1/2} */
    double *q, *q_half;       /* m */
    double *lq_snap, *q_snap; /* m: the mirror snapshot, that is the mean of ln q_k; q^s */
    double *r_snap, *r;       /* m: R(w^s), and the estimate at the half point */
    double *sum_q, *sum_lq;   /* m: sums like sum_w */
    double *mean_q;           /* m */
    double sum_alpha, sum_eta; /* of this epoch; since the start. 0: no point yet */
} lf_mirror;

/** Take memory for the problem `of`: 7d + 11m doubles. */
lf_status lf_mirror_init(lf_mirror *s, const lf_minimax *of, lf_arena *arena);

/** Begin at x0 (d), projected, and equal weights; what went before is forgotten. */
void lf_mirror_start(lf_mirror *s, lf_oracle *o, const double *x0);

/** w_snap, q_snap, lq_snap <- the alpha-weighted means of the last epoch's z_1, z_2, ...; before
 *  the first epoch, z_0. */
void lf_mirror_snapshot(lf_mirror *s);

/** A block of length n: x <- alpha snap + (1 - alpha) x, the anchor; half <- x - step slope;
 *  estimate <- slope. No overlap, 5n flops. */
void lf_mirror_lead(size_t n, double alpha, const double *snap, double step, const double *slope,
                    double *x, double *half, double *estimate);

/** Adds z_{k+1} with weight alpha to the next snapshot, and z_{k+1/2} with weight eta to the mean
 *  that is the output of the theory. */
void lf_mirror_gather(lf_mirror *s, double alpha, double eta);

/** z_k, for an algorithm's `iterate`. */
lf_point lf_mirror_iterate(const lf_mirror *s);
/** The mean of the half points; the start before the first. */
lf_point lf_mirror_average(const lf_mirror *s);
