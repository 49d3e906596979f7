/**
 * @file outer.h
 * @brief Closed-form functions R^p -> R: the outer map of a component, or a regulariser of w.
 *
 * An outer function is data; it owns nothing and may be copied. Methods reach the ones of their
 * problem through lf_oracle_outer_*() (oracle.h), which counts the calls; they may also make their
 * own, as 3S-Econ does with the hinge and its Moreau envelope.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/public.h>
#include <levelfield/status.h>

LF_PUBLIC_BEGIN

/** Which function phi(z). */
typedef enum {
    LF_OUTER_SUM,     /**< z_1 + ... + z_p (the identity for p = 1) */
    LF_OUTER_ABS,     /**< |z|, p = 1 */
    LF_OUTER_MAX_ABS, /**< max_j |z_j|; the smallest maximising j gives the subgradient */
    LF_OUTER_HINGE,   /**< [z - level]_+, p = 1; the subgradient at the level is 0 */
    LF_OUTER_SCAD, /**< sum_j scad(z_j), non-convex: 2|z| up to 1, -z^2 + 4|z| - 1 up to 2, then 3
                    */
    LF_OUTER_GAP,  /**< |z_1 - z_2|, p = 2 */
    LF_OUTER_LOG,  /**< log(level + z), p = 1, concave; NAN where its argument is negative */
    LF_OUTER_RATIO /**< -z_1 / z_2, p = 2, z_2 > 0; not convex */
} lf_outer_kind;

/**
 * Which function P(h) is put on top of h = scale * phi(z) - shift; the slope at h = 0 is 0.
 *
 * The smoothing lambda counts in units of h: the slope reaches rho at h = lambda * rho. On a gap
 * |z_1 - z_2| - kappa, the envelope of the whole function of (z_1, z_2) with parameter lam is the
 * smoothed hinge of lambda = 2 lam, as moving the gap by e moves z by e / sqrt(2). A third way to
 * state it, by the violation X at which the slope reaches rho, is lambda = X / rho.
 */
typedef enum {
    LF_PENALTY_NONE,           /**< h */
    LF_PENALTY_HINGE,          /**< rho [h]_+ */
    LF_PENALTY_SQUARED_HINGE,  /**< rho [h]_+^2 */
    LF_PENALTY_SMOOTHED_HINGE, /**< the Moreau envelope of rho [.]_+ with parameter lambda at h:
                                    h^2 / (2 lambda) up to lambda * rho, then a line */
} lf_penalty;

/** The function f(z) = P(scale * phi(z) - shift). */
typedef struct {
    lf_outer_kind kind;
    size_t p;           /**< number of arguments */
    double scale;       /**< >= 0 */
    double shift;       /**< subtracted, for constraints of the form phi(z) <= shift */
    double level;       /**< HINGE: where it begins to grow; LOG: added to z */
    lf_penalty penalty; /**< P */
    double rho;         /**< >= 0: weight of the penalty */
    double lambda;      /**< > 0: smoothing of SMOOTHED_HINGE [h / rho] */
} lf_outer;

/** f(z) */
double lf_outer_value(const lf_outer *f, const double *z);

/** true if f is linear up to a constant: its subgradient is the same at every z. */
bool lf_outer_linear(const lf_outer *f);

/** true if f is differentiable everywhere it is finite: its subgradients are gradients. */
bool lf_outer_smooth(const lf_outer *f);

/** y (p) <- a subgradient of f at z (p); sign(0) = 0, the first maximiser wins ties. */
void lf_outer_subgradient(const lf_outer *f, const double *z, double *y);

/** u (p) <- argmin_u f(u) + |u - z|^2 / (2 lambda), lambda > 0. For SCAD, lambda * scale < 1/2
 * makes the problem strongly convex; LF_BAD_ARGUMENT otherwise. LF_UNSUPPORTED where there is no
 * closed form: LOG, RATIO, and MAX_ABS or SCAD under a penalty. `u` may be `z`. */
LF_CHECKED lf_status lf_outer_prox(const lf_outer *f, double lambda, const double *z, double *u);

/** *value <- the Moreau envelope min_u f(u) + |u - z|^2 / (2 lambda), and y (p) <- its gradient
 *  (z - prox) / lambda. Fails as the prox does. `y` may not be `z`. */
LF_CHECKED lf_status lf_outer_envelope(const lf_outer *f, double lambda, const double *z,
                                       double *value, double *y);

LF_PUBLIC_END
