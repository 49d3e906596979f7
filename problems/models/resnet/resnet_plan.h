/**
 * @file resnet_plan.h
 * @brief ResNet-20 as tapes: one for training, for each batch size, and one for evaluating.
 */
#pragma once

#include "problems/models/resnet/dnnl_layers.h"
#include "problems/models/resnet/resnet_shape.h"

/** Images that are evaluated at once: their activations fit into a core's own cache. */
enum { RESNET_EVALUATED = 16, RESNET_STAGES = 3 };

/** A network that trains on n images at a time. */
typedef struct {
    size_t n;
    const resnet_shape *shape;
    lf_dnnl_activation activation;
    lf_tape_room space;
    lf_tape forward, backward;
    lf_conv conv[RESNET_CONVS];
    lf_norm norm[RESNET_CONVS];
    lf_pool halve[RESNET_STAGES];            /**< in the shortcut to a stage; none to the first */
    lf_pool mean;                            /**< over the last images */
    dnnl_memory_desc_t image[RESNET_STAGES]; /**< the layout of a stage's images */
    dnnl_memory_t y[RESNET_BLOCKS + 1];      /**< what goes into each block; last, what comes out */
    dnnl_memory_t pixels, features, d_features; /**< plain: n images in; n x 64 out, and back */
} resnet_training;

/** w and grad (shape->head floats) are where the parameters are read and their slopes written. The
 *  space has yet to be bound. After a failure, release is fine. */
lf_status resnet_training_create(const lf_dnnl *dnnl, const resnet_shape *shape,
                                 const lf_resnet20_params *params, size_t n, float *w, float *grad,
                                 resnet_training *training);
/** The way back of one that was created: what resnet_training_create() does last. */
lf_status resnet_training_back(resnet_training *training);
void resnet_training_release(resnet_training *training);

/** A network that evaluates RESNET_EVALUATED images at a time. Batch norms are folded into the
 *  convolutions: w' = w gamma / sqrt(variance + eps), bias = beta - mean gamma / sqrt(...). */
typedef struct {
    const resnet_shape *shape;
    lf_dnnl_activation activation;
    double eps;
    float *w, *bias; /**< convolutions; LF_RESNET20_NORMED */
    lf_tape_room space;
    lf_tape weights, forward; /**< bring weights into their layouts; the rest */
    lf_conv conv[RESNET_CONVS];
    lf_pool halve[RESNET_STAGES], mean;
    dnnl_memory_desc_t image[RESNET_STAGES];
    dnnl_memory_t y[RESNET_STAGES], hidden[RESNET_STAGES]; /**< images between blocks; in one */
    dnnl_memory_t pixels, features;
} resnet_evaluation;

/** The folded parameters go to w and bias (floats). Otherwise as resnet_training_create(). */
lf_status resnet_evaluation_create(const lf_dnnl *dnnl, const resnet_shape *shape,
                                   const lf_resnet20_params *params, float *w, float *bias,
                                   resnet_evaluation *evaluation);
/** Take over parameters and running statistics. */
lf_status resnet_evaluation_fold(const resnet_evaluation *evaluation, const double *w,
                                 const double *running);
void resnet_evaluation_release(resnet_evaluation *evaluation);

/** image[] <- the layouts in which a network of n images keeps those of each stage. */
lf_status resnet_layouts(const lf_dnnl *dnnl, size_t n, dnnl_memory_desc_t image[RESNET_STAGES]);

/** Stage of a layer or of its output, from 0. */
static inline size_t resnet_stage(size_t k) {
    return k == 0 ? 0 : (k - 1) / 6;
}
