/**
 * @file dnnl_layers.h
 * @brief Layers of a convolutional network, each a few steps on a tape, forward and back.
 *
 * Images are memory objects (n x c x side x side) in any layout without padding. A layer that is
 * put on a tape forward keeps what its way back needs, which is given back by its release function.
 * Failures name the layer; after one, release is fine, as it is for a layer that is zero.
 */
#pragma once

#include <stdbool.h>

#include "problems/models/resnet/dnnl_tape.h"

/** Where a layer goes. */
typedef struct {
    lf_tape_room *space;
    lf_tape *tape;
    const char *layer; /**< its name; outlives the tape */
} lf_site;

/** *desc <- n x c x side x side numbers, plainly one after the other. */
lf_status lf_image_plain(size_t n, size_t c, size_t side, dnnl_memory_desc_t *desc);
/** *desc <- weights c_out x c_in x 3 x 3, plainly. */
lf_status lf_weights_plain(size_t c_out, size_t c_in, dnnl_memory_desc_t *desc);
/** *desc <- c numbers. */
lf_status lf_vector_plain(size_t c, dnnl_memory_desc_t *desc);

/** Rectifiers: y = max(0, z), or z < 0 ? e^z - 1 : z. */
typedef enum { LF_DNNL_RELU, LF_DNNL_ELU } lf_dnnl_activation;

/* ---- convolution 3 x 3, padding 1, no bias unless it is for evaluation ---- */

typedef struct {
    size_t n, c_in, c_out, side, stride; /**< side of the input */
    dnnl_memory_t src, dst;
    dnnl_memory_t weights;   /**< plain, c_out x c_in x 3 x 3 */
    dnnl_memory_t d_weights; /**< plain; only for the way back */
    dnnl_primitive_desc_t forward;
} lf_conv;

/** *desc <- the layout that a convolution of this shape prefers for its output. */
lf_status lf_conv_layout(const lf_dnnl *dnnl, const lf_conv *conv, dnnl_memory_desc_t *desc);
/** dst <- weights * src */
lf_status lf_conv_forward(const lf_site *site, lf_conv *conv);
/** d_weights <- ..., and d_src <- ... unless it is NULL, from d_dst. */
lf_status lf_conv_backward(const lf_site *site, const lf_conv *conv, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src);
/** dst <- act(weights * src + bias), or act(dst + weights * src + bias). No way back. Bringing the
 *  weights into their layout goes to a site of its own, as it needs doing once for many images. */
lf_status lf_conv_evaluate(const lf_site *site, const lf_site *weights, lf_conv *conv,
                           dnnl_memory_t bias, bool add, lf_dnnl_activation activation);
void lf_conv_release(lf_conv *conv);

/* ---- batch norm: gamma (x - mean) / sqrt(variance + eps) + beta over n and both sides ---- */

typedef struct {
    float eps;
    bool relu; /**< and the rectifier after it */
    dnnl_memory_t src, dst;
    dnnl_memory_t mean, variance; /**< of the batch, biased: the forward pass writes them */
    dnnl_memory_t gamma, beta;
    dnnl_memory_t d_gamma, d_beta;
    dnnl_memory_t workspace; /**< the layer's own: where the rectifier was at 0 */
    dnnl_primitive_desc_t forward;
} lf_norm;

lf_status lf_norm_forward(const lf_site *site, lf_norm *norm);
/** d_src <- from d_dst, which it may be; d_gamma, d_beta <- theirs. */
lf_status lf_norm_backward(const lf_site *site, const lf_norm *norm, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src);
void lf_norm_release(lf_norm *norm);

/* ---- means over kernel x kernel squares, `stride` apart ---- */

typedef struct {
    size_t kernel, stride;
    dnnl_memory_t src;
    dnnl_memory_t dst; /**< made by the layer, in the layout that it prefers */
    dnnl_primitive_desc_t forward;
} lf_pool;

lf_status lf_pool_forward(const lf_site *site, lf_pool *pool);
/** d_src <- from d_dst. */
lf_status lf_pool_backward(const lf_site *site, const lf_pool *pool, dnnl_memory_t d_dst,
                           dnnl_memory_t d_src);
void lf_pool_release(lf_pool *pool);

/* ---- what has no shape of its own ---- */

/** Put a primitive on the tape and give its description back. */
lf_status lf_layer_add(const lf_site *site, dnnl_primitive_desc_t made, int args,
                       const dnnl_exec_arg_t *arg);

/** to <- from, whatever the layouts. */
lf_status lf_layer_reorder(const lf_site *site, dnnl_memory_t from, dnnl_memory_t to);
/** y (in place) <- act(y) */
lf_status lf_layer_activate(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t y);
/** y (in place) <- act(y + x), in one layout */
lf_status lf_layer_join(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t x,
                        dnnl_memory_t y);
/** d (in place) <- act'(z) (d + e), where y = act(z); e may be NULL. All in one layout. */
lf_status lf_layer_slope(const lf_site *site, lf_dnnl_activation activation, dnnl_memory_t y,
                         dnnl_memory_t e, dnnl_memory_t d);
/** *attr <- what follows a primitive: adding what dst held, if `add`, then the rectifier. The
 *  caller destroys it. */
lf_status lf_layer_fuse(const lf_site *site, bool add, lf_dnnl_activation activation,
                        dnnl_primitive_attr_t *attr);
/** x <- 0 */
lf_status lf_layer_zero(const lf_site *site, dnnl_memory_t x);
/** *part <- the first c channels of x as a memory object of their own. */
lf_status lf_layer_channels(const lf_site *site, dnnl_memory_t x, size_t c, dnnl_memory_t *part);
