/**
 * @file tracker.h
 * @brief Running estimates u_i of all inner values g_i(w), of which a step samples a few.
 *
 *     u_i <- (1 - gam) u_i + gam g_i(w_t; B) + gam' (g_i(w_t; B) - g_i(w_{t-1}; B))
 *
 * gam' = 0 is the moving average of SOX. MSVR's gam' makes up for the change of g_i since the
 * component was sampled last; gam' = 1 - gam, STORM's, knows of no sampling of components.
 * Source: Jiang, Li, Wang, Zhang & Yang 2022 (MSVR).
 * Cost:   a value for each sample of the batch, two if gam' is not 0.
 * Memory: p doubles over all components, and twice the largest p_i.
 */
#pragma once

#include <levelfield/algorithm.h>

/** Where u starts: the choices of a parameter `start`, in this order. */
typedef enum {
    LF_TRACKER_BATCH, /**< one batch of each component at w_0, metered */
    LF_TRACKER_FIRST, /**< at the component's first batch, whose value it takes over */
    LF_TRACKER_ZERO   /**< 0, as in the code that the authors released */
} lf_tracker_start;
#define LF_TRACKER_CHOICES "batch|first|zero"

typedef struct {
    double gam, gam_prime;
    lf_tracker_start start;
    size_t n;             /* components */
    size_t p;             /* inner values of all components */
    size_t *at;           /* n: u_i starts at u + at[i] */
    bool *known;          /* n: there is a u_i */
    double *u;            /* p */
    double *now, *before; /* largest p_i: g_i(w_t; B), g_i(w_{t-1}; B) */
} lf_tracker;

/** *gam_prime <- asked or, where that is negative, (n - B1) / (B1 (1 - gam)) + 1 - gam: the
 * theory's for B1 of n components a step. LF_BAD_ARGUMENT if that is infinite. */
lf_status lf_tracker_gam_prime(double asked, double gam, size_t n, size_t B1, double *gam_prime);

/** Take memory for the components of role inner. LF_UNSUPPORTED if there are none. */
lf_status lf_tracker_init(lf_tracker *t, double gam, double gam_prime, lf_tracker_start start,
                          lf_oracle *o, lf_arena *arena);

/** Begin at w (d): draws and asks for a batch of each component if the start wants that. Sizes as
 *  lf_tracker_draw() reads them. */
lf_status lf_tracker_begin(lf_tracker *t, lf_oracle *o, size_t B2, const double *w);

/** A fresh batch of component i: B2 samples with replacement, or each sample once where B2 is 0 or
 *  reaches all of them. */
lf_status lf_tracker_draw(lf_oracle *o, size_t i, size_t B2, lf_batch *batch);

/** u_i, p_i numbers. */
double *lf_tracker_at(const lf_tracker *t, size_t i);

/** Move u_i, i the batch's component, from w_last = w_{t-1} to w = w_t (d each). w_last = NULL: the
 *  two are the same, so the correction is 0 and not asked for. A first value needs none either. */
lf_status lf_tracker_update(lf_tracker *t, lf_oracle *o, const lf_batch *batch, const double *w,
                            const double *w_last);
/** The same for one who has put g_i(w_t; B) in t->now, say together with a gradient. */
lf_status lf_tracker_advance(lf_tracker *t, lf_oracle *o, const lf_batch *batch,
                             const double *w_last);
/** The same, with J_i(w_t; B) v for the change of g_i, v = w_t - w_{t-1} (d): MSVR-SP. Counts a
 *  slope along v for each sample in place of the second value. */
lf_status lf_tracker_advance_along(lf_tracker *t, lf_oracle *o, const lf_batch *batch,
                                   const double *w, const double *v);
