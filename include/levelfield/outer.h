/**
 * @file outer.h
 * @brief Closed-form functions R^p -> R: the outer map of a component, or a regulariser of w.
 *
 * An outer function is data; it owns nothing and may be copied. Methods reach the ones of their
 * problem through lf_oracle_outer_*() (oracle.h), which counts the calls; they may also make their
 * own, as 3S-Econ does with the hinge and its Moreau envelope.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** Which function phi(z); the value of an lf_outer is scale * phi(z) - shift. */
typedef enum {
    LF_OUTER_SUM,     /**< z_1 + ... + z_p (the identity for p = 1) */
    LF_OUTER_ABS,     /**< |z|, p = 1 */
    LF_OUTER_MAX_ABS, /**< max_j |z_j|; the smallest maximising j gives the subgradient */
    LF_OUTER_HINGE,   /**< [z]_+, p = 1; the subgradient at 0 is 0 */
    LF_OUTER_SCAD /**< sum_j scad(z_j), non-convex: 2|z| up to 1, -z^2 + 4|z| - 1 up to 2, then 3 */
} lf_outer_kind;

typedef struct {
    lf_outer_kind kind;
    size_t p;     /**< number of arguments */
    double scale; /**< >= 0 */
    double shift; /**< subtracted from the value, for constraints of the form phi(z) <= shift */
} lf_outer;

/** scale * phi(z) - shift */
double lf_outer_value(const lf_outer *f, const double *z);

/** y (p) <- a subgradient of f at z (p); sign(0) = 0, the first maximiser wins ties. */
void lf_outer_subgradient(const lf_outer *f, const double *z, double *y);

/** u (p) <- argmin_u f(u) + |u - z|^2 / (2 lambda), lambda > 0. For SCAD, lambda * scale < 1/2
 * makes the problem strongly convex; LF_BAD_ARGUMENT otherwise. `u` may be `z`. */
lf_status lf_outer_prox(const lf_outer *f, double lambda, const double *z, double *u);

/** *value <- the Moreau envelope min_u f(u) + |u - z|^2 / (2 lambda), and y (p) <- its gradient
 *  (z - prox) / lambda. `y` may not be `z`. */
lf_status lf_outer_envelope(const lf_outer *f, double lambda, const double *z, double *value,
                            double *y);
