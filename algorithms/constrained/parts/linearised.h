/**
 * @file linearised.h
 * @brief The constraints at a point with what first-order methods ask of their slopes: a weighted
 *        sum, and each one along the step taken.
 *
 *     g_j(x),   sum_j y_j zeta_j,   <zeta_j, v>,      zeta_j = D c_i(x)^T f_ik'(c_i(x))
 *
 *     rows  every zeta_j is asked for and kept; the rest is arithmetic
 *     jvp   D c_i(x)^T applied to the weighted slopes, and D c_i(x) v: one of each, however many
 *           constraints a component holds
 *
 * Cost:   on b samples of a component of k constraints, rows b values and k b gradients; jvp b
 *         values, b gradients and b slopes along v.
 * Memory: rows m d doubles, jvp 2p.
 */
#pragma once

#include "algorithms/constrained/parts/constraints.h"

/** The choices of a parameter `linearise`, in this order. */
typedef enum { LF_LINEARISE_AUTO, LF_LINEARISE_ROWS, LF_LINEARISE_JVP } lf_linearise;
#define LF_LINEARISE_CHOICES "auto|rows|jvp"
#define LF_LINEARISE_DOC                                                                           \
    "a gradient for each constraint; or one of their sum and a slope along the step; auto: jvp "   \
    "where it is cheaper and the problem offers it"

typedef struct {
    lf_constraints g;
    bool along;    /* jvp */
    double *value; /* m: g_j(x) */
    double *row;   /* m x d, rows: zeta_j */
    double *slope; /* p, jvp: f_ik'(c_i(x)), each on its slice */
    double *jv;    /* p, jvp: D c(x) v; before, the weighted slopes */
} lf_linearised;

/** auto is jvp where some component holds more than two constraints, as with two both cost the
 *  same. LF_UNSUPPORTED if there is no constraint, or for jvp on a problem that has none. */
lf_status lf_linearised_init(lf_linearised *s, lf_linearise how, lf_oracle *o, lf_arena *arena);

/** value (m) <- g_j(x) on the tickets drawn last, and their slopes or what they are made of. */
lf_status lf_linearised_ask(lf_linearised *s, lf_oracle *o, const double *x);
/** zeta (d) += sum_j y_j zeta_j, y (m), at the x (d) asked about last. */
lf_status lf_linearised_add(lf_linearised *s, lf_oracle *o, const double *x, const double *y,
                            double *zeta);
/** along (m) <- <zeta_j, v>, v (d), at the x (d) asked about last. */
lf_status lf_linearised_along(lf_linearised *s, lf_oracle *o, const double *x, const double *v,
                              double *along);
