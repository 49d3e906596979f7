/**
 * @file cvar.h
 * @brief CVaR of n group losses: the mean of the worst share r of them.
 *
 *     CVaR_r(L) = min_s s + (1/n) sum_g [L_g - s]_+ / r = max_{q in Q} sum_g q_g L_g,
 *     Q = {q >= 0, sum q = 1, q_g <= 1/(r n)}
 *
 * r n need not be whole: the group at the edge then counts in part. Products r n within 1e-9 of a
 * whole number are taken for it.
 *
 * Source: Rockafellar & Uryasev 2000; Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504.
 */
#pragma once

#include <levelfield/domain.h>

/** A group and its loss. */
typedef struct {
    double loss;
    size_t group;
} lf_cvar_group;

/** ranked (n) <- the groups by loss, the largest first, and of equal losses the first group. */
void lf_cvar_rank(size_t n, const double *loss, lf_cvar_group *ranked);

/** CVaR of n > 0 ranked losses, 0 < r <= 1: with m = r n, (1/m) (the sum of the floor(m) largest +
 *  (m - floor(m)) times the next one); the largest loss if m < 1. NAN if a loss is NAN. */
double lf_cvar_value(size_t n, const lf_cvar_group *ranked, double r);

/** k = ceil(r n), the number of groups that count, if only in part. */
size_t lf_cvar_worst(size_t n, double r);

/** Q, the capped simplex of the weights of n groups. */
lf_domain lf_cvar_weights(size_t n, double r);
