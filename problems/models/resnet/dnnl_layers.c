/**
 * @file dnnl_layers.c
 * @brief Batch norms, pooling, rectifiers and sums.
 */
#include "problems/models/resnet/dnnl_layers.h"

lf_status lf_image_plain(size_t n, size_t c, size_t side, dnnl_memory_desc_t *desc) {
    const dnnl_dims_t dims = {(dnnl_dim_t)n, (dnnl_dim_t)c, (dnnl_dim_t)side, (dnnl_dim_t)side};
    return lf_dnnl_check(dnnl_memory_desc_init_by_tag(desc, 4, dims, dnnl_f32, dnnl_nchw), "images",
                         "layout");
}

lf_status lf_weights_plain(size_t c_out, size_t c_in, dnnl_memory_desc_t *desc) {
    const dnnl_dims_t dims = {(dnnl_dim_t)c_out, (dnnl_dim_t)c_in, 3, 3};
    return lf_dnnl_check(dnnl_memory_desc_init_by_tag(desc, 4, dims, dnnl_f32, dnnl_oihw),
                         "weights", "layout");
}

lf_status lf_vector_plain(size_t c, dnnl_memory_desc_t *desc) {
    const dnnl_dims_t dims = {(dnnl_dim_t)c};
    return lf_dnnl_check(dnnl_memory_desc_init_by_tag(desc, 1, dims, dnnl_f32, dnnl_a), "vector",
                         "layout");
}

lf_status lf_layer_add(const lf_site *site, dnnl_primitive_desc_t made, int args,
                       const dnnl_exec_arg_t *arg) {
    const lf_status status = lf_tape_add(site->tape, site->space, site->layer, made, args, arg);
    dnnl_primitive_desc_destroy(made);
    return status;
}

/* ---- batch norm ---- */

static unsigned norm_flags(const lf_norm *norm) {
    const unsigned flags = dnnl_use_scale | dnnl_use_shift;
    return norm->relu ? flags | dnnl_fuse_norm_relu : flags;
}

lf_status lf_norm_forward(const lf_site *site, lf_norm *norm) {
    dnnl_batch_normalization_desc_t plan;
    LF_DNNL_TRY(dnnl_batch_normalization_forward_desc_init(&plan, dnnl_forward_training,
                                                           lf_dnnl_desc(norm->src), norm->eps,
                                                           norm_flags(norm)),
                site->layer, "batch norm");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&norm->forward, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, NULL),
                site->layer, "batch norm");
    dnnl_exec_arg_t arg[7] = {{DNNL_ARG_SRC, norm->src},     {DNNL_ARG_DST, norm->dst},
                              {DNNL_ARG_MEAN, norm->mean},   {DNNL_ARG_VARIANCE, norm->variance},
                              {DNNL_ARG_SCALE, norm->gamma}, {DNNL_ARG_SHIFT, norm->beta},
                              {DNNL_ARG_WORKSPACE, NULL}};
    if (norm->relu) {
        LF_TRY(lf_space_new(site->space,
                            dnnl_primitive_desc_query_md(norm->forward, dnnl_query_workspace_md, 0),
                            &norm->workspace));
        arg[6].memory = norm->workspace;
    }
    return lf_tape_add(site->tape, site->space, site->layer, norm->forward, norm->relu ? 7 : 6,
                       arg);
}

lf_status lf_norm_backward(const lf_site *site, const lf_norm *norm, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src) {
    dnnl_batch_normalization_desc_t plan;
    dnnl_primitive_desc_t made;
    LF_DNNL_TRY(dnnl_batch_normalization_backward_desc_init(
                    &plan, dnnl_backward, lf_dnnl_desc(d_src), lf_dnnl_desc(norm->src), norm->eps,
                    norm_flags(norm)),
                site->layer, "batch norm's way back");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, norm->forward),
                site->layer, "batch norm's way back");
    /* The shift is not used, but without it oneDNN refuses. */
    const dnnl_exec_arg_t arg[] = {
        {DNNL_ARG_SRC, norm->src},           {DNNL_ARG_MEAN, norm->mean},
        {DNNL_ARG_VARIANCE, norm->variance}, {DNNL_ARG_SCALE, norm->gamma},
        {DNNL_ARG_SHIFT, norm->beta},        {DNNL_ARG_DIFF_DST, d_dst},
        {DNNL_ARG_DIFF_SRC, d_src},          {DNNL_ARG_DIFF_SCALE, norm->d_gamma},
        {DNNL_ARG_DIFF_SHIFT, norm->d_beta}, {DNNL_ARG_WORKSPACE, norm->workspace}};
    return lf_layer_add(site, made, norm->relu ? 10 : 9, arg);
}

void lf_norm_release(lf_norm *norm) {
    if (norm->forward) dnnl_primitive_desc_destroy(norm->forward);
    norm->forward = NULL;
}

/* ---- pooling ---- */

static const dnnl_dims_t pool_padding = {0, 0};

/* The output, in any layout. */
static lf_status pool_any(const lf_site *site, const lf_pool *pool, dnnl_memory_desc_t *desc) {
    const dnnl_memory_desc_t *src = lf_dnnl_desc(pool->src);
    const dnnl_dim_t side =
        (src->dims[2] - (dnnl_dim_t)pool->kernel) / (dnnl_dim_t)pool->stride + 1;
    const dnnl_dims_t dims = {src->dims[0], src->dims[1], side, side};
    return lf_dnnl_check(dnnl_memory_desc_init_by_tag(desc, 4, dims, dnnl_f32, dnnl_format_tag_any),
                         site->layer, "layout");
}

lf_status lf_pool_forward(const lf_site *site, lf_pool *pool) {
    const dnnl_dims_t strides = {(dnnl_dim_t)pool->stride, (dnnl_dim_t)pool->stride};
    const dnnl_dims_t kernel = {(dnnl_dim_t)pool->kernel, (dnnl_dim_t)pool->kernel};
    dnnl_pooling_desc_t plan;
    dnnl_memory_desc_t any;
    LF_TRY(pool_any(site, pool, &any));
    LF_DNNL_TRY(dnnl_pooling_forward_desc_init(
                    &plan, dnnl_forward_training, dnnl_pooling_avg_exclude_padding,
                    lf_dnnl_desc(pool->src), &any, strides, kernel, pool_padding, pool_padding),
                site->layer, "pooling");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&pool->forward, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, NULL),
                site->layer, "pooling");
    LF_TRY(lf_space_new(site->space,
                        dnnl_primitive_desc_query_md(pool->forward, dnnl_query_dst_md, 0),
                        &pool->dst));
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_SRC, pool->src}, {DNNL_ARG_DST, pool->dst}};
    return lf_tape_add(site->tape, site->space, site->layer, pool->forward, 2, arg);
}

lf_status lf_pool_backward(const lf_site *site, const lf_pool *pool, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src) {
    const dnnl_dims_t strides = {(dnnl_dim_t)pool->stride, (dnnl_dim_t)pool->stride};
    const dnnl_dims_t kernel = {(dnnl_dim_t)pool->kernel, (dnnl_dim_t)pool->kernel};
    dnnl_pooling_desc_t plan;
    dnnl_primitive_desc_t made;
    LF_DNNL_TRY(dnnl_pooling_backward_desc_init(&plan, dnnl_pooling_avg_exclude_padding,
                                                lf_dnnl_desc(d_src), lf_dnnl_desc(d_dst), strides,
                                                kernel, pool_padding, pool_padding),
                site->layer, "pooling's way back");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, pool->forward),
                site->layer, "pooling's way back");
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_DIFF_DST, d_dst}, {DNNL_ARG_DIFF_SRC, d_src}};
    return lf_layer_add(site, made, 2, arg);
}

void lf_pool_release(lf_pool *pool) {
    if (pool->forward) dnnl_primitive_desc_destroy(pool->forward);
    pool->forward = NULL;
}
