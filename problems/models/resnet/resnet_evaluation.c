/**
 * @file resnet_evaluation.c
 * @brief The forward pass with the running statistics: with these a batch norm is one factor and
 * one constant for each channel, which the convolution before it takes over, as it does the sum
 * with the shortcut and the rectifier. Nothing is left but convolutions.
 */
#include <math.h>

#include "problems/models/resnet/resnet_plan.h"

static lf_status evaluation_layer(resnet_evaluation *e, size_t k, dnnl_memory_t src,
                                  dnnl_memory_t dst, bool add) {
    const resnet_layer *layer = &e->shape->layer[k];
    const lf_site site = {&e->space, &e->forward, layer->name};
    const lf_site weights = {&e->space, &e->weights, layer->name};
    dnnl_memory_desc_t desc;
    dnnl_memory_t bias;
    lf_conv *conv = &e->conv[k];
    *conv = (lf_conv){.n = RESNET_EVALUATED,
                      .c_in = layer->c_in,
                      .c_out = layer->c_out,
                      .side = layer->side,
                      .stride = layer->stride,
                      .src = src,
                      .dst = dst};
    LF_TRY(lf_weights_plain(layer->c_out, layer->c_in, &desc));
    LF_TRY(lf_space_view(&e->space, &desc, e->w + layer->weights, &conv->weights));
    LF_TRY(lf_vector_plain(layer->c_out, &desc));
    LF_TRY(lf_space_view(&e->space, &desc, e->bias + layer->channel, &bias));
    return lf_conv_evaluate(&site, &weights, conv, bias, add, e->activation);
}

/* A stage's images begin as the shortcut of its first block. */
static lf_status evaluation_halve(resnet_evaluation *e, size_t k, size_t kernel) {
    const resnet_layer *layer = &e->shape->layer[k];
    const lf_site site = {&e->space, &e->forward, layer->name};
    const size_t s = resnet_stage(k);
    dnnl_memory_t first;
    e->halve[s] = (lf_pool){.kernel = kernel, .stride = 2, .src = e->y[s - 1]};
    LF_TRY(lf_pool_forward(&site, &e->halve[s]));
    LF_TRY(lf_layer_zero(&site, e->y[s]));
    LF_TRY(lf_layer_channels(&site, e->y[s], layer->c_in, &first));
    return lf_layer_reorder(&site, e->halve[s].dst, first);
}

/* The sum is made in place: where the block's input is, or where its half is. */
static lf_status evaluation_block(resnet_evaluation *e, size_t b, size_t kernel) {
    const size_t k = 2 * b + 1, s = resnet_stage(k);
    LF_TRY(evaluation_layer(e, k, e->y[resnet_stage(k - 1)], e->hidden[s], false));
    if (e->shape->layer[k].stride > 1) LF_TRY(evaluation_halve(e, k, kernel));
    return evaluation_layer(e, k + 1, e->hidden[s], e->y[s], true);
}

static lf_status evaluation_features(resnet_evaluation *e) {
    const lf_site site = {&e->space, &e->forward, "features"};
    dnnl_memory_desc_t desc;
    LF_TRY(lf_image_plain(RESNET_EVALUATED, LF_RESNET20_FEATURES, 1, &desc));
    LF_TRY(lf_space_new(&e->space, &desc, &e->features));
    e->mean = (lf_pool){.kernel = 8, .stride = 1, .src = e->y[RESNET_STAGES - 1]};
    LF_TRY(lf_pool_forward(&site, &e->mean));
    return lf_layer_reorder(&site, e->mean.dst, e->features);
}

lf_status resnet_evaluation_create(const lf_dnnl *dnnl, const resnet_shape *shape,
                                   const lf_resnet20_params *params, float *w, float *bias,
                                   resnet_evaluation *e) {
    const size_t kernel = params->shortcut == LF_RESNET20_AVGPOOL ? 2 : 1;
    dnnl_memory_desc_t desc;
    *e = (resnet_evaluation){.shape = shape,
                             .activation =
                                 params->activation == LF_RESNET20_ELU ? LF_DNNL_ELU : LF_DNNL_RELU,
                             .eps = params->bn_eps,
                             .w = w,
                             .bias = bias,
                             .space = {.dnnl = dnnl}};
    LF_TRY(resnet_layouts(dnnl, RESNET_EVALUATED, e->image));
    LF_TRY(lf_image_plain(RESNET_EVALUATED, 3, 32, &desc));
    LF_TRY(lf_space_new(&e->space, &desc, &e->pixels));
    for (size_t s = 0; s < RESNET_STAGES; s++) {
        LF_TRY(lf_space_new(&e->space, &e->image[s], &e->y[s]));
        LF_TRY(lf_space_new(&e->space, &e->image[s], &e->hidden[s]));
    }
    LF_TRY(evaluation_layer(e, 0, e->pixels, e->y[0], false));
    for (size_t b = 0; b < RESNET_BLOCKS; b++)
        LF_TRY(evaluation_block(e, b, kernel));
    return evaluation_features(e);
}

lf_status resnet_evaluation_fold(const resnet_evaluation *e, const double *w,
                                 const double *running) {
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const resnet_layer *layer = &e->shape->layer[k];
        const size_t taps = 9 * layer->c_in;
        const double *mean = running + 2 * layer->channel, *variance = mean + layer->c_out;
        for (size_t c = 0; c < layer->c_out; c++) {
            const double factor = w[layer->gamma + c] / sqrt(variance[c] + e->eps);
            const double *from = w + layer->weights + c * taps;
            float *to = e->w + layer->weights + c * taps;
            e->bias[layer->channel + c] = (float)(w[layer->beta + c] - factor * mean[c]);
            for (size_t i = 0; i < taps; i++)
                to[i] = (float)(factor * from[i]);
        }
    }
    return lf_tape_run(&e->weights, e->space.dnnl);
}

void resnet_evaluation_release(resnet_evaluation *e) {
    for (size_t k = 0; k < RESNET_CONVS; k++)
        lf_conv_release(&e->conv[k]);
    for (size_t s = 0; s < RESNET_STAGES; s++)
        lf_pool_release(&e->halve[s]);
    lf_pool_release(&e->mean);
    lf_tape_close(&e->weights);
    lf_tape_close(&e->forward);
    lf_space_close(&e->space);
}
