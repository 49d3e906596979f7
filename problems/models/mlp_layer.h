/**
 * @file mlp_layer.h
 * @brief What one layer of a perceptron computes for n rows, forth and back.
 *
 * All matrices are row-major: X (n x in) comes in, Z (n x out) goes out, W (out x in) are the
 * weights, b (out) the biases, D (n x out) slopes on Z before the activation.
 */
#pragma once

#include "problems/models/mlp.h"

/** Z <- X W' + beta Z */
void lf_mlp_product(size_t n, size_t in, size_t out, const double *X, const double *W, double beta,
                    double *Z);
/** W <- W + D' X */
void lf_mlp_product_weights(size_t n, size_t in, size_t out, const double *X, const double *D,
                            double *W);
/** X <- D W */
void lf_mlp_product_back(size_t n, size_t in, size_t out, const double *D, const double *W,
                         double *X);
/** Z <- Z + 1 b' */
void lf_mlp_add_bias(size_t n, size_t out, const double *b, double *Z);
/** b <- b + D' 1 */
void lf_mlp_add_slopes(size_t n, size_t out, const double *D, double *b);
/** Z <- act(Z + 1 b') */
void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const double *b,
                     double *Z);
/** D (n) <- D act'(z), entry by entry, from a = act(z); 0 at the kink of relu. */
void lf_mlp_slope(lf_mlp_activation activation, size_t n, const double *a, double *D);
