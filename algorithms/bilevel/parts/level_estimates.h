/**
 * @file level_estimates.h
 * @brief STORM's estimates of everything that a hypergradient is made of, level by level.
 *
 *     u_i of df_i/dx, v_i of df_i/dy, w_i of dg_i/dy, E_i = (H_i, V_i) of (Hyy, Jxy)
 *     z_i = u_i - V_i H_i^-1 v_i
 *
 * Which levels a step visits, and so kappa, is the method's affair (storm.h, second_order.h).
 * Cost:   a visit 2 b_f of each upper gradient, 2 b_g gradients, hvp and jvp of the lower level; a
 *         start init_f and init_g once.
 * Memory: 2n doubles, E, m d for u where f_i depends on x itself, and 2 (d + longest d_i).
 */
#pragma once

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/second_order.h"

/** What has a momentum weight of its own: u, v, E, w. */
enum { LF_LEVEL_FX, LF_LEVEL_FY, LF_LEVEL_GG, LF_LEVEL_GY, LF_LEVEL_KINDS };

typedef struct {
    lf_second_order E;
    double C_fx, C_fy;     /* largest |u_i|, |v_i|; 0: no limit */
    double *u;             /* m x d; empty unless f_i depends on x itself */
    double *v, *w;         /* n */
    double *g_old, *g_new; /* d + longest: of one level */
} lf_level_estimates;

/** Take memory for the levels of `at`. */
lf_status lf_level_estimates_init(lf_level_estimates *s, const lf_second_order_params *p,
                                  double C_fx, double C_fy, const lf_lower_levels *at, lf_oracle *o,
                                  lf_arena *arena);
/** All of level i from its start batches at (x, y). */
lf_status lf_level_estimates_start(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i);
/** A visit to level i, with fresh batches, from (x_old, y_old) to (x, y). */
lf_status lf_level_estimates_track(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i, const double beta[LF_LEVEL_KINDS], double kappa);
/** What passing by has made of level i: each times its own number. */
lf_status lf_level_estimates_shrink(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                    size_t i, const double keep[LF_LEVEL_KINDS]);
/** out (d) += a z_i */
lf_status lf_level_estimates_add_z(lf_level_estimates *s, const lf_lower_levels *at, lf_oracle *o,
                                   size_t i, double a, double *out);
