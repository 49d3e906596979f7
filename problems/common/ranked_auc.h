/**
 * @file ranked_auc.h
 * @brief The exact area under the ROC curve of two lists of scores, and what else is read off their
 * ranks.
 *
 *     AUC  = Pr(s > s') + Pr(s = s') / 2,  s of a positive row, s' of a negative one
 *     AP   = (1/n+) sum_g (TP_g - TP_{g-1}) TP_g / n_g,  g the groups of equal score, from the top;
 *            TP_g of the n_g rows so far are positive
 *     pAUC = area under the ROC curve up to the false positive rate phi, divided by phi
 *
 * A tie counts half, so that a constant score has AUC 1/2, and is one threshold of AP and a slanted
 * piece of the curve. Rows are counted in whole numbers: their order changes no bit.
 *
 * Source: AP and pAUC as scikit-learn's average_precision_score and, standardised, roc_auc_score
 *         with max_fpr; McClish 1989 for that form.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** What two lists of scores are judged by. All NAN if a score is NaN. */
typedef struct {
    double auc, ap;
    double ap_negative; /**< AP of finding the negative rows from the bottom */
    double pauc;        /**< 1: perfect; phi / 2: chance */
    double balanced;    /**< (TPR + TNR) / 2 where scores above 0 are taken for positive */
    double threshold;   /**< where that would be largest; of equals the lowest, -inf below all */
} lf_ranked;

/** *of <- all of it with phi = max_fpr, as lf_ranked_auc sorts and fails. */
lf_status lf_ranked_judge(size_t n_positive, double *positive, size_t n_negative, double *negative,
                          double max_fpr, lf_ranked *of);
/** McClish's form of a pAUC: 1/2 is chance, whatever phi = max_fpr. */
double lf_ranked_standard(double pauc, double max_fpr);

/**
 * *auc <- the AUC of these scores, NAN if one of them is NaN; both lists are sorted on the way,
 * increasing. O(n). LF_BAD_INPUT if a list is empty.
 */
lf_status lf_ranked_auc(size_t n_positive, double *positive, size_t n_negative, double *negative,
                        double *auc);
