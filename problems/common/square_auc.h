/**
 * @file square_auc.h
 * @brief The square surrogate of AUC as a saddle function of v = (w, a, b) and alpha; or the margin
 * loss (AUCM).
 *
 *     F = (1-p) (h - a)^2 [y = +1] + p (h - b)^2 [y = -1]
 *       + 2 (1 + alpha) (p h [y = -1] - (1-p) h [y = +1]) - p (1-p) alpha^2
 *     F_m: alpha + 1 is alpha, which is at least 0, and there is 2 alpha p (1-p) m more
 *
 * h is the sigmoid of a model's score s, or s itself. Given w, the optimum is a = E[h | +], b =
 * E[h | -], alpha = b - a, and there F / (p (1-p)) + 1 = P(w) = E[(1 - h(x) + h(x'))^2 | y = +1,
 * y' = -1]. Of F_m it is alpha = [m + b - a]_+, and F_m / (p (1-p)) = var+ h + var- h + alpha^2. At
 * m = 1, F_m at alpha + 1 is F at alpha, but for a constant.
 *
 * In balanced batches a class's samples count, whatever their number, as if they were half of all;
 * F is then that of p = 1/2, whose saddle points are the same.
 *
 * Source: Ying, Wen & Lyu, NIPS 2016; Liu, Yuan, Ying & Yang, ICLR 2020, Section 3; F_m: Yuan, Yan,
 *         Sonka & Yang, ICCV 2021.
 */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "problems/common/class_share.h"
#include "problems/common/losses.h"
#include "problems/common/scored.h"

/** What is remembered between questions: the labels seen, and of the samples since the last
 *  response was found the scores' sums and counts. */
enum {
    LF_AUC_SUM_POSITIVE = LF_SHARE_MEMORY,
    LF_AUC_POSITIVES,
    LF_AUC_SUM_NEGATIVE,
    LF_AUC_NEGATIVES,
    LF_AUC_MEMORY
};

/** F or F_m. */
typedef struct {
    bool has_margin;
    double margin; /**< m */
} lf_auc_surrogate;

/** What P squares: how far means of h that differ by D are short of their aim. */
static inline double lf_auc_surrogate_short(const lf_auc_surrogate *s, double D) {
    return s->has_margin ? fmax(s->margin - D, 0) : 1 - D;
}

typedef struct {
    lf_scored *scored;
    const double *sign; /**< y = -1 or +1 of every row of the model's table */
    size_t task; /**< of several that share w: its a and b are entries dim + 2 task and the next */
    bool raw;    /**< h = s */
    bool balanced; /**< samples lie in two strata, negative and positive, of the same weight */
    lf_auc_surrogate surrogate;
    lf_class_share share;
    double *memory; /**< LF_AUC_MEMORY numbers, the caller's */
} lf_square_auc;

/** h of a score. */
static inline double lf_square_auc_score(bool raw, double s) {
    return raw ? s : lf_sigmoid(s);
}

/** All fields are set but share.memory; this sets it, and the memory as before any question. */
void lf_square_auc_begin(lf_square_auc *auc);
/** lf_problem_class.saddle: grad_v (dim + 2) and grad_alpha (1), one forward and one backward
 *  pass; then the labels of the batch are taken in. Either may be NULL; without grad_v there is no
 *  backward pass. */
lf_status lf_square_auc_gradient(lf_square_auc *auc, const lf_samples *samples, const double *v,
                                 const double *alpha, double *grad_v, double *grad_alpha);
/** lf_problem_class.respond: mean h of negative samples less that of positive ones; with a margin m
 *  more, and no less than 0. */
lf_status lf_square_auc_respond(lf_square_auc *auc, const lf_samples *samples, const double *v,
                                double *alpha);
/** grad_v += q d2F / (dalpha dv): of w alone, since a and b do not meet alpha. */
lf_status lf_square_auc_mixed(lf_square_auc *auc, const lf_samples *samples, const double *v,
                              double q, double *grad_v);
/** *value <- F, the mean over the samples. Scores each row by itself, as metrics do. */
lf_status lf_square_auc_value(lf_square_auc *auc, const lf_samples *samples, const double *v,
                              double alpha, double *value);
