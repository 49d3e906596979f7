/**
 * @file resnet_backward.c
 * @brief The way back. Three images of the batch are enough for all slopes: one stays with the
 * block while its convolutions use the other two.
 */
#include "problems/models/resnet/resnet_plan.h"

/* Slopes, in the layout of each stage; all of a kind are in one place. */
typedef struct {
    dnnl_memory_t stay[RESNET_STAGES]; /* at what the block put out, before its rectifier */
    dnnl_memory_t outer[RESNET_STAGES];
    dnnl_memory_t inner[RESNET_STAGES];
} backward_slopes;

static lf_status backward_area(resnet_training *t, dnnl_memory_t memory[RESNET_STAGES]) {
    size_t area;
    LF_TRY(lf_space_area(&t->space, &area));
    for (size_t s = 0; s < RESNET_STAGES; s++)
        LF_TRY(lf_space_memory(&t->space, &t->image[s], area, &memory[s]));
    return LF_OK;
}

/* From the features to the last block's output, before its rectifier. */
static lf_status backward_features(resnet_training *t, const backward_slopes *d) {
    const lf_site site = {&t->space, &t->backward, "features"};
    const size_t last = RESNET_STAGES - 1;
    dnnl_memory_t d_mean;
    LF_TRY(lf_space_new(&t->space, lf_dnnl_desc(t->mean.dst), &d_mean));
    LF_TRY(lf_layer_reorder(&site, t->d_features, d_mean));
    LF_TRY(lf_pool_backward(&site, &t->mean, d_mean, d->stay[last]));
    return lf_layer_slope(&site, t->activation, t->y[RESNET_BLOCKS], NULL, d->stay[last]);
}

/* The two convolutions of block b: from d.stay of its stage to d.outer of the stage before it. */
static lf_status backward_convs(resnet_training *t, size_t b, const backward_slopes *d) {
    const size_t k = 2 * b + 1, s = resnet_stage(k), before = resnet_stage(k - 1);
    const lf_site first = {&t->space, &t->backward, t->shape->layer[k].name};
    const lf_site second = {&t->space, &t->backward, t->shape->layer[k + 1].name};
    LF_TRY(lf_norm_backward(&second, &t->norm[k + 1], d->stay[s], d->outer[s]));
    LF_TRY(lf_conv_backward(&second, &t->conv[k + 1], d->outer[s], d->inner[s]));
    if (!t->norm[k].relu)
        LF_TRY(lf_layer_slope(&first, t->activation, t->norm[k].dst, NULL, d->inner[s]));
    LF_TRY(lf_norm_backward(&first, &t->norm[k], d->inner[s], d->inner[s]));
    return lf_conv_backward(&first, &t->conv[k], d->inner[s], d->outer[before]);
}

/* The shortcut's share, added to the convolutions', and through the rectifier before the block.
 * Where the batch norm before it has a rectifier of its own, the stem's, this does no harm: what is
 * 0 already stays so. */
static lf_status backward_shortcut(resnet_training *t, size_t b, const backward_slopes *d) {
    const resnet_layer *layer = &t->shape->layer[2 * b + 1];
    const lf_site site = {&t->space, &t->backward, layer->name};
    const size_t s = resnet_stage(2 * b + 1), before = resnet_stage(2 * b);
    if (layer->stride > 1) {
        dnnl_memory_t first, half;
        LF_TRY(lf_layer_channels(&site, d->stay[s], layer->c_in, &first));
        LF_TRY(lf_space_new(&t->space, lf_dnnl_desc(t->halve[s].dst), &half));
        LF_TRY(lf_layer_reorder(&site, first, half));
        LF_TRY(lf_pool_backward(&site, &t->halve[s], half, d->stay[before]));
    }
    return lf_layer_slope(&site, t->activation, t->y[b], d->outer[before], d->stay[before]);
}

lf_status resnet_training_back(resnet_training *t) {
    const lf_site stem = {&t->space, &t->backward, t->shape->layer[0].name};
    backward_slopes d;
    LF_TRY(backward_area(t, d.stay));
    LF_TRY(backward_area(t, d.outer));
    LF_TRY(backward_area(t, d.inner));
    LF_TRY(backward_features(t, &d));
    for (size_t b = RESNET_BLOCKS; b-- > 0;) {
        LF_TRY(backward_convs(t, b, &d));
        LF_TRY(backward_shortcut(t, b, &d));
    }
    LF_TRY(lf_norm_backward(&stem, &t->norm[0], d.stay[0], d.stay[0]));
    return lf_conv_backward(&stem, &t->conv[0], d.stay[0], NULL);
}
