/**
 * @file hand_till_metrics.h
 * @brief What AUC problems of several classes are judged by: Hand and Till's M, the cross-entropy,
 * accuracy.
 *
 *     M = 1/(c (c-1)) sum_{i != j} Pr(h_i(x) > h_i(x') | y = i, y' = j), ties half
 *
 * All metrics of a part at a point come from one forward pass over its rows; the last point is
 * remembered.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/auc/parts/two_classes.h"

/** The rows of one part at the point. */
typedef struct {
    bool known;
    double auc, ce, accuracy;
} lf_till_judged;

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    const lf_two_classes *rows; /**< parts and model */
    const double *label;        /**< 0 .. c - 1 of every row of the table */
    double *w;                  /**< the point */
    double *score;              /**< rows of the largest part x c: log h */
    double *ranked;             /**< as many rows, twice: log h_i of two classes */
    lf_till_judged part[LF_CLASS_PARTS];
} lf_till_judge;

/** `judge` has its first two fields set; this makes the rest. LF_BAD_INPUT if a part that has rows
 *  lacks a class. After a failure, free is fine. */
lf_status lf_till_judge_create(lf_till_judge *judge);
void lf_till_judge_free(lf_till_judge *judge);

/** auc_test first, auc_val last; ended by {0}. A problem with no rows held out has
 *  LF_TILL_METRICS - 1 of them. */
extern const lf_metric lf_till_metrics[];
enum { LF_TILL_METRICS = 5 };
