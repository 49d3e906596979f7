/**
 * @file ranked_auc.h
 * @brief The exact area under the ROC curve of two lists of scores, by ranks.
 *
 *     AUC = Pr(s > s') + Pr(s = s') / 2,  s of a positive row, s' of a negative one
 *
 * A tie counts half, so that a constant score has 1/2. Pairs are counted in whole numbers: the
 * order of the rows changes no bit.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/**
 * *auc <- the AUC of these scores, NAN if one of them is NaN; both lists are sorted on the way,
 * increasing. O(n log n). LF_BAD_INPUT if a list is empty.
 */
lf_status lf_ranked_auc(size_t n_positive, double *positive, size_t n_negative, double *negative,
                        double *auc);
