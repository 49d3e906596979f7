/**
 * @file step_rule.h
 * @brief Step sizes that shrink with the iteration k, in units of epochs of q steps, and Polyak's.
 */
#pragma once

#include <stddef.h>

typedef enum {
    LF_STEP_RULE_CONSTANT, /**< alpha */
    LF_STEP_RULE_EPOCH,    /**< alpha / sqrt(floor(k/q) + 1) */
    LF_STEP_RULE_K1,       /**< alpha / sqrt((k+1)/q): the first step is sqrt(q) alpha */
    LF_STEP_RULE_KQ1       /**< alpha / sqrt(k/q + 1) */
} lf_step_rule;

/** Step size of iteration k, from 0. */
double lf_step_rule_size(lf_step_rule rule, double alpha, size_t k, size_t q);

/** Polyak's step v / |zeta|^2 down a constraint of value v with subgradient zeta (d): it would
 * reach 0 if the constraint were linear. */
double lf_step_rule_polyak(double v, size_t d, const double *zeta);
