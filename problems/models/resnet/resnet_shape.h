/**
 * @file resnet_shape.h
 * @brief The layers of ResNet-20 and where their parameters lie.
 */
#pragma once

#include "problems/models/resnet/resnet20.h"

enum { RESNET_CONVS = 19, RESNET_BLOCKS = 9, RESNET_NAME = 24 };

/** A convolution and the batch norm that follows it. Layer 0 is the stem; block b consists of
 *  layers 2 b + 1 and 2 b + 2. */
typedef struct {
    char name[RESNET_NAME]; /**< "stage 2 block 1 conv 1" */
    size_t c_in, c_out;     /**< channels */
    size_t side, stride;    /**< of the input image; of the convolution */
    size_t weights;         /**< where they begin in w */
    size_t gamma, beta;     /**< where they begin in w */
    size_t channel;         /**< normed channels of the layers before */
} resnet_layer;

/** A network's layers, and where in w the head's W and b begin. */
typedef struct {
    resnet_layer layer[RESNET_CONVS];
    size_t head, bias;
} resnet_shape;

/** Fill in the table. */
void resnet_shape_fill(size_t outputs, resnet_shape *shape);

/** Weights of a layer's convolution. */
static inline size_t resnet_weights(const resnet_layer *layer) {
    return 9 * layer->c_in * layer->c_out;
}

/** Side of its output image. */
static inline size_t resnet_side(const resnet_layer *layer) {
    return layer->side / layer->stride;
}
