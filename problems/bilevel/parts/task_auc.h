/**
 * @file task_auc.h
 * @brief The mean over tasks of each task's own AUC, the tasks being the groups of a table.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/bilevel/parts/known_hessian.h"
#include "problems/common/group_table.h"

/** In a problem's state, right behind its lf_known_hessian. Zero until lf_task_auc_create. */
typedef struct {
    const lf_group_table *table; /**< its model has one output */
    double *score;               /**< of the largest group */
    bool tests;                  /**< some group has test rows of both classes */
} lf_task_auc;

/** After a failure, free is fine. */
lf_status lf_task_auc_create(lf_task_auc *judge, const lf_group_table *table);
void lf_task_auc_free(lf_task_auc *judge);

/** Mean AUC over the groups that have rows of both classes; NAN if none has. */
lf_status lf_task_auc_train(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_task_auc_test(const lf_problem *problem, const lf_point *at, double *value);
/** The last one is to be left out unless `tests`. */
#define LF_TASK_AUC_METRICS                                                                        \
    {.name = "auc",                                                                                \
     .doc = "mean AUC over tasks: area under the ROC curve, ties count half",                      \
     .higher_is_better = true,                                                                     \
     .expensive = true,                                                                            \
     .measure = lf_task_auc_train},                                                                \
    {                                                                                              \
        .name = "auc_test", .doc = "mean AUC over tasks on test rows: of the tasks' groups",       \
        .higher_is_better = true, .measure = lf_task_auc_test                                      \
    }
