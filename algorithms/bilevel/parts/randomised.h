/**
 * @file randomised.h
 * @brief RSVRB's step: estimates of every level, of which a step visits k by chance; the others
 *        are brought up to date when they are needed.
 *
 *     I_t, J_t: k of m levels each, independent; pi = k/m, eta_t = tau_t, beta_t = beta0 eta_t^2
 *     i in I_t:  e_i <- P[(1 - beta_t) (e_i - e(old; B)/pi) + e(new; B)/pi]   e = u, v, E, w
 *     others:    e_i <- P[(1 - beta_t) e_i]
 *     z_i = u_i - V_i H_i^-1 v_i,   at t before this and at t+1 after it
 *     d   <- (1 - beta_t) (d - mean_{J_t} z_j(t)) + mean_{J_t} z_j(t+1)
 *     x   <- x - gamma eta_t d,   every y_i <- (1 - tau_t) y_i + tau_t Pi_R[y_i - tau w_i]
 *
 * u, v, w estimate df_i/dx, df_i/dy, dg_i/dy and E second derivatives (level_estimates.h). Where
 * steps passed a level by, what they did to it is known in closed form (decay.h), except with a
 * radius: then they are gone through. outer=mean keeps the mean of all z_i instead of d, exactly as
 * long as all betas are one and no floor is reached; there is no J_t then.
 *
 * A visit corrects w_i by 1/pi times the change that the last step made, so that y swings up
 * instead of settling from about tau eta_t L_y = 2 pi on (on bilevel_quadratic at pi = 1/8, 1/4 and
 * 1/2: 2 pi settles, 3 to 4 pi does not). In the same way d wants gamma eta_t small beside pi.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 2.
 * Deviation: k levels a step, drawn without replacement, for one drawn by given probabilities.
 * Cost:      a step 2 k b_f of each upper gradient, 2 k b_g gradients, hvp and jvp of lower levels,
 *            and 2k solves; the start m init_f and m init_g once.
 * Memory:    6d and 6n doubles, n the length of all y_i, the estimates E, and m d for u where f_i
 *            depends on x itself; output=random d + n more.
 */
#pragma once

#include "algorithms/bilevel/parts/decay.h"

/** The choices of a parameter `outer`, in this order. */
typedef enum { LF_RANDOMISED_PRINTED, LF_RANDOMISED_MEAN } lf_randomised_outer;

/** A part of a parameter struct. */
typedef struct {
    size_t k;
    double gamma, tau, beta0, beta_fx, beta_fy, beta_gg, beta_gy, beta_d, radius, C_fx, C_fy;
    int outer;
    lf_lower_levels_params levels;
    lf_second_order_params second;
} lf_randomised_params;

/** Its rows in the parameter table of `type`. */
#define LF_RANDOMISED_BETA(type, part, field, words)                                               \
    LF_REAL(type, part.field, 0, 0, 1e12, words "; 0: beta0 [1]")
#define LF_RANDOMISED_PARAMS(type, part)                                                           \
    LF_COUNT(type, part.k, 10, 1, 1e6, "levels a step; all, if there are fewer"),                  \
        LF_REAL(type, part.gamma, 1, 0, 1e12, "x step: gamma eta_t [x/z]"),                        \
        LF_REAL(type, part.tau, 1, 0, 1e12, "y step: tau eta_t [y/g]"),                            \
        LF_REAL(type, part.beta0, 1, 0, 1e12,                                                      \
                "weight of the news: min(1, beta0 eta_t^2), well below k/m [1]"),                  \
        LF_RANDOMISED_BETA(type, part, beta_fx, "beta0 of the estimates of df/dx"),                \
        LF_RANDOMISED_BETA(type, part, beta_fy, "beta0 of those of df/dy"),                        \
        LF_RANDOMISED_BETA(type, part, beta_gg, "beta0 of those of second derivatives"),           \
        LF_RANDOMISED_BETA(type, part, beta_gy, "beta0 of those of dg/dy"),                        \
        LF_RANDOMISED_BETA(type, part, beta_d, "beta0 of d"),                                      \
        LF_REAL(type, part.radius, 0, 0, 1e12, "of the ball of each y_i; 0: none [y]"),            \
        LF_REAL(type, part.C_fx, 0, 0, 1e12, "largest |u_i|; 0: no limit [f/x]"),                  \
        LF_REAL(type, part.C_fy, 0, 0, 1e12, "largest |v_i|; 0: no limit [f/y]"),                  \
        LF_CHOICE(type, part.outer, LF_RANDOMISED_PRINTED, "printed|mean",                         \
                  "d: by a second draw of levels, or the mean of all z_i"),                        \
        LF_LOWER_LEVELS_PARAMS(type, part.levels), LF_LOWER_LEVELS_INIT_G(type, part.levels),      \
        LF_LOWER_LEVELS_INIT_F(type, part.levels),                                                 \
        LF_SECOND_ORDER_TRACKED_PARAMS(type, part.second)

/** eta_t = eta (t + c0)^-power, t = 1, 2, ... */
typedef struct {
    double eta, c0, power;
} lf_randomised_rate;

/** When a level's own numbers were up to date. */
typedef struct {
    size_t t; /* steps made until then */
    lf_decay_mark mark;
} lf_randomised_visit;

typedef struct {
    lf_randomised_params p;
    lf_randomised_rate rate; /* the caller's to change between steps, if there is no radius */
    size_t t;                /* steps made */
    lf_lower_levels at;      /* x; and y_i, and y_i before, as of the level's own time */
    lf_level_estimates of;
    lf_decay decay;
    lf_randomised_visit *visit; /* m */
    size_t *start;              /* m + 1: y_i is y + start[i] */
    size_t *I, *J;              /* k */
    double *d;                  /* d */
    double *y_now;              /* n: all y_i as they are now, made when asked for */
} lf_randomised;

/** Take memory, begin at x0 (d) with a batch of every function and d the mean of all z_i.
 *  LF_UNSUPPORTED if y has a domain. */
lf_status lf_randomised_init(lf_randomised *s, const lf_randomised_params *p,
                             lf_randomised_rate rate, lf_oracle *o, const double *x0,
                             lf_arena *arena);
/** One step. Where it is refused, lf_randomised_point() has not moved. */
lf_status lf_randomised_step(lf_randomised *s, lf_oracle *o);
/** Bring every level up to date. */
lf_status lf_randomised_settle(lf_randomised *s, lf_oracle *o);
/** What is judged; work in proportion to all levels. */
lf_point lf_randomised_point(const lf_randomised *s);
