/**
 * @file tower.h
 * @brief A tower: rows to unit vectors, through a linear map or with one tanh layer before it.
 *
 *     z = A x,  or  z = A tanh(W x + b);      E(x) = z / |z|
 *
 * Parameters lie one after the other: W (width x in), b (width), A (out x width); or A (out x in)
 * alone. Where z = 0 the embedding is 0 and has no slope.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

typedef struct {
    size_t in, width, out; /**< width 0: linear */
    size_t dim;            /**< parameters */
} lf_tower;

/** What a way forth leaves for the way back; zero until created. */
typedef struct {
    double *h;  /**< rows x width: tanh layer */
    double *e;  /**< rows x out: embeddings */
    double *r;  /**< rows: |z| */
    double *dh; /**< rows x width: slopes on the layer */
} lf_tower_pass;

lf_tower lf_tower_shape(size_t in, size_t width, size_t out);
/** w (dim) <- normal numbers of variance 1 / fan-in, b = 0; a function of the shape, the seed and
 *  `which` tower it is. */
void lf_tower_start(const lf_tower *tower, uint64_t seed, uint64_t which, double *w);

/** Room for so many rows. After a failure, free is fine. */
lf_status lf_tower_pass_create(const lf_tower *tower, size_t rows, lf_tower_pass *pass);
void lf_tower_pass_free(lf_tower_pass *pass);

/** pass->e <- E(x_i) of n rows x (n x in). */
void lf_tower_embed(const lf_tower *tower, size_t n, const double *x, const double *w,
                    lf_tower_pass *pass);
/** grad (dim) += sum_i DE(x_i)^T de_i, right after the embedding of the same rows at the same w; de
 *  (n x out) is spent. */
void lf_tower_back(const lf_tower *tower, size_t n, const double *x, const double *w, double *de,
                   lf_tower_pass *pass, double *grad);
