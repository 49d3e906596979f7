/**
 * @file proximal.h
 * @brief The outer loop of inexact proximal point methods.
 *
 *     F_k(z) = f(z) + r_f |z - x_k|^2,   G_k(z) = g(z) + r_g |z - x_k|^2
 *     x_{k+1} = the answer of T inner steps on min F_k s.t. G_k <= 0, started at z_0 = x_k
 *
 * A step of such a method is one inner step; x_k is what is judged.
 */
#pragma once

#include "algorithms/common/average.h"

typedef struct {
    size_t d;
    size_t t, T;     /* inner step t = 0 .. T-1 */
    double r_f, r_g; /* weights of the proximal terms */
    double *x;       /* d: x_k */
    double *z;       /* d: z_t */
    lf_average mean; /* of the z that count as an answer */
} lf_proximal;

/** A negative r_f or r_g stands for the problem's rho_f or rho_g; LF_BAD_ARGUMENT if it knows none.
 */
lf_status lf_proximal_init(lf_proximal *p, double r_f, double r_g, size_t T, lf_oracle *o,
                           const double *x0, lf_arena *arena);

/** |z_t - x_k|^2 */
double lf_proximal_square(const lf_proximal *p);
/** zeta (d) += 2 r (z_t - x_k), the gradient of r |z - x_k|^2. */
void lf_proximal_pull(const lf_proximal *p, double r, double *zeta);

/** One inner step is over. After the last one, x_{k+1} is the mean, or z if that has no point, and
 *  the inner method starts again there with t = 0. */
void lf_proximal_next(lf_proximal *p);
