/**
 * @file fairness.h
 * @brief What the two fairness problems share: Phi, the mean hinge loss on D, and h, the gap
 * between D_p and D_u; one is the objective, the other the constraint.
 */
#pragma once

#include "problems/common/losses.h"
#include "problems/common/penalty.h"
#include "problems/common/task.h"
#include "problems/constrained/parts/constrained_metrics.h"
#include "problems/constrained/parts/gap.h"

/** The parameters; a problem's struct holds one, its table LF_FAIRNESS_TABLE. */
typedef struct {
    lf_task_params task;
    const char *group;
    int rho_mode; /**< an lf_rho_mode */
} lf_fairness_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_FAIRNESS_TABLE(type, at)                                                                \
    LF_TASK_TABLE(type, at.task),                                                                  \
        LF_TEXT(type, at.group, "auto",                                                            \
                "protected group, of rows that do not train: ATTRIBUTE[/CATEGORY], or auto"),      \
        LF_RHO_ROW(type, at.rho_mode)

/** D = the training rows; D_p and D_u = the other rows by group. A problem's state begins with
 * this; zero until lf_fairness_open. */
typedef struct {
    lf_constrained_common common; /* must be first */
    lf_task task;
    uint32_t *grouped; /**< rows of D_p, then of D_u */
    size_t n_p, n_u;
    lf_scored train;  /**< D, one stratum */
    lf_scored groups; /**< D_p and D_u, two strata */
    double curvature; /**< L of h_t: max and |.| of such maps are L-weakly convex (section 5 of
                           the paper) */
    lf_gap gap;       /**< h, which the problem makes */
    lf_role gaps;     /**< whose component it is */
    lf_part part[3];
    lf_component objective, constraint;
    lf_penalised penalised;
} lf_fairness;

/** After a failure, close is fine. */
lf_status lf_fairness_open(lf_fairness *fairness, const lf_fairness_params *params);
/** Gives all of it back, the gap and the penalty as well. */
void lf_fairness_close(lf_fairness *fairness);

/** lf_task_describe, the parts train, protected, unprotected, and the components of both roles, of
 *  which `gaps` has h and the other Phi, each with one outer function. */
void lf_fairness_describe(lf_fairness *fairness, lf_role gaps, const lf_outer *objective,
                          const lf_outer *constraint, lf_problem_info *info);

/* Functions of lf_problem_class; the state is an lf_fairness. */
lf_status lf_fairness_evaluate(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad);
lf_status lf_fairness_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                          double *jv);
