/**
 * @file auc_view.h
 * @brief A task with two classes as a saddle problem in v = (w, a, b) and alpha, and as plain
 * cross-entropy of w: one problem shows both.
 *
 * The objective's own map is the mean cross-entropy log(1 + exp(-y s)), or another loss of the
 * margin y s. Its slopes by a and b are 0, so methods that descend it leave these where they are.
 * It does not touch the estimate of p.
 */
#pragma once

#include "problems/auc/parts/auc_metrics.h"
#include "problems/auc/parts/class_loss.h"
#include "problems/auc/parts/image_net.h"
#include "problems/common/square_auc.h"
#include "problems/models/mlp/mlp.h"

typedef enum { LF_AUC_LINEAR, LF_AUC_MLP, LF_AUC_RESNET20 } lf_auc_model;

/** Of both networks; each has two of them, and the first two are an mlp's own. */
typedef enum { LF_AUC_RELU = LF_MLP_RELU, LF_AUC_TANH = LF_MLP_TANH, LF_AUC_ELU } lf_auc_activation;

/** The parameters of auc, beside those of its rows. */
typedef struct {
    lf_two_classes_params classes;
    int score; /**< 0: sigmoid of s, 1: s itself, linear without intercept, rows of length 1 */
    int model; /**< an lf_auc_model */
    lf_mlp_params mlp; /**< its activation, an lf_auc_activation, and init_seed are those of any
                            network */
    lf_image_net_params deep; /**< of resnet20 */
    size_t judge, judge_test; /**< of resnet20: most rows of a part that are judged; 0: all */
    size_t bn_recal; /**< of resnet20: training rows for the statistics at a judged point */
    int p_mode;      /**< an lf_share_mode */
    int surrogate;   /**< 0: square, 1: margin */
    double margin;
    int batches; /**< 0: natural, 1: balanced */
    lf_class_loss_params loss;
    double max_fpr;
    int metrics; /**< 0: those of the area, 1: all */
} lf_auc_params;

typedef struct {
    lf_auc_judge judge; /* must be first */
    lf_two_classes classes;
    lf_scored train; /* training rows */
    uint32_t *row;   /* the same, negative ones first; NULL: as they are */
    lf_class_loss loss;
    lf_square_auc form;
    double *memory; /* of form, then of a model that remembers */
    size_t memory_count;
    double *start; /* dim + 2 */
    lf_component objective;
} lf_auc;

/** `auc->classes` is open; this makes the model and describes the problem. `auc` must not move
 *  afterwards. After a failure, release is fine. */
lf_status lf_auc_describe(lf_auc *auc, const lf_auc_params *params, lf_problem_info *info);

/* The functions of lf_problem_class; the state is an lf_auc. */
void lf_auc_release(void *state);
lf_status lf_auc_evaluate(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad);
lf_status lf_auc_saddle(void *state, const lf_samples *samples, const double *v,
                        const double *alpha, double *grad_v, double *grad_alpha);
lf_status lf_auc_respond(void *state, const lf_samples *samples, const double *v, double *alpha);
void lf_auc_support(const void *state, const lf_samples *samples, lf_support *support);
