/**
 * @file class_share.h
 * @brief p = Pr(y = +1) and p (1 - p): those of the training rows, or estimated from labels drawn.
 *
 * Estimates begin with two labels that nobody drew, +1 and -1, so that p is never 0 or 1.
 *
 * Source: Liu, Yuan, Ying & Yang, ICLR 2020, Algorithm 4. It prints no first values; with the
 *         labels above they are p = ybar = p (1 - p) = 1/2.
 */
#pragma once

#include <stddef.h>

typedef enum {
    LF_SHARE_KNOWN,   /**< the share among the training rows */
    LF_SHARE_PRINTED, /**< as printed; deviations from earlier means stay as they were */
    LF_SHARE_EXACT    /**< p (1 - p) from the counts alone, T+ T- / (n (n - 1)): unbiased */
} lf_share_mode;

/** For LF_CHOICE, in the order of the enum. */
#define LF_SHARE_WORDS "known|printed|exact"

/** What is remembered between batches. */
enum {
    LF_SHARE_POSITIVES, /**< T+ */
    LF_SHARE_NEGATIVES, /**< T- */
    LF_SHARE_MEAN,      /**< ybar */
    LF_SHARE_PRODUCT,   /**< the estimate of p (1 - p) */
    LF_SHARE_MEMORY
};

typedef struct {
    lf_share_mode mode;
    double known;   /**< n+ / n of the training rows */
    double *memory; /**< LF_SHARE_MEMORY numbers, the caller's */
} lf_class_share;

/** memory <- as before any label. */
void lf_class_share_begin(const lf_class_share *share);
/** p */
double lf_class_share_of(const lf_class_share *share);
/** p (1 - p) */
double lf_class_share_product(const lf_class_share *share);
/** Take the labels of a batch in. They count from the next batch on: an estimate is to be
 *  independent of the batch that it is used for. */
void lf_class_share_add(const lf_class_share *share, size_t positives, size_t negatives);
