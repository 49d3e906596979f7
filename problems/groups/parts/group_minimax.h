/**
 * @file group_minimax.h
 * @brief The problems min over a ball of w, max over the simplex of q: sum_i q_i R_i(w), as group
 * DRO and MERO share them.
 *
 * The oracles of both are those of the risks R_i; only the metrics of MERO know the least risks
 * R_i*.
 */
#pragma once

#include "problems/common/group_table.h"
#include "problems/common/part_list.h"
#include "problems/groups/parts/minimax_metrics.h"

typedef struct {
    lf_group_params groups;
    double radius, gap_tol;
} lf_group_minimax_params;

typedef struct {
    lf_minimax_common common; /* must be first */
    lf_group_table table;
    lf_component *component; /* m */
    lf_part_list parts;      /* "train", the m groups, then test rows */
} lf_group_minimax;

/** The parameter table of lf_group_minimax_params; ended by {0}. */
extern const lf_param lf_group_minimax_table[];

/** lf_problem_class.init; `excess`: judged by R_i - R_i*. After a failure, release is fine. */
lf_status lf_group_minimax_init(lf_group_minimax *s, const lf_group_minimax_params *params,
                                bool excess, lf_problem_info *info);
/** lf_problem_class.release, .evaluate and .jvp; the state is an lf_group_minimax. */
void lf_group_minimax_release(void *state);
lf_status lf_group_minimax_evaluate(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad);
void lf_group_minimax_support(const void *state, const lf_samples *samples, lf_support *support);
lf_status lf_group_minimax_jvp(void *state, const lf_samples *samples, const double *w,
                               const double *v, double *jv);
