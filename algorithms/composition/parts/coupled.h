/**
 * @file coupled.h
 * @brief One step's gradient of g0(w) + (1/n) sum_i f_i(g_i(w)): what SONEX, SONX, SOX, MSVR share.
 *
 *     draw S of B1 components and B_i of B2 samples, i in S
 *     y_i <- a_i f_i'(u_i)                u_i the tracker before this step, or after it
 *     u_i <- moved by g_i(w_t; B_i)       (tracker.h)
 *     G   <- grad g0(w_t; B_0) + (1/B1) sum_{i in S} J_i(w_t; B_i)^T y_i
 *
 * a_i is 1 unless some components belong to every draw (lf_oracle_component_weight). f' is a
 * subgradient or, with lam > 0, the gradient of the Moreau envelope with parameter lam. On
 * the old u_i, which knows nothing of B_i, G is unbiased given all u_i; the released codes of these
 * methods take the new one, less stale where B1 is much smaller than n. A component that has no u_i
 * yet (start = first) takes the new one in any case.
 *
 * g0 sums the objectives and the regulariser. An objective's own outer function is evaluated on
 * the batch, which is biased unless it is linear. Auxiliary coordinates may take plain steps along
 * G, whatever the method does with it (auxiliary.h).
 * Cost:   with N the samples of all B_i: N draws, N gradients, and 2N values (N if gam' = 0 or
 *         where u_i is first set; with slopes along the step N values and N slopes); B_0 draws and
 *         gradients of each objective.
 * Memory: 3d + 2p doubles over p inner values, d more with slopes along the step, and what the
 *         tracker takes.
 */
#pragma once

#include "algorithms/common/update.h"
#include "algorithms/composition/parts/auxiliary.h"
#include "algorithms/composition/parts/tracker.h"

/** The choices of a parameter `u`, in this order. */
typedef enum { LF_COUPLED_OLD, LF_COUPLED_NEW } lf_coupled_u;
#define LF_COUPLED_U_CHOICES "old|new"

/** A part of a parameter struct. */
typedef struct {
    size_t B0, B1, B2;
    double gam, gam_prime;
    int u, start;
    double eta_s;
    bool along; /* no row: change of values by slopes along the step, as MSVR-SP has it */
} lf_coupled_params;

/** Its rows in the parameter table of `type`, but for gam', which not every method has; `standard`
 *  is the default of gam. */
#define LF_COUPLED_PARAMS(type, part, standard)                                                    \
    LF_COUNT(type, part.B0, 32, 0, 1e9, "batch of each objective; 0: all [samples]"),              \
        LF_COUNT(type, part.B1, 8, 0, 1e9, "components of a step, at most n; 0: n [1]"),           \
        LF_COUNT(type, part.B2, 32, 0, 1e9,                                                        \
                 "batch of each of them, at most all; 0: all [samples]"),                          \
        LF_REAL(type, part.gam, standard, 1e-12, 1, "weight of new values in u [1]"),              \
        LF_CHOICE(type, part.u, LF_COUPLED_OLD, LF_COUPLED_U_CHOICES,                              \
                  "the outer slope is taken at u before the step's samples, or after"),            \
        LF_CHOICE(type, part.start, LF_TRACKER_BATCH, LF_TRACKER_CHOICES,                          \
                  "u starts at a batch of each component, at its first batch, or at 0"),           \
        LF_AUXILIARY_PARAM(type, part)
/** The row of gam'. */
#define LF_COUPLED_GAM_PRIME(type, part, standard)                                                 \
    LF_REAL(type, part.gam_prime, standard, -1, 1e12,                                              \
            "weight of the change of values in u; below 0: (n-B1)/(B1(1-gam)) + 1-gam [1]")

typedef struct {
    lf_coupled_params p; /* with 1 <= B1 <= n */
    double lam;          /* smoothing of f_i; 0: none */
    size_t d;
    lf_auxiliary own; /* own.d: coordinates that the method's update moves */
    lf_tracker tracker;
    size_t *S;          /* B1: components of this step, increasing */
    lf_batch *B;        /* B1: their batches */
    lf_batch *B_0;      /* one for each objective */
    double *y;          /* laid out as tracker.u: the slope used last for each component */
    double *w, *w_last; /* d: w_t, w_{t-1} */
    double *move;       /* d, with p.along: w_t - w_{t-1} */
    double *G;          /* d */
} lf_coupled;

/** Start at w_0 = w_{-1} = x0 (d), projected, with the trackers as p->start says: metered.
 *  LF_BAD_ARGUMENT for an eta_s that the problem has no use for, LF_UNSUPPORTED if p->along and it
 *  has no slopes along a direction. */
lf_status lf_coupled_init(lf_coupled *c, const lf_coupled_params *p, double lam, lf_oracle *o,
                          const double *x0, lf_arena *arena);

/** LF_UNSUPPORTED if an outer function of a component of role inner has a kink. */
lf_status lf_coupled_smooth(const lf_oracle *o);

/** y (p_i) <- a_i f_i'(u_i) at the tracker as it is. */
lf_status lf_coupled_slope(const lf_coupled *c, lf_oracle *o, size_t i, double *y);

/** One step's draws; moves the trackers; G (d) <- the estimate at w_t. */
lf_status lf_coupled_gradient(lf_coupled *c, lf_oracle *o);
/** G (d), where a sum over S of J_i(w; B_i)^T y_i lies, <- grad g0(w; B_0) + sum / B1. */
lf_status lf_coupled_complete(const lf_coupled *c, lf_oracle *o, const double *w, double *G);

/** w_{t-1} <- w_t, w_t <- step(w_t, G) of size factor eta, projected on X; `update` is one of own.d
 *  coordinates, the auxiliary ones after them follow c->G. */
void lf_coupled_step(lf_coupled *c, lf_oracle *o, lf_update *update, double eta, double factor,
                     const double *G);
