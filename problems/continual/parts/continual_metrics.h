/**
 * @file continual_metrics.h
 * @brief What learning a class without forgetting others is judged by, and the state behind it.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/common/part_list.h"
#include "problems/continual/parts/contrast.h"
#include "problems/continual/parts/prompts.h"

/** The state of the problem; zero until built. */
typedef struct {
    lf_pairs pairs;
    lf_two_towers towers;
    lf_component *component; /**< n_target + m */
    lf_outer contrast[2];    /**< temp n / n_target log(eps + u), both directions */
    lf_outer penalty[LF_PAIRS_PROTECTED];
    size_t n_negatives;        /**< pairs that each target pair is compared with */
    const uint32_t *negatives; /**< their positions; NULL: the first ones, all of them */
    double *w_old;
    size_t right_old[LF_PAIRS_CLASSES]; /**< test images told right at w_old */
    lf_part_list parts;
    uint32_t *target_row; /**< n_target */
} lf_continual;

/** h_k(w) = L_k(w) - L_k(w_old) of the k-th protected class, on all its rows. */
double lf_continual_constraint(lf_continual *s, size_t k, const double *w);

/** How many of them there are beside one for each protected class. */
#define LF_CONTINUAL_METRICS 6
/** F first, the errors of the protected classes last; ended by {0}. */
extern const lf_metric lf_continual_metrics[];
