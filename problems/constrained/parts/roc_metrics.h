/**
 * @file roc_metrics.h
 * @brief What problems on fair ROC curves are judged by: exact AUC, gaps of rates, the surrogate F.
 *
 * Scores are standardised with the moments of all training rows, also those of the test rows. All
 * cheap metrics at a point come from one pass over the training rows and one over the test rows;
 * the last two points are remembered, because a method's iterate and its average take turns.
 */
#pragma once

#include "problems/constrained/parts/roc_task.h"
#include "problems/constrained/parts/standard_score.h"

/** What is known at one point. */
typedef struct {
    bool known, objective_known;
    double *w; /**< dim */
    double auc, auc_test;
    double *rate, *rate_test; /**< rates, as of lf_smooth_roc_values; NAN: no such row */
    double objective;         /**< F, once somebody asked */
} lf_roc_seen;

enum { LF_ROC_SEEN = 2 };

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    const lf_roc_task *of;
    lf_standard standard; /**< training rows, weighed as in the data */
    lf_smooth_roc roc;
    double kap;
    size_t oldest;          /**< which point is forgotten next */
    double *score, *sorted; /* the scores of one part, twice */
    lf_roc_seen seen[LF_ROC_SEEN];
} lf_roc_common;

/** Thresholds -range .. range. After a failure, free is fine. */
lf_status lf_roc_common_create(lf_roc_common *common, const lf_roc_task *of, size_t thresholds,
                               double range, double kap);
void lf_roc_common_free(lf_roc_common *common);

/** How many of the thresholds have curves among the metrics. */
enum { LF_ROC_CURVES = 7 };
/** How many of the metrics need no penalty: those before F. */
enum { LF_ROC_PLAIN = 6 + 2 * LF_ROC_CURVES };
/** auc first; ended by {0}. */
extern const lf_metric lf_roc_metrics[];
