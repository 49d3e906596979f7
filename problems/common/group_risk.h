/**
 * @file group_risk.h
 * @brief The m group risks of one table: R_i(w), the mean loss over the samples of group i.
 *
 * A model with one score has the logistic loss on labels -1 and +1, one with several the softmax
 * cross-entropy on classes 0, 1, ... or, if `pairwise`, a margin loss over every wrong class.
 * Samples are walked through in blocks of LF_BLOCK rows that may
 * cross groups, so that one sample of each of many groups is one block. Nothing is kept between
 * calls: value and gradient are asked for together.
 *
 * Source: Yu, Cai, Jiang & Zhang, ICML 2024.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/common/group_function.h"
#include "problems/common/scored.h"

/** Longest w for which a Hessian is formed: 50 MB. */
#define LF_HESSIAN_DIM 2500

/** Samples of m groups. Everything pointed at outlives it, but `score`. Zero until
 *  lf_group_risk_init. */
typedef struct {
    const lf_model *model;
    const double *label; /**< of every row of the model's table */
    size_t m;
    const size_t *start; /**< m + 1: group i has samples start[i] .. start[i + 1] - 1; may be none
                          */
    const uint32_t *row; /**< start[m]: the row of the table that each sample is */
    bool pairwise;       /**< lf_pairwise_loss() in place of the cross-entropy, with this loss: */
    int loss;            /**< an lf_loss */
    double *score;       /**< 2 x LF_BLOCK x outputs: a block's scores, then its slopes; and where
                              the scores go along a direction */
} lf_group_risk;

/** `risk` has all fields but `score` set; this makes the workspace. LF_BAD_INPUT if a label is not
 *  what the loss needs. After a failure, release is fine. */
lf_status lf_group_risk_init(lf_group_risk *risk);
void lf_group_risk_release(lf_group_risk *risk);

/** lf_problem_class.evaluate, for one group (samples->component) and for LF_EVERY: g <- the mean
 *  losses R_i(w; B), grad (d) += sum_i y_i grad R_i(w; B). A group without samples has the value 0
 *  and no gradient. */
lf_status lf_group_risk_evaluate(const lf_group_risk *risk, const lf_samples *samples,
                                 const double *w, const double *y, double *g, double *grad);

/** Add the parameters that losses of these samples depend on, of a model that is sparse. */
void lf_group_risk_support(const lf_group_risk *risk, const lf_samples *samples,
                           lf_support *support);

/** lf_problem_class.jvp, for one group and for LF_EVERY: jv <- <grad R_i(w; B), v>; 0 for a group
 *  without samples. v has the model's length at least. */
lf_status lf_group_risk_jvp(const lf_group_risk *risk, const lf_samples *samples, const double *w,
                            const double *v, double *jv);

/** r (m) <- R_i(w); accuracy (m) <- the share of rows of group i that are classified right: the
 *  largest score, the first of several, is that of the label; with one score, 0 speaks for +1. NAN
 *  for a group without samples. */
lf_status lf_group_risk_judge(const lf_group_risk *risk, const double *w, double *r,
                              double *accuracy);

/** f <- the risks on all samples, for the solvers; with a Hessian up to LF_HESSIAN_DIM of a linear
 *  model. `risk` must outlive it. */
void lf_group_risk_function(lf_group_risk *risk, double radius, lf_group_function *f);

/** mean (d), C (d x d, upper triangle) += mean and covariance of n rows of a table of d features.
 */
lf_status lf_rows_covariance(const lf_data *data, const uint32_t *row, size_t n, double *mean,
                             double *C);
