/**
 * @file alexr.h
 * @brief ALEXR as a part of another method: what ALEXR2 stands on.
 *
 *     min over z of F(z) + |z - x|^2 / (2 nu)
 *     z_{k+1} <- Pi_X[z_k - eta / (1 + eta/nu) (G + (z_k - x)/nu)]
 */
#pragma once

#include "algorithms/composition/parts/dual.h"

/** The choices of a parameter `batches`, in this order. */
typedef enum { LF_ALEXR_INDEPENDENT, LF_ALEXR_ONE } lf_alexr_batches;

/** A part of a parameter struct. */
typedef struct {
    double eta, gam, theta;
    double wd, clip; /* decoupled weight decay; largest norm of G that is used, 0: any */
    int batches, start;
    size_t B1;     /* components of a step, at most n; 0: n */
    size_t B2, B0; /* samples of a batch: of a component, of a part of g0; 0: all */
} lf_alexr_params;

/** Its rows in the parameter table of `type`, but for wd and clip: those of the paper, with the
 *  defaults of gam and theta, and what else is tried. */
#define LF_ALEXR_PARAMS(type, part, gam_standard, theta_standard)                                  \
    LF_REAL(type, part.eta, 0.01, 1e-300, 1e12, "step size [x^2/f]"),                              \
        LF_REAL(type, part.gam, gam_standard, 1e-300, 1e300,                                       \
                "dual step size: larger, and older inner values count less [1; euclid: "           \
                "y/g]"),                                                                           \
        LF_REAL(type, part.theta, theta_standard, 0, 1, "extrapolation of the inner values [1]"),  \
        LF_COUNT(type, part.B1, 8, 0, 1e9, "components of a step, at most n; 0: n [components]"),  \
        LF_COUNT(type, part.B2, 32, 0, 1e9, "samples of each of their batches; 0: all [samples]"), \
        LF_COUNT(type, part.B0, 32, 0, 1e9, "samples for each part of g0; 0: all [samples]")
#define LF_ALEXR_VARIANTS(type, part)                                                              \
    LF_CHOICE(type, part.batches, LF_ALEXR_INDEPENDENT, "independent|one",                         \
              "values and gradients from two batches, or from one"),                               \
        LF_CHOICE(type, part.start, LF_TRACKER_BATCH, LF_TRACKER_CHOICES,                          \
                  "duals from a batch of each component at the start, from its first one, "        \
                  "or 0")

typedef struct {
    lf_alexr_params p; /* with 1 <= B1 <= n */
    size_t d;
    lf_dual dual;
    size_t *S;               /* B1 */
    double *z, *z_last, *G;  /* d: z_k, z_{k-1}, G */
    double *g, *g_last, *ay; /* most inner values of a component: of the one at hand */
} lf_alexr;

/** Begin at x0 (d), projected, and at the duals' start, metered. Form, lam and failures are those
 * of lf_dual_init(). */
lf_status lf_alexr_init(lf_alexr *s, const lf_alexr_params *p, lf_dual_form form, double lam,
                        lf_oracle *o, const double *x0, lf_arena *arena);

/** One step; nu = INFINITY drops the proximal term, and x (d) is not looked at. */
lf_status lf_alexr_step(lf_alexr *s, lf_oracle *o, double nu, const double *x);
