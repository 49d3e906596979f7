/**
 * @file losses.h
 * @brief Margin losses phi(m), m = b a.w, with their derivatives; the softmax cross-entropy of
 * several scores; and the logistic function.
 */
#pragma once

#include <math.h>
#include <stddef.h>

#include <levelfield/math.h>

typedef enum {
    LF_LOSS_LOGISTIC, /**< log(1 + exp(-m)), convex and smooth */
    LF_LOSS_HINGE,    /**< [1 - m]_+, convex; the derivative at the kink m = 1 is 0 */
    LF_LOSS_SIGMOID   /**< 1 - sigma(m), smooth, not convex */
} lf_loss;

/** For LF_CHOICE, in the order of the enum. */
#define LF_LOSS_WORDS "logistic|hinge|sigmoid"

/** max |sigma''| = 1 / (6 sqrt 3), where sigma = (1 +- 1/sqrt 3) / 2. */
#define LF_SIGMOID_CURVATURE 0.096225044864937627
/** max sigma' = 1/4, the looser stand-in that papers print for it. */
#define LF_SIGMOID_SLOPE 0.25

/** Which bound on |sigma''| enters a weak-convexity constant. */
typedef enum { LF_RHO_QUARTER, LF_RHO_TIGHT } lf_rho_mode;

/** The row of a parameter table for an lf_rho_mode at this offset. */
#define LF_RHO_ROW(type, at)                                                                       \
    LF_CHOICE(type, at, LF_RHO_QUARTER, "quarter|tight",                                           \
              "bound on |sigma''| in rho: 1/4 as printed, or the exact 1/(6 sqrt 3)")

/** 1/4 or 1 / (6 sqrt 3). */
static inline double lf_rho_constant(int mode) {
    return mode == LF_RHO_TIGHT ? LF_SIGMOID_CURVATURE : LF_SIGMOID_SLOPE;
}

/** sigma(t) = 1 / (1 + exp(-t)); 0 and 1 at the ends, no overflow trap; NaN stays NaN. */
static inline double lf_sigmoid(double t) {
    return 1 / (1 + lf_exp(-t));
}

/** h (n) <- sigma(t), many at once; no overlap */
void lf_sigmoid_all(size_t n, const double *t, double *h);
/** e (n) <- lf_exp(t) where |t| <= 708, many at once; no overlap */
void lf_exp_all(size_t n, const double *t, double *e);

/** value (n) <- phi(margin); no overlap */
void lf_loss_value(lf_loss loss, size_t n, const double *margin, double *value);
/** slope (n) <- phi'(margin); no overlap */
void lf_loss_slope(lf_loss loss, size_t n, const double *margin, double *slope);

/** Both at once, with the same bits; one exponential does for both. No overlap. */
void lf_loss_both(lf_loss loss, size_t n, const double *margin, double *value, double *slope);
/** The softmax cross-entropy of n rows of scores with its gradient: value (n) <- log sum_c exp(s_c)
 *  - s_label, slope (n x classes) <- p - e_label, p = softmax(s). score (n x classes, row-major);
 *  label (n): 0 .. classes - 1. `slope` may be `score`. */
void lf_softmax_loss(size_t n, size_t classes, const double *score, const double *label,
                     double *value, double *slope);

/** What every wrong class takes of a margin over it: value (n) <- sum over l of phi(s_label - s_l),
 *  l not the label, slope (n x classes) <- its gradient; else as above. */
void lf_pairwise_loss(lf_loss loss, size_t n, size_t classes, const double *score,
                      const double *label, double *value, double *slope);

/** Sum of n numbers in a fixed order: four interleaved partial sums, then these. */
double lf_block_sum(size_t n, const double *x);
