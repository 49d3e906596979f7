/**
 * @file resnet_shape.c
 * @brief The table of layers, and what follows from it alone: counts and the start.
 */
#include "problems/models/resnet/resnet_shape.h"

#include <math.h>
#include <stdio.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"

/* Keeps the numbers of weights apart from those of generated data with the same seed. */
static const uint64_t shape_stream = (uint64_t)20 << 32;

static void shape_layer(size_t k, resnet_layer *layer) {
    const size_t block = k == 0 ? 0 : (k - 1) / 2, stage = block / 3;
    const size_t width = (size_t)16 << stage, side = (size_t)32 >> stage;
    const int first = k == 7 || k == 13; /* of stage 2, of stage 3 */
    layer->c_out = width;
    layer->c_in = k == 0 ? 3 : first ? width / 2 : width;
    layer->side = first ? 2 * side : side;
    layer->stride = first ? 2 : 1;
    if (k == 0)
        snprintf(layer->name, sizeof layer->name, "stem");
    else
        snprintf(layer->name, sizeof layer->name, "stage %u block %u conv %u",
                 (unsigned)(stage + 1) % 10, (unsigned)(block % 3 + 1),
                 (unsigned)((k - 1) % 2 + 1));
}

void resnet_shape_fill(size_t outputs, resnet_shape *shape) {
    size_t at = 0, channel = 0;
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        resnet_layer *layer = &shape->layer[k];
        shape_layer(k, layer);
        layer->weights = at;
        layer->channel = channel;
        at += resnet_weights(layer);
        channel += layer->c_out;
    }
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        resnet_layer *layer = &shape->layer[k];
        layer->gamma = at;
        layer->beta = at + layer->c_out;
        at += 2 * layer->c_out;
    }
    shape->head = at;
    shape->bias = at + outputs * LF_RESNET20_FEATURES;
}

size_t lf_resnet20_dim(size_t outputs) {
    resnet_shape shape;
    resnet_shape_fill(outputs, &shape);
    return shape.bias + outputs;
}

size_t lf_resnet20_macs(size_t outputs) {
    resnet_shape shape;
    resnet_shape_fill(outputs, &shape);
    size_t macs = outputs * LF_RESNET20_FEATURES;
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const size_t side = resnet_side(&shape.layer[k]);
        macs += resnet_weights(&shape.layer[k]) * side * side;
    }
    return macs;
}

void lf_resnet20_start(const lf_resnet20_params *params, size_t outputs, double *w) {
    resnet_shape shape;
    resnet_shape_fill(outputs, &shape);
    lf_vec_zero(shape.bias + outputs, w);
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const resnet_layer *layer = &shape.layer[k];
        double *weights = w + layer->weights;
        lf_normal_fill(params->init_seed, shape_stream + k, 0, resnet_weights(layer), weights);
        lf_vec_scale(resnet_weights(layer), sqrt(2 / (9 * (double)layer->c_in)), weights);
        for (size_t c = 0; c < layer->c_out; c++)
            w[layer->gamma + c] = 1;
    }
    const size_t n = outputs * LF_RESNET20_FEATURES;
    lf_normal_fill(params->init_seed, shape_stream + RESNET_CONVS, 0, n, w + shape.head);
    lf_vec_scale(n, sqrt(1.0 / LF_RESNET20_FEATURES), w + shape.head);
}
