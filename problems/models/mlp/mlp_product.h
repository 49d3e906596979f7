/**
 * @file mlp_product.h
 * @brief The products of a dense layer for n rows, forth and back, and W turned round.
 *
 * All matrices are row-major: X (n x in) comes in, Z (n x out) goes out, W (out x in) are the
 * weights, D (n x out) slopes on Z before the activation.
 */
#pragma once

#include <stddef.h>

#include "numeric/real.h"

/** Numbers that lf_mlp_product may write for a layer of this size. */
size_t lf_mlp_product_room(size_t in, size_t out);
/** Z <- X W' + beta Z; room: as many as lf_mlp_product_room says. */
void lf_mlp_product(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *W,
                    lf_real beta, lf_real *Z, lf_real *room);
/** W <- W + D' X */
void lf_mlp_product_weights(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *D,
                            lf_real *W);
/** X <- D W */
void lf_mlp_product_back(size_t n, size_t in, size_t out, const lf_real *D, const lf_real *W,
                         lf_real *X);

/** T <- W', rows of T (in of them) `wide` >= out apart. */
void lf_mlp_turn(size_t in, size_t out, const lf_real *W, size_t wide, lf_real *T);
/** W <- W + T' */
void lf_mlp_add_turned(size_t in, size_t out, const lf_real *T, size_t wide, lf_real *W);
