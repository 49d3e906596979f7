/**
 * @file class_loss.h
 * @brief Losses of one row's margin t = y s that people train two classes out of balance with.
 *
 *     ce        log(1 + exp(-t))
 *     weighted  c_y ce, c+ = 1/(2p), c- = 1/(2(1-p)): both classes weigh the same, the mean of c
 *               is 1
 *     ratio     the same 2(1-p) times: c+ = (1-p)/p, c- = 1
 *     focal     c_y sigma(-t)^g ce; c = 1, or c+ = a, c- = 1 - a with a > 0
 *     adjusted  ce at the score s + tau log(p/(1-p))
 *
 * p is the share of positive rows among those that are drawn: 1/2 where batches are balanced, which
 * leaves nothing to make up for.
 *
 * Source: focal: Lin, Goyal, Girshick, He & Dollar, ICCV 2017; adjusted: Menon et al., ICLR 2021.
 */
#pragma once

#include "problems/common/losses.h"
#include "problems/common/scored.h"

/** The choices of a parameter `loss`, in this order. */
typedef enum {
    LF_CLASS_LOSS_CE,
    LF_CLASS_LOSS_WEIGHTED,
    LF_CLASS_LOSS_RATIO,
    LF_CLASS_LOSS_FOCAL,
    LF_CLASS_LOSS_ADJUSTED
} lf_class_loss_kind;
#define LF_CLASS_LOSS_WORDS "ce|weighted|ratio|focal|adjusted"

/** A part of a problem's parameters. */
typedef struct {
    int loss;             /**< an lf_class_loss_kind */
    double focus, weight; /**< g and a of focal */
    double tau;
} lf_class_loss_params;

/** Its rows in the parameter table of `type`. */
#define LF_CLASS_LOSS_TABLE(type, at)                                                              \
    LF_CHOICE(type, at.loss, LF_CLASS_LOSS_CE, LF_CLASS_LOSS_WORDS,                                \
              "own map: cross-entropy, or one that makes up for the balance of the classes"),      \
        LF_REAL(type, at.focus, 2, 0, 100, "focal: the power g of 1 - Pr(y); 0: ce [1]"),          \
        LF_REAL(type, at.weight, 0, 0, 1,                                                          \
                "focal: weight a of a positive row, 1 - a of a negative one; 0: both 1 [1]"),      \
        LF_REAL(type, at.tau, 1, 0, 100, "adjusted: multiplies log(p/(1-p)) [1]")

/** One of them, as lf_class_loss_of makes it. */
typedef struct {
    double weight[2]; /**< of a negative and of a positive row */
    double shift;     /**< added to s */
    double focus;     /**< 0: none */
    bool balanced;    /**< of samples in two strata, negative and positive, a stratum weighs half */
} lf_class_loss;

/** p: the share of positive rows of the data. */
lf_class_loss lf_class_loss_of(const lf_class_loss_params *params, double p, bool balanced);

/** lf_problem_class.evaluate of its mean; `sign`: y of every row of the model's table. No samples
 *  give the value 0 and no gradient. */
lf_status lf_class_loss_mean(lf_scored *scored, const lf_class_loss *loss, const double *sign,
                             const lf_samples *samples, const double *w, const double *y, double *g,
                             double *grad);
