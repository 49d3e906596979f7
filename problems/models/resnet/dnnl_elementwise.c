/**
 * @file dnnl_elementwise.c
 * @brief Layers that go from number to number: layouts, rectifiers, sums and their slopes.
 */
#include <assert.h>
#include <string.h>

#include "problems/models/resnet/dnnl_layers.h"

static dnnl_alg_kind_t elementwise_kind(lf_dnnl_activation activation) {
    return activation == LF_DNNL_ELU ? dnnl_eltwise_elu : dnnl_eltwise_relu;
}

/* ELU has alpha = 1; ReLU's alpha is its slope below 0. */
static float elementwise_alpha(lf_dnnl_activation activation) {
    return activation == LF_DNNL_ELU ? 1 : 0;
}

/* What follows a primitive: dst is added, then the rectifier. */
static lf_status fuse_post(const lf_site *site, bool add, lf_dnnl_activation activation,
                           dnnl_primitive_attr_t attr, dnnl_post_ops_t post) {
    if (add) LF_DNNL_TRY(dnnl_post_ops_append_sum(post, 1), site->layer, "sum");
    LF_DNNL_TRY(dnnl_post_ops_append_eltwise(post, 1, elementwise_kind(activation),
                                             elementwise_alpha(activation), 0),
                site->layer, "rectifier");
    LF_DNNL_TRY(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user),
                site->layer, "scratchpad");
    return lf_dnnl_check(dnnl_primitive_attr_set_post_ops(attr, post), site->layer, "rectifier");
}

lf_status lf_layer_fuse(const lf_site *site, bool add, lf_dnnl_activation activation,
                        dnnl_primitive_attr_t *attr) {
    dnnl_post_ops_t post;
    LF_DNNL_TRY(dnnl_post_ops_create(&post), site->layer, "rectifier");
    lf_status status = lf_dnnl_check(dnnl_primitive_attr_create(attr), site->layer, "attributes");
    if (status == LF_OK) {
        status = fuse_post(site, add, activation, *attr, post);
        if (status != LF_OK) dnnl_primitive_attr_destroy(*attr);
    }
    dnnl_post_ops_destroy(post);
    return status;
}

lf_status lf_layer_reorder(const lf_site *site, dnnl_memory_t from, dnnl_memory_t to) {
    const dnnl_engine_t engine = site->space->dnnl->engine;
    dnnl_primitive_desc_t made;
    LF_DNNL_TRY(dnnl_reorder_primitive_desc_create(&made, lf_dnnl_desc(from), engine,
                                                   lf_dnnl_desc(to), engine,
                                                   site->space->dnnl->attr),
                site->layer, "change of layout");
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    return lf_layer_add(site, made, 2, arg);
}

lf_status lf_layer_activate(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t y) {
    dnnl_eltwise_desc_t plan;
    dnnl_primitive_desc_t made;
    LF_DNNL_TRY(dnnl_eltwise_forward_desc_init(&plan, dnnl_forward_inference,
                                               elementwise_kind(activation), lf_dnnl_desc(y),
                                               elementwise_alpha(activation), 0),
                site->layer, "rectifier");
    LF_DNNL_TRY(dnnl_primitive_desc_create(&made, &plan, site->space->dnnl->attr,
                                           site->space->dnnl->engine, NULL),
                site->layer, "rectifier");
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_SRC, y}, {DNNL_ARG_DST, y}};
    return lf_layer_add(site, made, 2, arg);
}

lf_status lf_layer_join(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t x,
                        dnnl_memory_t y) {
    dnnl_binary_desc_t plan;
    dnnl_primitive_desc_t made;
    dnnl_primitive_attr_t attr;
    LF_DNNL_TRY(dnnl_binary_desc_init(&plan, dnnl_binary_add, lf_dnnl_desc(y), lf_dnnl_desc(x),
                                      lf_dnnl_desc(y)),
                site->layer, "sum");
    LF_TRY(lf_layer_fuse(site, false, activation, &attr));
    const lf_status status = lf_dnnl_check(
        dnnl_primitive_desc_create(&made, &plan, attr, site->space->dnnl->engine, NULL),
        site->layer, "sum");
    dnnl_primitive_attr_destroy(attr);
    LF_TRY(status);
    const dnnl_exec_arg_t arg[] = {{DNNL_ARG_SRC_0, y}, {DNNL_ARG_SRC_1, x}, {DNNL_ARG_DST, y}};
    return lf_layer_add(site, made, 3, arg);
}

/* ---- by hand: one pass through memory, where oneDNN would need one for each operation ---- */

static void elementwise_relu_slope(const lf_tape_step *step) {
    const float *restrict y = lf_dnnl_floats(step->arg[0].memory);
    float *restrict d = lf_dnnl_floats(step->arg[1].memory);
    const size_t n = lf_dnnl_count(step->arg[0].memory);
    for (size_t i = 0; i < n; i++)
        d[i] = y[i] > 0 ? d[i] : 0;
}

static void elementwise_relu_slope_of_sum(const lf_tape_step *step) {
    const float *restrict y = lf_dnnl_floats(step->arg[0].memory);
    float *restrict d = lf_dnnl_floats(step->arg[1].memory);
    const float *restrict e = lf_dnnl_floats(step->arg[2].memory);
    const size_t n = lf_dnnl_count(step->arg[0].memory);
    for (size_t i = 0; i < n; i++) {
        const float sum = d[i] + e[i];
        d[i] = y[i] > 0 ? sum : 0;
    }
}

/* For z < 0 the slope is e^z = y + 1. */
static void elementwise_elu_slope(const lf_tape_step *step) {
    const float *restrict y = lf_dnnl_floats(step->arg[0].memory);
    float *restrict d = lf_dnnl_floats(step->arg[1].memory);
    const size_t n = lf_dnnl_count(step->arg[0].memory);
    for (size_t i = 0; i < n; i++)
        d[i] *= y[i] > 0 ? 1 : y[i] + 1;
}

static void elementwise_elu_slope_of_sum(const lf_tape_step *step) {
    const float *restrict y = lf_dnnl_floats(step->arg[0].memory);
    float *restrict d = lf_dnnl_floats(step->arg[1].memory);
    const float *restrict e = lf_dnnl_floats(step->arg[2].memory);
    const size_t n = lf_dnnl_count(step->arg[0].memory);
    for (size_t i = 0; i < n; i++)
        d[i] = (d[i] + e[i]) * (y[i] > 0 ? 1 : y[i] + 1);
}

lf_status lf_layer_slope(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t y,
                         dnnl_memory_t e, dnnl_memory_t d) {
    static void (*const hand[2][2])(const lf_tape_step *step) = {
        [LF_DNNL_RELU] = {elementwise_relu_slope, elementwise_relu_slope_of_sum},
        [LF_DNNL_ELU] = {elementwise_elu_slope, elementwise_elu_slope_of_sum}};
    assert(dnnl_memory_desc_equal(lf_dnnl_desc(y), lf_dnnl_desc(d)));
    assert(e == NULL || dnnl_memory_desc_equal(lf_dnnl_desc(y), lf_dnnl_desc(e)));
    const dnnl_exec_arg_t arg[] = {{0, y}, {0, d}, {0, e}};
    return lf_tape_hand(site->tape, site->layer, hand[activation][e != NULL], e ? 3 : 2, arg);
}

static void elementwise_zero(const lf_tape_step *step) {
    memset(lf_dnnl_floats(step->arg[0].memory), 0,
           lf_dnnl_count(step->arg[0].memory) * sizeof(float));
}

lf_status lf_layer_zero(const lf_site *site, dnnl_memory_t x) {
    return lf_tape_hand(site->tape, site->layer, elementwise_zero, 1, &(dnnl_exec_arg_t){0, x});
}

lf_status lf_layer_channels(const lf_site *site, dnnl_memory_t x, size_t c, dnnl_memory_t *part) {
    static const dnnl_dims_t none = {0};
    const dnnl_memory_desc_t *whole = lf_dnnl_desc(x);
    const dnnl_dims_t dims = {whole->dims[0], (dnnl_dim_t)c, whole->dims[2], whole->dims[3]};
    dnnl_memory_desc_t desc;
    LF_DNNL_TRY(dnnl_memory_desc_init_submemory(&desc, whole, dims, none), site->layer,
                "choice of channels");
    return lf_space_again(site->space, &desc, x, part);
}
