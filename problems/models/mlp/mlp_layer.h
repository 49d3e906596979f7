/**
 * @file mlp_layer.h
 * @brief What one layer of a perceptron computes for n rows beside its products, forth and back.
 *
 * Matrices are row-major: Z (n x out) goes out, b (out) are the biases, D (n x out) slopes on Z
 * before the activation.
 */
#pragma once

#include "numeric/real.h"
#include "problems/models/mlp/mlp.h"

/** Z <- Z + 1 b' */
void lf_mlp_add_bias(size_t n, size_t out, const lf_real *b, lf_real *Z);
/** b <- b + D' 1 */
void lf_mlp_add_slopes(size_t n, size_t out, const lf_real *D, lf_real *b);
/** Z <- act(Z + 1 b') */
void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const lf_real *b,
                     lf_real *Z);
/** D (n) <- D act'(z), entry by entry, from a = act(z); 0 at the kink of relu. */
void lf_mlp_slope(lf_mlp_activation activation, size_t n, const lf_real *a, lf_real *D);
