/**
 * @file auc.c
 * @brief AUC maximisation: the square surrogate, or the margin loss (AUCM), in its saddle form; or
 *        cross-entropy, beside it.
 *
 *     min_{w,a,b} max_alpha E F(w, a, b, alpha; x, y),  F or F_m as in square_auc.h
 *
 * p is that of the training rows, after negatives were dropped and rows held out, or is estimated
 * from the labels drawn. batches=balanced draws as many rows of either class; then p is 1/2, a
 * class weighs half in F and in the own map, also on all rows, and saddle points stay where they
 * are.
 *
 * With model=resnet20 a batch that trains has batch norms of its own statistics, and its first
 * question moves the running ones; responses, full batches and metrics use those. They are neither
 * averaged with v nor set back when a method starts anew. With bn_recal metrics use statistics made
 * at the judged point instead, so that an average is not judged by those of its iterates.
 *
 * Source:    Liu, Yuan, Ying & Yang, ICLR 2020; score=raw: Ying, Wen & Lyu, NIPS 2016.
 * Deviation: networks start from random weights; v_0 = 0, as printed, is a stationary point.
 */
#include "problems/auc/parts/auc_certify.h"
#include "problems/auc/parts/auc_params.h"
#include "problems/auc/parts/auc_view.h"

static lf_status auc_init(void *state, const void *params, lf_problem_info *info) {
    lf_auc *auc = state;
    const lf_auc_params *p = params;
    const lf_class_rows rows = p->model == LF_AUC_RESNET20 ? LF_ROWS_PIXELS
                               : p->score                  ? LF_ROWS_UNIT
                                                           : LF_ROWS_FEATURES;
    LF_TRY(lf_two_classes_open(&auc->classes, &p->classes, rows));
    return lf_auc_describe(auc, p, info);
}

static const lf_param auc_table[] = {
    LF_TWO_CLASSES_TABLE(lf_auc_params, classes),
    LF_CHOICE(lf_auc_params, score, 0, "sigmoid|raw",
              "h: sigmoid of the model's score; or a.w itself, no intercept, rows of length 1"),
    LF_CHOICE(lf_auc_params, model, LF_AUC_LINEAR, "linear|mlp|resnet20",
              "a score w.x + bias, or a network's"),
    LF_AUC_MLP_TABLE(lf_auc_params, mlp, "relu|tanh|elu",
                     "networks: what follows a layer; tanh: mlp alone, elu: resnet20 alone"),
    LF_IMAGE_NET_TABLE(lf_auc_params, deep),
    LF_COUNT(lf_auc_params, judge, 2000, 0, 1e9,
             "resnet20: most training and most held-out rows for metrics; 0: all [rows]"),
    LF_COUNT(lf_auc_params, judge_test, 0, 0, 1e9, "resnet20: most test rows; 0: all [rows]"),
    LF_COUNT(lf_auc_params, bn_recal, 0, 0, 1e9,
             "resnet20: training rows for batch norm statistics of each judged point; 0: the "
             "running ones [rows]"),
    LF_CHOICE(
        lf_auc_params, p_mode, LF_SHARE_KNOWN, LF_SHARE_WORDS,
        "p: of the training rows, or estimated: as printed, with an unbiased p (1 - p), or with "
        "the batch at hand"),
    /* of deep AUC and class imbalance today */
    LF_CHOICE(lf_auc_params, surrogate, 0, "square|margin",
              "the saddle form: of the square surrogate, or AUCM with alpha >= 0"),
    LF_REAL(lf_auc_params, margin, 1, 1e-12, 1e6,
            "margin: how far apart the means of h are to be [h]"),
    LF_CHOICE(lf_auc_params, batches, 0, "natural|balanced",
              "rows drawn as they come, or half of each class"),
    LF_CLASS_LOSS_TABLE(lf_auc_params, loss),
    LF_REAL(lf_auc_params, max_fpr, 0.3, 1e-6, 1,
            "false positive rate up to which partial AUC goes [1]"),
    LF_CHOICE(lf_auc_params, metrics, 0, "auc|all",
              "all: average precision, partial AUC and balanced accuracy, too"),
    {0},
};

const lf_problem_class lf_problem_auc = {
    .abi = LF_ABI,
    .name = "auc",
    .doc = "square surrogate of AUC as a saddle problem, or cross-entropy of the same model",
    .source = "Liu, Yuan, Ying & Yang 2020, ICLR, Section 3",
    .views = 1u << LF_VIEW_SADDLE | 1u << LF_VIEW_PLAIN,
    .params = auc_table,
    .params_size = sizeof(lf_auc_params),
    .state_size = sizeof(lf_auc),
    .metrics = lf_auc_metrics,
    .init = auc_init,
    .release = lf_auc_release,
    .evaluate = lf_auc_evaluate,
    .saddle = lf_auc_saddle,
    .respond = lf_auc_respond,
    .support = lf_auc_support,
    .certify = lf_auc_certify,
};
