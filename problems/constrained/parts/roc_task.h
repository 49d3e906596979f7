/**
 * @file roc_task.h
 * @brief Data, split and model of a problem on the ROC curves of two groups: training and test rows
 *        in four strata, by label b and group z.
 */
#pragma once

#include "problems/common/task.h"
#include "problems/constrained/parts/smooth_roc.h"
#include "problems/models/mlp/mlp.h"

typedef enum { LF_ROC_MLP, LF_ROC_LINEAR } lf_roc_model;

/** The parameters; a problem's struct holds one, its table LF_ROC_TASK_TABLE. */
typedef struct {
    lf_task_params task;
    const char *group;
    int model; /**< an lf_roc_model */
    lf_mlp_params mlp;
} lf_roc_task_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_ROC_TASK_TABLE(type, at)                                                                \
    LF_TASK_TABLE(type, at.task),                                                                  \
        LF_TEXT(type, at.group, "auto",                                                            \
                "group z = 0: ATTRIBUTE[/CATEGORY], or auto; z = 1 is everyone else"),             \
        LF_CHOICE(type, at.model, LF_ROC_MLP, "mlp|linear",                                        \
                  "a network, or a linear model with an intercept that starts at N(0, 1/d)"),      \
        LF_MLP_TABLE(type, at.mlp)

/** Rows of one part of the data, stratum after stratum: (b, z) = (1,0), (0,0), (1,1), (0,1). */
typedef struct {
    size_t n;
    uint32_t *row;                   /**< n */
    size_t stratum[LF_ROC_STRATA];   /**< rows in each */
    size_t first[LF_ROC_STRATA + 1]; /**< where each begins */
} lf_roc_rows;

/** Zero until lf_roc_task_open. */
typedef struct {
    lf_task task; /**< its model has one output */
    lf_roc_rows train, test;
    double *start; /**< dim: where the model begins */
    lf_part part[2 + LF_ROC_STRATA];
    size_t parts;
} lf_roc_task;

/** LF_BAD_INPUT unless labels are -1 and +1 and every stratum has a training row. After a failure,
 *  close is fine. */
lf_status lf_roc_task_open(lf_roc_task *task, const lf_roc_task_params *params);
void lf_roc_task_close(lf_roc_task *task);

/** lf_task_describe; the parts train, test and, of the training rows, b1z0, b0z0, b1z1, b0z1; the
 *  model's start. */
void lf_roc_task_describe(const lf_roc_task *task, lf_problem_info *info);

/** The training rows as a component: half of a batch are of either label, and the rows of a label
 *  as many of each group as in the data. */
lf_component lf_roc_task_component(const lf_roc_task *task, size_t outputs, size_t outers,
                                   const lf_outer *outer);
