/**
 * @file minimax_metrics.h
 * @brief What group_minimax problems are judged by: risks and accuracies of the groups, distance
 * from the optimum, duality gap.
 *
 * All cheap metrics at a point come from one pass over the training rows and one over the test
 * rows; the last two points are remembered, because a method's iterate and its average take turns.
 */
#pragma once

#include "problems/groups/parts/group_reference.h"

/** Risks and accuracies of every group at one point. */
typedef struct {
    bool known;
    double *w;                         /**< d */
    double *risk, *accuracy;           /**< m: training rows */
    double *risk_test, *accuracy_test; /**< m: test rows; NAN: the group has none */
} lf_minimax_seen;

enum { LF_MINIMAX_SEEN = 2 };

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    lf_group_reference of; /**< training rows */
    lf_group_risk *test;   /**< the same groups' test rows */
    double gap_tol;
    bool excess;    /**< judged by R_i - R_i* */
    double *least;  /**< m: R_i*, once they are known; NULL before */
    double optimum; /**< p*, once it is known; NAN: it cannot be had */
    bool optimum_known;
    size_t oldest; /**< which point is forgotten next */
    lf_minimax_seen seen[LF_MINIMAX_SEEN];
} lf_minimax_common;

/** `common` has its first four fields set; this makes the rest. After a failure, free is fine. */
lf_status lf_minimax_create(lf_minimax_common *common);
void lf_minimax_free(lf_minimax_common *common);

/** *found <- what is known at w (d): remembered, if it is the very same point, or looked at now.
 *  Valid until the next look. */
lf_status lf_minimax_look(lf_minimax_common *common, const double *w,
                          const lf_minimax_seen **found);

/** How many of the first metrics of group DRO need no certified number. */
enum { LF_GROUP_DRO_PLAIN = 6 };

/** Of group DRO: max_risk first; ended by {0}. */
extern const lf_metric lf_group_dro_metrics[];
/** Of excess risks: max_excess first; ended by {0}. */
extern const lf_metric lf_mero_metrics[];
