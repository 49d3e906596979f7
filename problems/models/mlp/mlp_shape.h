/**
 * @file mlp_shape.h
 * @brief Widths of a multilayer perceptron, where its parameters lie, and how they start.
 */
#pragma once

#include "problems/models/mlp/mlp.h"

/** Most layers with weights: hidden ones and the last. */
#define LF_MLP_LAYERS 17

/** Layer l = 1 .. layers has weights W_l (width[l] x width[l - 1]) and biases b_l (width[l]). */
typedef struct {
    size_t layers;
    size_t width[LF_MLP_LAYERS + 1]; /**< width[0] features, width[layers] outputs */
    size_t start[LF_MLP_LAYERS + 1]; /**< in w: W_l from start[l], b_l after it */
    size_t dim, widest;              /**< parameters; the widest of the layers 1 .. layers */
} lf_mlp_shape;

/** The shape that `hidden` (mlp.h) names. LF_BAD_ARGUMENT if it cannot be read, or is too large. */
lf_status lf_mlp_shape_read(const char *hidden, size_t features, size_t outputs,
                            lf_mlp_shape *shape);

/** The network of this shape and its class, in doubles or in floats (numeric/real.h); scores,
 * slopes and points are doubles either way. After LF_NO_MEMORY release is fine. */
lf_status lf_mlp_open(const lf_data *data, const lf_mlp_shape *shape, lf_mlp_activation activation,
                      lf_model *model);
lf_status lf_mlp_open_single(const lf_data *data, const lf_mlp_shape *shape,
                             lf_mlp_activation activation, lf_model *model);

/** w (dim) <- weights N(0, gain / fan_in), biases 0. */
void lf_mlp_shape_start(const lf_mlp_shape *shape, double gain, size_t seed, double *w);
