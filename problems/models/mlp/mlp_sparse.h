/**
 * @file mlp_sparse.h
 * @brief The first layer of a perceptron on rows that differ from one base row in few places.
 *
 *     a_i = c + e_i with sparse e_i:  W a_i = W c + W e_i,  D' A = (D' 1) c' + D' E
 */
#pragma once

#include "numeric/real.h"
#include "problems/models/linear/sparse_rows.h"

/** The table as base and differences, and workspaces for products with weights W (out x features),
 *  row-major. */
typedef struct {
    lf_sparse_rows rows; /**< base NULL: products are quicker on dense rows */
    size_t out, strip;   /**< strip: of W's rows that many at a time */
    size_t wide;         /**< strip, rounded up to full cache lines */
    lf_real *turned;     /**< features x wide: a strip of W' or of its gradient */
    lf_real *sum;        /**< out: W c or D' 1 */
    const lf_real *base; /**< features: c */
} lf_mlp_sparse;

/** Look at the table, once; it outlives s. LF_NO_MEMORY; release is fine even then. */
lf_status lf_mlp_sparse_create(const lf_data *data, size_t out, lf_mlp_sparse *s);
/** Give back what s holds; fine for one that is zero. */
void lf_mlp_sparse_release(lf_mlp_sparse *s);

/** Z (n x out) <- A W', A the n rows of the table with these numbers. */
void lf_mlp_sparse_product(const lf_mlp_sparse *s, size_t n, const uint32_t *row, const lf_real *W,
                           lf_real *Z);
/** W <- W + D' A and b <- b + D' 1, D (n x out). */
void lf_mlp_sparse_slopes(const lf_mlp_sparse *s, size_t n, const uint32_t *row, const lf_real *D,
                          lf_real *W, lf_real *b);
