/**
 * @file fairness.h
 * @brief What the two fairness problems share: D to train on, D_p and D_u to compare.
 */
#pragma once

#include "problems/common/losses.h"
#include "problems/common/task.h"

/** The parameters; a problem's struct holds one, its table LF_FAIRNESS_TABLE. */
typedef struct {
    lf_task_params task;
    const char *group;
    int rho_mode; /**< an lf_rho_mode */
} lf_fairness_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_FAIRNESS_TABLE(type, at)                                                                \
    LF_TASK_TABLE(type, at.task),                                                                  \
        LF_TEXT(type, at.group, "auto", "protected group: ATTRIBUTE[/CATEGORY], or auto"),         \
        LF_RHO_ROW(type, at.rho_mode)

/** D = the training rows; D_p and D_u = the other rows by group. Zero until lf_fairness_open. */
typedef struct {
    lf_task task;
    uint32_t *grouped; /**< rows of D_p, then of D_u */
    size_t n_p, n_u;
    lf_scored train;  /**< D, one stratum */
    lf_scored groups; /**< D_p and D_u, two strata */
    double curvature; /**< L of h_t: max and |.| of such maps are L-weakly convex (section 5 of
                           the paper) */
    lf_part part[3];
} lf_fairness;

/** After a failure, close is fine. */
lf_status lf_fairness_open(lf_fairness *fairness, const lf_fairness_params *params);
void lf_fairness_close(lf_fairness *fairness);

/** lf_task_describe and the parts train, protected, unprotected. */
void lf_fairness_describe(const lf_fairness *fairness, lf_problem_info *info);
/** Components on D, and on D_p and D_u, each with one outer function. */
lf_component lf_fairness_on_train(const lf_fairness *fairness, const lf_outer *outer);
lf_component lf_fairness_on_groups(const lf_fairness *fairness, const lf_outer *outer);
