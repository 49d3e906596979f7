/**
 * @file mlp.h
 * @brief A multilayer perceptron on rows of a table: fully connected layers with biases.
 *
 *     a_0 = a,  a_l = act(W_l a_{l-1} + b_l) for l = 1..L,  s = W_{L+1} a_L + b_{L+1}
 *
 * Parameters lie layer after layer, W_l (width_l x width_{l-1}, row after row) before b_l.
 */
#pragma once

#include <levelfield/param.h>

#include "problems/models/model.h"

/** The choices of a parameter `activation`, in this order. */
typedef enum { LF_MLP_RELU, LF_MLP_TANH } lf_mlp_activation;

/** The choices of a parameter `precision`, in this order: what a network computes with. */
typedef enum { LF_MLP_FLOAT64, LF_MLP_FLOAT32 } lf_mlp_precision;

/** The parameters; a problem's struct holds one, its table LF_MLP_TABLE. */
typedef struct {
    const char *hidden; /**< widths of the hidden layers, as in 64+64; "auto": two as wide as a row
                             has features; "none": no hidden layer, a linear model with intercept */
    int activation;     /**< an lf_mlp_activation */
    size_t init_seed;   /**< of the weights at the start */
    int precision;      /**< an lf_mlp_precision */
} lf_mlp_params;

/** The row of its precision. */
#define LF_MLP_PRECISION(type, at)                                                                 \
    LF_CHOICE_LATER(type, at.precision, LF_MLP_FLOAT64, "float64|float32",                         \
                    "mlp: numbers of its forward and backward pass; weights are double")

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_MLP_TABLE(type, at)                                                                     \
    LF_TEXT(type, at.hidden, "auto",                                                               \
            "mlp: widths of the hidden layers, as in 64+64; auto: two, as wide as a row; none"),   \
        LF_CHOICE(type, at.activation, LF_MLP_RELU, "relu|tanh",                                   \
                  "mlp: what follows a hidden layer"),                                             \
        LF_COUNT(type, at.init_seed, 0, 0, 4294967295.0, "mlp: seed of the weights at the start"), \
        LF_MLP_PRECISION(type, at)

/** For a model that is no network: LF_BAD_ARGUMENT if something is asked of it that only these do.
 */
lf_status lf_mlp_absent(const lf_mlp_params *params);

/** One output without a hidden layer is that of lf_affine_create. LF_BAD_ARGUMENT for widths that
 *  cannot be read, or such a model in float32, LF_BAD_INPUT unless the data are dense or sparse
 * rows. After a failure, release is fine. */
lf_status lf_mlp_create(const lf_data *data, const lf_mlp_params *params, size_t outputs,
                        lf_model *model);

/** w (dim) <- weights N(0, 2 / fan_in) for relu and N(0, 1 / fan_in) for tanh, biases 0; a function
 *  of the shape and init_seed alone. Fails where lf_mlp_create does, for the same widths. */
lf_status lf_mlp_start(const lf_model *model, const lf_mlp_params *params, double *w);
