/**
 * @file mlp_work.h
 * @brief The state of a multilayer perceptron: its shape and room for the blocks it works on.
 */
#pragma once

#include "numeric/real.h"
#include "problems/models/mlp/mlp_shape.h"
#include "problems/models/mlp/mlp_sparse.h"

enum { LF_MLP_BLOCK = 256, LF_MLP_HELD = 2 }; /**< rows of a block; blocks that are held */

/** A block of rows and, if they are known, their activations at a point. */
typedef struct {
    size_t n;                  /**< rows; 0: none */
    bool known;                /**< a[l] are their activations at w */
    const lf_real *x;          /**< n x width[0]: the rows, in the table or copied; NULL: sparse */
    lf_real *copied;           /**< block x width[0]; untouched if sparse */
    lf_real *a[LF_MLP_LAYERS]; /**< block x width[l], l = 1 .. layers - 1: a_l */
    lf_real *w;                /**< dim */
    uint32_t row[LF_MLP_BLOCK];
} lf_mlp_held;

typedef struct {
    lf_mlp_shape shape;
    lf_mlp_activation activation;
    lf_mlp_sparse sparse; /**< the first layer's way, if it has a base */
    lf_mlp_held held[LF_MLP_HELD];
    size_t now;         /**< the block at hand */
    size_t unasked;     /**< blocks since one was asked about again */
    lf_real *change[2]; /**< block x widest each: slopes or tangents of two layers */
    lf_real *room;      /**< of a layer's product */
    lf_real *point;     /**< dim: w, where it is not of these numbers; so are */
    lf_real *slopes;    /**< dim: a direction or a gradient */
    lf_real *scores;    /**< block x outputs: scores or slopes on them */
    _Alignas(LF_REAL_LINE * sizeof(lf_real)) lf_real memory[];
} lf_mlp_work;

/** Blocks of this shape, none held, in one piece for free(); NULL: no memory. */
lf_mlp_work *lf_mlp_work_create(const lf_mlp_shape *shape, lf_mlp_activation activation);
