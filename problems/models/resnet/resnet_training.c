/**
 * @file resnet_training.c
 * @brief The forward pass with the batch's statistics. What the way back needs is kept: inputs of
 * convolutions and of batch norms.
 */
#include "problems/models/resnet/resnet_plan.h"

lf_status resnet_layouts(const lf_dnnl *dnnl, size_t n, dnnl_memory_desc_t image[RESNET_STAGES]) {
    for (size_t s = 0; s < RESNET_STAGES; s++) {
        const size_t c = (size_t)16 << s;
        const lf_conv inside = {
            .n = n, .c_in = c, .c_out = c, .side = (size_t)32 >> s, .stride = 1};
        LF_TRY(lf_conv_layout(dnnl, &inside, &image[s]));
    }
    return LF_OK;
}

/* *memory <- c numbers of the parameters, or of their slopes. */
static lf_status training_vector(resnet_training *t, size_t c, float *at, dnnl_memory_t *memory) {
    dnnl_memory_desc_t desc;
    LF_TRY(lf_vector_plain(c, &desc));
    if (at) return lf_space_view(&t->space, &desc, at, memory);
    return lf_space_new(&t->space, &desc, memory);
}

/* Memory of a layer: its parameters, what it makes, its statistics. */
static lf_status training_memory(resnet_training *t, size_t k, float *w, float *grad) {
    const resnet_layer *layer = &t->shape->layer[k];
    lf_conv *conv = &t->conv[k];
    lf_norm *norm = &t->norm[k];
    const size_t c = layer->c_out;
    dnnl_memory_desc_t desc;
    LF_TRY(lf_weights_plain(c, layer->c_in, &desc));
    LF_TRY(lf_space_view(&t->space, &desc, w + layer->weights, &conv->weights));
    LF_TRY(lf_space_view(&t->space, &desc, grad + layer->weights, &conv->d_weights));
    LF_TRY(training_vector(t, c, w + layer->gamma, &norm->gamma));
    LF_TRY(training_vector(t, c, w + layer->beta, &norm->beta));
    LF_TRY(training_vector(t, c, grad + layer->gamma, &norm->d_gamma));
    LF_TRY(training_vector(t, c, grad + layer->beta, &norm->d_beta));
    LF_TRY(training_vector(t, c, NULL, &norm->mean));
    LF_TRY(training_vector(t, c, NULL, &norm->variance));
    LF_TRY(lf_space_new(&t->space, &t->image[resnet_stage(k)], &conv->dst));
    LF_TRY(lf_space_new(&t->space, &t->image[resnet_stage(k)], &norm->dst));
    norm->src = conv->dst;
    return LF_OK;
}

/* Convolution and batch norm; the rectifier too, unless a shortcut comes before it. */
static lf_status training_layer(resnet_training *t, size_t k, dnnl_memory_t src, bool rectified) {
    const resnet_layer *layer = &t->shape->layer[k];
    const lf_site site = {&t->space, &t->forward, layer->name};
    lf_conv *conv = &t->conv[k];
    conv->n = t->n;
    conv->c_in = layer->c_in;
    conv->c_out = layer->c_out;
    conv->side = layer->side;
    conv->stride = layer->stride;
    conv->src = src;
    t->norm[k].relu = rectified && t->activation == LF_DNNL_RELU;
    LF_TRY(lf_conv_forward(&site, conv));
    LF_TRY(lf_norm_forward(&site, &t->norm[k]));
    if (!rectified || t->norm[k].relu) return LF_OK;
    return lf_layer_activate(&site, t->activation, t->norm[k].dst);
}

/* *x <- what block b adds to its convolutions' output: its input, or where the stage begins half
 * the size of it in the first channels, and 0 in the others. */
static lf_status training_shortcut(resnet_training *t, size_t b, size_t kernel, dnnl_memory_t *x) {
    const resnet_layer *layer = &t->shape->layer[2 * b + 1];
    const lf_site site = {&t->space, &t->forward, layer->name};
    *x = t->y[b];
    if (layer->stride == 1) return LF_OK;
    const size_t s = resnet_stage(2 * b + 1);
    dnnl_memory_t first;
    t->halve[s] = (lf_pool){.kernel = kernel, .stride = 2, .src = t->y[b]};
    LF_TRY(lf_pool_forward(&site, &t->halve[s]));
    LF_TRY(lf_space_new(&t->space, &t->image[s], x));
    LF_TRY(lf_layer_zero(&site, *x));
    LF_TRY(lf_layer_channels(&site, *x, layer->c_in, &first));
    return lf_layer_reorder(&site, t->halve[s].dst, first);
}

/* y = act(BN(conv(act(BN(conv(x))))) + shortcut(x)) */
static lf_status training_block(resnet_training *t, size_t b, size_t kernel) {
    const size_t k = 2 * b + 1;
    const lf_site site = {&t->space, &t->forward, t->shape->layer[k + 1].name};
    dnnl_memory_t x;
    LF_TRY(training_layer(t, k, t->y[b], true));
    LF_TRY(training_layer(t, k + 1, t->norm[k].dst, false));
    LF_TRY(training_shortcut(t, b, kernel, &x));
    t->y[b + 1] = t->norm[k + 1].dst;
    return lf_layer_join(&site, t->activation, x, t->y[b + 1]);
}

/* Means over the 8 x 8 places, and both ends of the head. */
static lf_status training_features(resnet_training *t) {
    const lf_site site = {&t->space, &t->forward, "features"};
    dnnl_memory_desc_t desc;
    LF_TRY(lf_image_plain(t->n, LF_RESNET20_FEATURES, 1, &desc));
    LF_TRY(lf_space_new(&t->space, &desc, &t->features));
    LF_TRY(lf_space_new(&t->space, &desc, &t->d_features));
    t->mean = (lf_pool){.kernel = 8, .stride = 1, .src = t->y[RESNET_BLOCKS]};
    LF_TRY(lf_pool_forward(&site, &t->mean));
    return lf_layer_reorder(&site, t->mean.dst, t->features);
}

lf_status resnet_training_create(const lf_dnnl *dnnl, const resnet_shape *shape,
                                 const lf_resnet20_params *params, size_t n, float *w, float *grad,
                                 resnet_training *t) {
    const size_t kernel = params->shortcut == LF_RESNET20_AVGPOOL ? 2 : 1;
    dnnl_memory_desc_t desc;
    *t = (resnet_training){.n = n,
                           .shape = shape,
                           .activation =
                               params->activation == LF_RESNET20_ELU ? LF_DNNL_ELU : LF_DNNL_RELU,
                           .space = {.dnnl = dnnl}};
    LF_TRY(resnet_layouts(dnnl, n, t->image));
    LF_TRY(lf_image_plain(n, 3, 32, &desc));
    LF_TRY(lf_space_new(&t->space, &desc, &t->pixels));
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        t->norm[k].eps = (float)params->bn_eps;
        LF_TRY(training_memory(t, k, w, grad));
    }
    LF_TRY(training_layer(t, 0, t->pixels, true));
    t->y[0] = t->norm[0].dst;
    for (size_t b = 0; b < RESNET_BLOCKS; b++)
        LF_TRY(training_block(t, b, kernel));
    LF_TRY(training_features(t));
    return resnet_training_back(t);
}

void resnet_training_release(resnet_training *t) {
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        lf_conv_release(&t->conv[k]);
        lf_norm_release(&t->norm[k]);
    }
    for (size_t s = 0; s < RESNET_STAGES; s++)
        lf_pool_release(&t->halve[s]);
    lf_pool_release(&t->mean);
    lf_tape_close(&t->forward);
    lf_tape_close(&t->backward);
    lf_space_close(&t->space);
}
