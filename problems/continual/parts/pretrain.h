/**
 * @file pretrain.h
 * @brief Two towers trained as a classifier that has hardly seen the target class: w_old.
 *
 * Adam on the mean loss of the prompts (prompts.h), batches of 256 in an order that visits every
 * row once an epoch, with all but a share of the target's images left out. It ends when three
 * epochs in a row have not told more of the protected classes' images right; the best w is kept.
 */
#pragma once

#include "problems/continual/parts/prompts.h"

typedef struct {
    size_t seed;  /**< of the weights at the start */
    double share; /**< of the target's images that are seen */
} lf_pretrain_params;

/** w (t->dim) <- w_old: a function of the data and the parameters alone. */
lf_status lf_pretrain(lf_two_towers *t, const lf_pairs *pairs, const lf_pretrain_params *params,
                      double *w);
