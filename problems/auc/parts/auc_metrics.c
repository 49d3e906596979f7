/**
 * @file auc_metrics.c
 * @brief The metrics of AUC problems, from what the judge has seen.
 */
#include "problems/auc/parts/auc_metrics.h"

#include <math.h>

/* The threshold of the held-out rows on test rows, which are scored for it once more. */
static lf_status metrics_bacc_tuned_test(const lf_problem *problem, const lf_point *at,
                                         double *value) {
    lf_auc_judge *judge = problem->state;
    lf_auc_seen *seen;
    LF_TRY(lf_auc_judge_look(judge, at->w, LF_PART_VALIDATION, &seen));
    const double threshold = seen->part[LF_PART_VALIDATION].ranked.threshold;
    LF_TRY(lf_auc_judge_score(judge, seen, at->w, LF_PART_TEST));
    double right[2] = {0}, rows[2] = {0};
    for (size_t i = 0; i < judge->rows.n[LF_PART_TEST]; i++) {
        const bool positive = judge->classes->sign[judge->rows.row[LF_PART_TEST][i]] > 0;
        rows[positive]++;
        right[positive] += (judge->score[i] > threshold) == positive;
    }
    *value = isnan(threshold) ? NAN : (right[0] / rows[0] + right[1] / rows[1]) / 2;
    return LF_OK;
}

/* AP of the class that has fewer training rows. */
static lf_status metrics_ap_rare_test(const lf_problem *problem, const lf_point *at,
                                      double *value) {
    lf_auc_judge *judge = problem->state;
    lf_auc_seen *seen;
    LF_TRY(lf_auc_judge_look(judge, at->w, LF_PART_TEST, &seen));
    const lf_ranked *ranked = &seen->part[LF_PART_TEST].ranked;
    const bool many = 2 * judge->classes->positives > judge->classes->n[LF_PART_TRAIN];
    *value = many ? ranked->ap_negative : ranked->ap;
    return LF_OK;
}

static lf_status metrics_pauc_std_test(const lf_problem *problem, const lf_point *at,
                                       double *value) {
    lf_auc_judge *judge = problem->state;
    lf_auc_seen *seen;
    LF_TRY(lf_auc_judge_look(judge, at->w, LF_PART_TEST, &seen));
    *value = lf_ranked_standard(seen->part[LF_PART_TEST].ranked.pauc, judge->max_fpr);
    return LF_OK;
}

/* One function for each other metric: a part, and what is read of it. */
#define METRICS_FUNCTION(name, of, field)                                                          \
    static lf_status metrics_##name(const lf_problem *problem, const lf_point *at,                 \
                                    double *value) {                                               \
        lf_auc_seen *seen;                                                                         \
        LF_TRY(lf_auc_judge_look(problem->state, at->w, of, &seen));                               \
        *value = seen->part[of].field;                                                             \
        return LF_OK;                                                                              \
    }
METRICS_FUNCTION(auc_test, LF_PART_TEST, ranked.auc)
METRICS_FUNCTION(auc, LF_PART_TRAIN, ranked.auc)
METRICS_FUNCTION(P, LF_PART_TRAIN, P)
METRICS_FUNCTION(ce, LF_PART_TRAIN, ce)
METRICS_FUNCTION(accuracy_test, LF_PART_TEST, accuracy)
METRICS_FUNCTION(ap_test, LF_PART_TEST, ranked.ap)
METRICS_FUNCTION(pauc_test, LF_PART_TEST, ranked.pauc)
METRICS_FUNCTION(bacc_test, LF_PART_TEST, ranked.balanced)
METRICS_FUNCTION(ap_val, LF_PART_VALIDATION, ranked.ap)
METRICS_FUNCTION(auc_val, LF_PART_VALIDATION, ranked.auc)
#undef METRICS_FUNCTION

static lf_status metrics_F(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_auc_judge *judge = problem->state;
    return judge->objective(problem->state, at->w, value);
}

const lf_metric lf_auc_metrics_of_pairs[] = {
    LF_METRIC(metrics, F, "the composition that is minimised, over all pairs of training rows",
              .expensive = true),
    LF_METRIC(metrics, auc_test, "area under the ROC curve on test rows, ties count half",
              .higher_is_better = true),
    LF_METRIC(metrics, auc, "area under the ROC curve on training rows", .higher_is_better = true,
              .expensive = true),
    LF_METRIC(
        metrics, P,
        "square surrogate on training rows: var+ h + var- h + (1 - (mu+ - mu-))^2; with a margin "
        "m, [m - (mu+ - mu-)]_+^2",
        .expensive = true),
    LF_METRIC(metrics, ce, "cross-entropy on training rows: mean of log(1 + exp(-y s))",
              .expensive = true),
    LF_METRIC(metrics, accuracy_test, "accuracy on test rows: share with y s > 0",
              .higher_is_better = true),
    LF_METRIC(metrics, auc_val, "area under the ROC curve on held-out rows, to tune on",
              .higher_is_better = true),
    LF_METRIC(metrics, ap_test, "average precision on test rows, of the positive class",
              .higher_is_better = true),
    LF_METRIC(metrics, ap_rare_test,
              "average precision of the rarer class: that with fewer training rows, on test rows",
              .higher_is_better = true),
    LF_METRIC(metrics, pauc_test,
              "partial area under the ROC curve on test rows: up to max_fpr, over max_fpr",
              .higher_is_better = true),
    LF_METRIC(metrics, pauc_std_test,
              "standardised partial AUC on test rows: 1/2 is chance, whatever max_fpr",
              .higher_is_better = true),
    LF_METRIC(
        metrics, bacc_test,
        "balanced accuracy on test rows: mean over the classes of the share on their side of s "
        "= 0",
        .higher_is_better = true),
    LF_METRIC(
        metrics, bacc_tuned_test,
        "tuned balanced accuracy on test rows: at the threshold that is best on held-out rows",
        .higher_is_better = true, .expensive = true),
    LF_METRIC(metrics, ap_val, "average precision on held-out rows, to tune on",
              .higher_is_better = true),
    {0},
};
_Static_assert(sizeof lf_auc_metrics_of_pairs / sizeof(lf_metric) == LF_AUC_ALL_METRICS + 2,
               "F, the metrics of all AUC problems, and the end");
