/**
 * @file auc_view.h
 * @brief A task with two classes as a saddle problem in v = (w, a, b) and alpha, and as plain
 * cross-entropy of w: one problem shows both.
 *
 * The objective's own map is the mean cross-entropy log(1 + exp(-y s)). Its slopes by a and b are
 * 0, so methods that descend it leave these where they are. It does not touch the estimate of p.
 */
#pragma once

#include "problems/models/mlp.h"
#include "problems/pieces/square_auc.h"
#include "problems/views/auc_metrics.h"

typedef enum { LF_AUC_LINEAR, LF_AUC_MLP } lf_auc_model;

/** The parameters of auc, beside those of its rows. */
typedef struct {
    lf_two_classes_params classes;
    int score; /**< 0: sigmoid of s, 1: s itself, linear without intercept, rows of length 1 */
    int model; /**< an lf_auc_model */
    lf_mlp_params mlp;
    int p_mode; /**< an lf_share_mode */
} lf_auc_params;

typedef struct {
    lf_auc_judge judge; /* must be first */
    lf_two_classes classes;
    lf_scored train; /* training rows */
    lf_square_auc form;
    double memory[LF_AUC_MEMORY]; /* of form */
    double *start;                /* dim + 2 */
    lf_outer outer;
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
