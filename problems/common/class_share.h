/**
 * @file class_share.h
 * @brief p = Pr(y = +1) and p (1 - p): those of the training rows, or estimated from labels drawn.
 *
 * Estimates begin with two labels that nobody drew, +1 and -1, so that p is never 0 or 1; but not
 * online ones, which are of labels drawn alone and begin with the batch at hand.
 *
 * Source: Liu, Yuan, Ying & Yang, ICLR 2020, Algorithm 4. It prints no first values; with the
 *         labels above they are p = ybar = p (1 - p) = 1/2. Online: Ying, Wen & Lyu, NIPS 2016.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LF_SHARE_KNOWN,   /**< the share among the training rows */
    LF_SHARE_PRINTED, /**< as printed; deviations from earlier means stay as they were */
    LF_SHARE_EXACT,   /**< p (1 - p) from the counts alone, T+ T- / (n (n - 1)): unbiased */
    LF_SHARE_ONLINE   /**< the share of positive labels, this batch's among them; p (1 - p) of it */
} lf_share_mode;

/** For LF_CHOICE, in the order of the enum. */
#define LF_SHARE_WORDS "known|printed|exact|online"

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
/** Take the labels of a batch in: before its gradient if lf_class_share_first(), and otherwise
 * after it, so that an estimate is independent of the batch that it is used for. */
void lf_class_share_add(const lf_class_share *share, size_t positives, size_t negatives);
/** Do the labels of a batch count for its own gradient? */
static inline bool lf_class_share_first(const lf_class_share *share) {
    return share->mode == LF_SHARE_ONLINE;
}
