/**
 * @file directions.h
 * @brief The three directions of one-loop methods that track the linear system's solution v beside
 *        x and y, and the point (x, y, v) before.
 *
 *     D_y = gg(x, y; J),   D_v = Hyy(x, y; J) v + gy(x, y; K),   D_x = gx(x, y; K) + Jxy(x, y; J) v
 *
 * v estimates -Hyy^-1 gy, where D_v is 0 and D_x the hypergradient. All three are means over
 * samples for a fixed point, so what a method makes of them (a plain step, STORM, SARAH) is an
 * unbiased estimate as well. On several levels y, v, D_y and D_v are each level's own.
 * Memory: an lf_directions d + 2n doubles.
 */
#pragma once

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/two_scale.h"

/** A part of a parameter struct. */
typedef struct {
    double tau_v, C_v;
} lf_directions_params;

/** Its rows in the parameter table of `type`. */
#define LF_DIRECTIONS_PARAMS(type, part)                                                           \
    LF_REAL(type, part.tau_v, 1, 0, 1e12, "v step: this many y steps [1]"),                        \
        LF_REAL(type, part.C_v, 0, 0, 1e12, "largest |v_i|; 0: no limit [f/g]")

/** A sum or an estimate of the three. */
typedef struct {
    double *x;     /* d */
    double *y, *v; /* n, as lf_lower_levels.y */
} lf_directions;

/** Take memory for `count` of them. */
lf_status lf_directions_take(lf_directions *D, size_t count, const lf_lower_levels *at,
                             lf_arena *arena);
/** D <- 0 */
void lf_directions_zero(const lf_lower_levels *at, lf_directions *D);
/** Level i of v (n) <- v_i - tau_v step D_v, then |v_i| <= C_v. */
void lf_directions_move_level(const lf_lower_levels *at, const lf_directions_params *p, size_t i,
                              double step, const double *D_v, double *v);
/** Every level's. */
void lf_directions_move_v(const lf_lower_levels *at, const lf_directions_params *p, double step,
                          const double *D_v, double *v);
