/**
 * @file tracker.h
 * @brief Running estimates u_i of all inner values g_i(w), of which a step samples a few.
 *
 *     u_i <- (1 - gam) u_i + gam g_i(w_t; B) + gam' (g_i(w_t; B) - g_i(w_{t-1}; B))
 *
 * gam' = 0 is the moving average of SOX. MSVR's gam' makes up for the change of g_i since the
 * component was sampled last; gam' = 1 - gam, STORM's, knows of no sampling of components.
 *
 * A step takes the outer slope at the old u_i, from before it moves: u_i then knows nothing of B,
 * and J_i(w_t; B)^T f_i'(u_i) is unbiased given u_i. The released codes take the new one, less
 * stale where few of many components are sampled. A component that has no u_i yet (start = first)
 * takes the new one in any case.
 *
 * Source: Jiang, Li, Wang, Zhang & Yang 2022 (MSVR).
 * Memory: p doubles over all components.
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

/** Where the outer slope is taken: the choices of a parameter `u`, in this order. */
typedef enum { LF_TRACKER_OLD, LF_TRACKER_NEW } lf_tracker_u;

/** A part of a parameter struct. */
typedef struct {
    double gam, gam_prime;
    int u, start;
} lf_tracker_params;

/** Its rows in the parameter table of `type`: gam and gam', which not every method has, with their
 *  defaults, and what else is tried. */
#define LF_TRACKER_GAM(type, part, standard)                                                       \
    LF_REAL(type, part.gam, standard, 1e-12, 1, "weight of new values in u [1]")
#define LF_TRACKER_GAM_PRIME(type, part, standard)                                                 \
    LF_REAL_AUTO(type, part.gam_prime, standard, 0, 1e12,                                          \
                 "weight of the change of values in u; -1: (n-B1)/(B1(1-gam)) + 1-gam [1]")
#define LF_TRACKER_VARIANTS(type, part)                                                            \
    LF_CHOICE(type, part.u, LF_TRACKER_OLD, "old|new",                                             \
              "the outer slope is taken at u before the step's samples, or after"),                \
        LF_CHOICE(type, part.start, LF_TRACKER_BATCH, LF_TRACKER_CHOICES,                          \
                  "u starts at a batch of each component, at its first batch, or at 0")

typedef struct {
    lf_tracker_params p; /* with gam' >= 0 */
    size_t n;            /* components */
    size_t most;         /* inner values of the largest one */
    size_t *at;          /* n + 1: u_i lies from u + at[i] to u + at[i + 1] */
    bool *known;         /* n: there is a u_i */
    double *u;           /* at[n] */
} lf_tracker;

/** LF_UNSUPPORTED if an outer function of a component of role inner has a kink. */
lf_status lf_tracker_smooth(const lf_oracle *o);

/** Take memory for the components of role inner, of which a step samples B1. A gam' below 0 becomes
 * the theory's, (n - B1) / (B1 (1 - gam)) + 1 - gam: LF_BAD_ARGUMENT if that is infinite.
 *  LF_UNSUPPORTED if there are none. */
lf_status lf_tracker_init(lf_tracker *t, const lf_tracker_params *p, size_t B1, lf_oracle *o,
                          lf_arena *arena);

/** Begin at w (d): if the start wants that, draws B2 samples of each component (0: all) and asks
 *  for their values. */
lf_status lf_tracker_begin(lf_tracker *t, lf_oracle *o, size_t B2, const double *w);

/** u_i, p_i numbers. */
double *lf_tracker_at(const lf_tracker *t, size_t i);
/** p_i */
size_t lf_tracker_width(const lf_tracker *t, size_t i);

/** true: the outer slope of i is taken after u_i has moved. */
bool lf_tracker_late(const lf_tracker *t, size_t i);
/** true: u_i moves by the change of g_i, too: not if gam' = 0, nor where its first value comes. */
bool lf_tracker_corrects(const lf_tracker *t, size_t i);

/** Move u_i by g = g_i(w_t; B) and, where it corrects, g_last = g_i(w_{t-1}; B): p_i numbers each.
 *  What is in g_last is used up; NULL: no correction. */
void lf_tracker_move(lf_tracker *t, size_t i, const double *g, double *g_last);
/** The same with Jv = J_i(w_t; B) (w_t - w_{t-1}) for the change of g_i: MSVR-SP. */
void lf_tracker_move_along(lf_tracker *t, size_t i, const double *g, const double *Jv);
