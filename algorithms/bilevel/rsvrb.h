/**
 * @file rsvrb.h
 * @brief RSVRB for methods that stand on it: its state and its parameters but eta_t, which is
 *        theirs to choose. lf_algorithm_rsvrb.step and .iterate serve an lf_rsvrb.
 */
#pragma once

#include "algorithms/bilevel/parts/lazy.h"
#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/second_order.h"

extern const lf_algorithm lf_algorithm_rsvrb;

/** The choices of a parameter `outer`, in this order. */
typedef enum { LF_RSVRB_PRINTED, LF_RSVRB_MEAN } lf_rsvrb_outer;

/** A part of a parameter struct. */
typedef struct {
    size_t k;
    double gamma, tau, beta0, beta_fx, beta_fy, beta_gg, beta_gy, beta_d, radius, C_fx, C_fy;
    int outer;
    lf_lower_levels_params levels;
    lf_second_order_params second;
} lf_rsvrb_params;

/** Its rows in the parameter table of `type`: those of the paper, and what else is tried. */
#define LF_RSVRB_BETA(type, part, field, words)                                                    \
    LF_REAL(type, part.field, 0, 0, 1e12, words "; 0: beta0 [1]")
#define LF_RSVRB_PARAMS(type, part)                                                                \
    LF_REAL(type, part.gamma, 1, 0, 1e12, "x step: gamma eta_t [x^2/f]"),                          \
        LF_REAL(type, part.tau, 1, 0, 1e12, "y step: tau eta_t [y^2/g]"),                          \
        LF_REAL(type, part.beta0, 1, 0, 1e12,                                                      \
                "weight of the news: min(1, beta0 eta_t^2), well below k/m [1]"),                  \
        LF_RSVRB_BETA(type, part, beta_fx, "beta0 of the estimates of df/dx"),                     \
        LF_RSVRB_BETA(type, part, beta_fy, "beta0 of those of df/dy"),                             \
        LF_RSVRB_BETA(type, part, beta_gg, "beta0 of those of second derivatives"),                \
        LF_RSVRB_BETA(type, part, beta_gy, "beta0 of those of dg/dy"),                             \
        LF_RSVRB_BETA(type, part, beta_d, "beta0 of d"),                                           \
        LF_REAL(type, part.radius, 0, 0, 1e12, "of the ball of each y_i; 0: none [y]"),            \
        LF_REAL(type, part.C_fx, 0, 0, 1e12, "largest |u_i|; 0: no limit [f/x]"),                  \
        LF_REAL(type, part.C_fy, 0, 0, 1e12, "largest |v_i|; 0: no limit [f/y]"),                  \
        LF_SECOND_ORDER_BOUNDS(type, part.second),                                                 \
        LF_COUNT(type, part.k, 10, 1, 1e6, "levels a step; all, if there are fewer [levels]"),     \
        LF_LOWER_LEVELS_PARAMS(type, part.levels), LF_LOWER_LEVELS_INIT_G(type, part.levels),      \
        LF_LOWER_LEVELS_INIT_F(type, part.levels)
#define LF_RSVRB_VARIANTS(type, part)                                                              \
    LF_CHOICE(type, part.outer, LF_RSVRB_PRINTED, "printed|mean",                                  \
              "d: by a second draw of levels, or the mean of all z_i"),                            \
        LF_SECOND_ORDER_TRACKED_PARAMS(type, part.second)

typedef struct {
    lf_rsvrb_params p;
    double eta; /* eta_t; may change between steps, with a radius only after lf_rsvrb_settle() */
    lf_lower_levels at; /* x; and y_i, and y_i before, as of the level's own time */
    lf_second_order E;
    lf_lazy lazy;            /* which steps a level has missed */
    double *u;               /* m x d: estimates of df_i/dx; NULL if that is 0 */
    double *v, *w;           /* n: estimates of df_i/dy, dg_i/dy */
    double *gx_old, *gx_new; /* d: one level's df_i/dx from its batch; NULL if that is 0 */
    double *g_old, *g_new;   /* longest d_i: one level's df_i/dy or dg_i/dy from its batch */
    size_t *I, *J;           /* k: levels to visit, and to make d from */
    double *d;               /* d: estimate of the gradient */
    double *y_now;           /* n: all y_i as they are now, made when asked for */
} lf_rsvrb;

/** Take memory, begin at x0 (d) with a batch of every function and d the mean of all z_i.
 *  LF_UNSUPPORTED if y has a domain. */
lf_status lf_rsvrb_init(lf_rsvrb *s, const lf_rsvrb_params *p, double eta, lf_oracle *o,
                        const double *x0, lf_arena *arena);
/** Bring every level up to date. */
lf_status lf_rsvrb_settle(lf_rsvrb *s, lf_oracle *o);
