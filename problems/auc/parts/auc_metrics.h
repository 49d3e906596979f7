/**
 * @file auc_metrics.h
 * @brief What AUC problems are judged by: exact AUC on each part of the rows, the surrogate P, the
 * cross-entropy.
 *
 * All metrics of a part at a point come from one forward pass over its rows. The last two points
 * are remembered, because a method's iterate and its average take turns; a and b do not matter.
 * Where a pass takes long, as with resnet20, the rows of a part are a fixed sample of it
 * (judged_rows.h).
 *
 * A network's batch norms use the running statistics of the run, which are not those of an average;
 * or they use statistics found at the very point that is judged, from some training rows. Like all
 * judging, that is not metered.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/auc/parts/judged_rows.h"
#include "problems/common/ranked_auc.h"
#include "problems/common/square_auc.h"

/** The rows of one part at one point. */
typedef struct {
    bool known;
    lf_ranked ranked; /**< by ranks of the score s; of LF_AUC_METRICS its area alone */
    double P;         /**< var+ h + var- h + (m - (mu+ - mu-))^2, the surrogate */
    double ce;        /**< mean of log(1 + exp(-y s)) */
    double accuracy;  /**< share of rows with y s > 0 */
} lf_auc_judged;

typedef struct {
    double *w; /**< dim of the model, then what it remembered; then statistics found at w */
    lf_auc_judged part[LF_CLASS_PARTS];
} lf_auc_seen;

enum { LF_AUC_SEEN = 2 };

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    const lf_two_classes *classes; /**< with its model */
    bool raw;                      /**< h = s, not its sigmoid */
    lf_auc_surrogate surrogate;    /**< what P is */
    double max_fpr;                /**< where partial AUC ends */
    bool all;                      /**< metrics beyond LF_AUC_METRICS are asked for */
    lf_judged_rows rows;           /**< those of each part that are looked at */
    double *memory;                /**< what the model remembers */
    size_t memory_count;
    size_t recal;        /**< rows that statistics are found from; 0: the running ones are used */
    uint32_t *recal_row; /**< its own */
    double *score;       /**< rows of the largest part, twice */
    size_t oldest;       /**< which point is forgotten next */
    lf_auc_seen seen[LF_AUC_SEEN];
    /** *value <- F of lf_auc_metrics_of_pairs at w; of problems that have it. */
    lf_status (*objective)(void *state, const double *w, double *value);
} lf_auc_judge;

/** `judge` has its fields before `score` set; this makes the rest. After a failure, free is fine.
 */
lf_status lf_auc_judge_create(lf_auc_judge *judge);
void lf_auc_judge_free(lf_auc_judge *judge);

/** *at <- this point with that part looked at: remembered, or looked at now. Valid until the next
 *  look. */
lf_status lf_auc_judge_look(lf_auc_judge *judge, const double *w, lf_class_part part,
                            lf_auc_seen **at);
/** judge->score <- those of a part, with the statistics that were found at this point. */
lf_status lf_auc_judge_score(const lf_auc_judge *judge, lf_auc_seen *seen, const double *w,
                             lf_class_part part);

/** F of problems of pairs, then lf_auc_metrics. */
extern const lf_metric lf_auc_metrics_of_pairs[];
/** auc_test first; auc_val is the last of LF_AUC_METRICS, which all problems have but for auc_val
 *  where no rows are held out. Then those that are asked for; ended by {0}. */
#define lf_auc_metrics (lf_auc_metrics_of_pairs + 1)
enum { LF_AUC_METRICS = 6, LF_AUC_ALL_METRICS = 13 };
