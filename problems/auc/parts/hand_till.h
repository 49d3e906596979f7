/**
 * @file hand_till.h
 * @brief The square surrogate of Hand and Till's AUC of c classes as a saddle function.
 *
 *     1/(c (c-1)) sum_{i != j} F_ij,   F_ij = F of square_auc.h with the score h_i of a softmax,
 *     class i positive, class j negative, p_j for 1 - p, p_i for p, p_i p_j for p (1 - p)
 *
 * Variables: v = (w, a, b) and alpha, with a_ij, b_ij, alpha_ij for each ordered pair i != j. Given
 * w the optimum is a_ij = E[h_i | i], b_ij = E[h_i | j], alpha_ij = b_ij - a_ij.
 *
 * Source: Liu, Yuan, Ying & Yang, ICLR 2020, appendix; Hand & Till, Machine Learning 45, 2001.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/models/model.h"

/** Fields before `h` are the caller's. Zero the others; after lf_hand_till_create they are set. */
typedef struct {
    const lf_model *model; /**< a score for each class */
    const double *label;   /**< 0 .. c - 1 for every row of the model's table */
    size_t samples;
    const uint32_t *row; /**< samples: rows of the table */
    double *h;           /**< a block's scores, then their softmax, then slopes by scores */
    double *slope;       /**< c: of one sample, by its h */
    double *p;           /**< c: shares of the classes among the samples */
    double *memory;      /**< of the samples since the last response: sums of h by class, counts */
    size_t memory_count; /**< c (c + 1) */
} lf_hand_till;

/** c (c - 1), the pairs. */
size_t lf_hand_till_pairs(size_t classes);
/** Where a_ij, b_ij and alpha_ij are among their kind; i != j. */
size_t lf_hand_till_pair(size_t classes, size_t i, size_t j);

/** LF_BAD_INPUT if a class has no sample. After a failure, free is fine. */
lf_status lf_hand_till_create(lf_hand_till *h);
void lf_hand_till_free(lf_hand_till *h);

/** lf_problem_class.saddle: grad_v (dim + 2 pairs), grad_alpha (pairs). */
lf_status lf_hand_till_gradient(lf_hand_till *h, const lf_samples *samples, const double *v,
                                const double *alpha, double *grad_v, double *grad_alpha);
/** lf_problem_class.respond: LF_NOT_FOUND while a class is missing. */
lf_status lf_hand_till_respond(lf_hand_till *h, const lf_samples *samples, const double *v,
                               double *alpha);
/** lf_problem_class.evaluate: the mean softmax cross-entropy. */
lf_status lf_hand_till_entropy(lf_hand_till *h, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad);
