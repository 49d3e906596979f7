/**
 * @file dual.h
 * @brief The dual block of ALEXR: one y_i for each inner component, moved by estimates of g_i.
 *
 *     v    =  g_i(z_k; B) + theta (g_i(z_k; B) - g_i(z_{k-1}; B))
 *     y_i  <- argmax over y of <y, v> - h*(y) - (1/gam) U(y, y_i)
 *
 * h is f_i or its Moreau envelope f_lam, whose conjugate h* is f* + (lam/2) |.|^2. By the choice of
 * U, with gh = gam / (1 + gam),
 *
 *     track     the divergence of h*: u_i <- (1 - gh) u_i + gh v, y_i = h'(u_i), which is a tracker
 *               of weights gh and gh theta
 *     prox      that of (lam/2) |.|^2 alone: y_i = f_mu'(v + mu (1 - gh) y_i), mu = lam / gh
 *     euclid    |.|^2 / 2, and f itself: y_i = f_mu'(v + mu y_i), mu = 1 / gam
 *
 * The last two hold for any f with a proximal map: completing the square turns the argmax into the
 * slope of an envelope. For rho [.]_+ they are clip((1 - gh) y_i + gh v / lam, 0, rho) and
 * clip(y_i + gam v, 0, rho). `track` and `prox` agree while y_i stays inside the domain of f*; at
 * its boundary only u_i remembers how far outside it is.
 *
 * Source: Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, ALEXR; Wang & Yang 2023, `euclid`.
 */
#pragma once

#include "algorithms/composition/parts/tracker.h"

typedef enum { LF_DUAL_TRACK, LF_DUAL_PROX, LF_DUAL_EUCLID } lf_dual_form;

typedef struct {
    lf_dual_form form;
    lf_tracker u;  /* its u: u_i of TRACK, else v */
    double lam;    /* 0: h is f itself */
    double mu;     /* PROX, EUCLID */
    double memory; /* PROX, EUCLID: what y_i is multiplied by before it is added to v */
    double *y;     /* all y_i, placed like the tracker's u_i */
} lf_dual;

/** Take memory; every y_i is 0. `start` says where u_i, or the first y_i, comes from.
 *  LF_BAD_ARGUMENT for `prox` without smoothing, LF_UNSUPPORTED if the problem has no inner
 *  component. */
lf_status lf_dual_init(lf_dual *s, lf_dual_form form, double lam, double gam, double theta,
                       lf_tracker_start start, lf_oracle *o, lf_arena *arena);

/** y_i at the slope of h, if lf_tracker_begin() has found u_i. Fails as the proximal map of f does.
 */
lf_status lf_dual_begin(lf_dual *s, lf_oracle *o);

/** Move y_i by g = g_i(z_k; B) and, where the tracker corrects, g_last = g_i(z_{k-1}; B): p_i
 * numbers each. What is in g_last is used up. Fails as the proximal map of f does. */
lf_status lf_dual_move(lf_dual *s, lf_oracle *o, size_t i, const double *g, double *g_last);

/** y_i, p_i numbers. */
double *lf_dual_at(const lf_dual *s, size_t i);
