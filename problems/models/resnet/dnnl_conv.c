/**
 * @file dnnl_conv.c
 * @brief Convolutions. Weights come plain and are brought into the layout that each primitive
 * prefers; the way back through the data often wants another one than the way forth.
 */
#include "problems/models/resnet/dnnl_layers.h"

static const dnnl_dims_t conv_padding = {1, 1};

static void conv_strides(const lf_conv *conv, dnnl_dims_t strides) {
    strides[0] = strides[1] = (dnnl_dim_t)conv->stride;
}

/* Weights in any layout. */
static lf_status conv_any(const lf_conv *conv, dnnl_memory_desc_t *desc) {
    const dnnl_dims_t dims = {(dnnl_dim_t)conv->c_out, (dnnl_dim_t)conv->c_in, 3, 3};
    return lf_dnnl_check(dnnl_memory_desc_init_by_tag(desc, 4, dims, dnnl_f32, dnnl_format_tag_any),
                         "convolution", "layout");
}

lf_status lf_conv_layout(const lf_dnnl *dnnl, const lf_conv *conv, dnnl_memory_desc_t *desc) {
    const dnnl_dim_t n = (dnnl_dim_t)conv->n, out = (dnnl_dim_t)(conv->side / conv->stride);
    const dnnl_dims_t from = {n, (dnnl_dim_t)conv->c_in, (dnnl_dim_t)conv->side,
                              (dnnl_dim_t)conv->side};
    const dnnl_dims_t to = {n, (dnnl_dim_t)conv->c_out, out, out};
    dnnl_memory_desc_t src, weights, dst;
    dnnl_convolution_desc_t plan;
    dnnl_primitive_desc_t made;
    dnnl_dims_t strides;
    conv_strides(conv, strides);
    LF_TRY(conv_any(conv, &weights));
    LF_DNNL_TRY(dnnl_memory_desc_init_by_tag(&src, 4, from, dnnl_f32, dnnl_format_tag_any),
                "convolution", "layout");
    LF_DNNL_TRY(dnnl_memory_desc_init_by_tag(&dst, 4, to, dnnl_f32, dnnl_format_tag_any),
                "convolution", "layout");
    LF_DNNL_TRY(dnnl_convolution_forward_desc_init(&plan, dnnl_forward_training,
                                                   dnnl_convolution_direct, &src, &weights, NULL,
                                                   &dst, strides, conv_padding, conv_padding),
                "convolution", "layout");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, NULL, dnnl->engine, NULL), "convolution",
                "layout");
    *desc = *dnnl_primitive_desc_query_md(made, dnnl_query_dst_md, 0);
    return lf_dnnl_check(dnnl_primitive_desc_destroy(made), "convolution", "layout");
}

/* *weights <- the plain ones, in the layout `desc`, brought there by a step of its own. */
static lf_status conv_weights(const lf_site *site, dnnl_memory_t plain,
                              const dnnl_memory_desc_t *desc, dnnl_memory_t *weights) {
    LF_TRY(lf_space_new(site->space, desc, weights));
    return lf_layer_reorder(site, plain, *weights);
}

/* The forward primitive, its steps put on the tape. */
static lf_status conv_forth(const lf_site *site, const lf_site *before, lf_conv *conv,
                            dnnl_prop_kind_t kind, dnnl_memory_t bias, dnnl_primitive_attr_t attr) {
    dnnl_memory_desc_t any;
    dnnl_memory_t weights;
    dnnl_convolution_desc_t plan;
    dnnl_dims_t strides;
    conv_strides(conv, strides);
    LF_TRY(conv_any(conv, &any));
    LF_DNNL_TRY(dnnl_convolution_forward_desc_init(
                    &plan, kind, dnnl_convolution_direct, lf_dnnl_desc(conv->src), &any,
                    bias ? lf_dnnl_desc(bias) : NULL, lf_dnnl_desc(conv->dst), strides,
                    conv_padding, conv_padding),
                site->layer, "convolution");
    LF_DNNL_TRY(
        dnnl_primitive_desc_create(&conv->forward, &plan, attr, site->space->dnnl->engine, NULL),
        site->layer, "convolution");
    LF_TRY(conv_weights(before, conv->weights,
                        dnnl_primitive_desc_query_md(conv->forward, dnnl_query_weights_md, 0),
                        &weights));
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_SRC, conv->src},
                                   {DNNL_ARG_WEIGHTS, weights},
                                   {DNNL_ARG_DST, conv->dst},
                                   {DNNL_ARG_BIAS, bias}};
    return lf_tape_add(site->tape, site->space, site->layer, conv->forward, bias ? 4 : 3, arg);
}

lf_status lf_conv_forward(const lf_site *site, lf_conv *conv) {
    return conv_forth(site, site, conv, dnnl_forward_training, NULL, site->space->dnnl->attr);
}

static lf_status conv_back_data(const lf_site *site, const lf_conv *conv, dnnl_memory_t d_dst,
                                dnnl_memory_t d_src) {
    dnnl_memory_desc_t any;
    dnnl_memory_t weights;
    dnnl_convolution_desc_t plan;
    dnnl_primitive_desc_t made;
    dnnl_dims_t strides;
    conv_strides(conv, strides);
    LF_TRY(conv_any(conv, &any));
    LF_DNNL_TRY(dnnl_convolution_backward_data_desc_init(
                    &plan, dnnl_convolution_direct, lf_dnnl_desc(d_src), &any, lf_dnnl_desc(d_dst),
                    strides, conv_padding, conv_padding),
                site->layer, "convolution's way back to its data");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, conv->forward),
                site->layer, "convolution's way back to its data");
    lf_status status =
        conv_weights(site, conv->weights,
                     dnnl_primitive_desc_query_md(made, dnnl_query_weights_md, 0), &weights);
    const dnnl_exec_arg_t arg[] = {
        {DNNL_ARG_DIFF_DST, d_dst}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DIFF_SRC, d_src}};
    if (status == LF_OK) status = lf_tape_add(site->tape, site->space, site->layer, made, 3, arg);
    dnnl_primitive_desc_destroy(made);
    return status;
}

static lf_status conv_back_weights(const lf_site *site, const lf_conv *conv, dnnl_memory_t d_dst) {
    dnnl_memory_desc_t any;
    dnnl_memory_t d_weights;
    dnnl_convolution_desc_t plan;
    dnnl_primitive_desc_t made;
    dnnl_dims_t strides;
    conv_strides(conv, strides);
    LF_TRY(conv_any(conv, &any));
    LF_DNNL_TRY(dnnl_convolution_backward_weights_desc_init(
                    &plan, dnnl_convolution_direct, lf_dnnl_desc(conv->src), &any, NULL,
                    lf_dnnl_desc(d_dst), strides, conv_padding, conv_padding),
                site->layer, "convolution's way back to its weights");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, conv->forward),
                site->layer, "convolution's way back to its weights");
    lf_status status = lf_space_new(
        site->space, dnnl_primitive_desc_query_md(made, dnnl_query_diff_weights_md, 0), &d_weights);
    const dnnl_exec_arg_t arg[] = {
        {DNNL_ARG_SRC, conv->src}, {DNNL_ARG_DIFF_DST, d_dst}, {DNNL_ARG_DIFF_WEIGHTS, d_weights}};
    if (status == LF_OK) status = lf_tape_add(site->tape, site->space, site->layer, made, 3, arg);
    dnnl_primitive_desc_destroy(made);
    LF_TRY(status);
    return lf_layer_reorder(site, d_weights, conv->d_weights);
}

lf_status lf_conv_backward(const lf_site *site, const lf_conv *conv, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src) {
    LF_TRY(conv_back_weights(site, conv, d_dst));
    return d_src ? conv_back_data(site, conv, d_dst, d_src) : LF_OK;
}

lf_status lf_conv_evaluate(const lf_site *site, const lf_site *weights, lf_conv *conv,
                           dnnl_memory_t bias, bool add, lf_dnnl_activation activation) {
    dnnl_primitive_attr_t attr;
    LF_TRY(lf_layer_fuse(site, add, activation, &attr));
    const lf_status status = conv_forth(site, weights, conv, dnnl_forward_inference, bias, attr);
    dnnl_primitive_attr_destroy(attr);
    return status;
}

void lf_conv_release(lf_conv *conv) {
    if (conv->forward) dnnl_primitive_desc_destroy(conv->forward);
    conv->forward = NULL;
}
