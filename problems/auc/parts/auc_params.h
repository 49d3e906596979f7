/**
 * @file auc_params.h
 * @brief What the AUC problems of two and of several classes share: parameters and start of a
 * network, and measures of cost.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/models/mlp/mlp.h"

/** Rows of a parameter table for the lf_mlp_params `at` of `type`: LF_MLP_TABLE, but one hidden
 *  layer of 64; `words`: the choices of `activation`, `what`: which networks it is of. */
#define LF_AUC_MLP_TABLE(type, at, words, what)                                                    \
    LF_TEXT(type, at.hidden, "64",                                                                 \
            "mlp: widths of the hidden layers, as in 64+64; auto: two, as wide as a row; none"),   \
        LF_CHOICE(type, at.activation, LF_MLP_RELU, words, what),                                  \
        LF_COUNT(type, at.init_seed, 0, 0, 4294967295.0,                                           \
                 "networks: seed of the weights at the start"),                                    \
        LF_MLP_PRECISION(type, at)

/** work: a forward pass is about a third of a forward and a backward one. */
extern const lf_measure lf_auc_measures[];

/** w (dim) <- lf_mlp_start, but the weights of the last layer with variance 1 / fan_in after a relu
 *  layer too: no relu follows them. */
lf_status lf_auc_mlp_start(const lf_model *model, const lf_mlp_params *params, double *w);
