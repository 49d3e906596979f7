/**
 * @file decay.h
 * @brief What steps do to the estimates of a level that they leave out, and to its y, told in one
 *        go when it is needed again.
 *
 *     in each step:          s <- (1 - beta_t) s,   y <- y - tau_t w, w shrunken already
 *     from step L to T:      s(T) = P s(L),         y(T) = y(L) - Q w(L)
 *     P = prod (1 - beta_t),   Q = sum tau_t prod_{L < r <= t} (1 - beta_r),   t = L+1 .. T
 *
 * Each kind of estimate has a beta, and a P, of its own; those of w are Q's. P and Q are quotients
 * and differences of running ones. A running sum of vanishing terms would lose them to rounding, so
 * it begins anew, in another span, each time that the products have fallen a hundredfold. There is
 * room for some spans; when it is full, every level must be brought up to date, once in some 290 /
 * beta steps. Cost: of a question, at most LF_DECAY_SPANS products, however many steps were missed.
 */
#pragma once

#include "algorithms/bilevel/parts/level_estimates.h"

enum { LF_DECAY_SPANS = 64 };

/** From the beginning of a span. */
typedef struct {
    double keep[LF_LEVEL_KINDS]; /* products of 1 - beta_t */
    double sum;                  /* of tau_t times the product so far */
} lf_decay_span;

typedef struct {
    size_t now; /* the span under way; those before it are over */
    double tau; /* of the last step */
    lf_decay_span span[LF_DECAY_SPANS + 1];
} lf_decay;

/** When a level was up to date. */
typedef struct {
    size_t span;
    lf_decay_span at;
} lf_decay_mark;

/** What has happened since. */
typedef struct {
    double keep[LF_LEVEL_KINDS]; /* P */
    double sum, before;          /* Q, and Q up to the last step but one */
} lf_decay_gap;

/** No step has been made. Marks made before are void. */
void lf_decay_clear(lf_decay *s);
/** One more step. True if there is no room for another: mark all levels anew, then clear. */
bool lf_decay_push(lf_decay *s, const double beta[LF_LEVEL_KINDS], double tau);
lf_decay_mark lf_decay_now(const lf_decay *s);
/** The steps since the mark, of which there is at least one. */
lf_decay_gap lf_decay_since(const lf_decay *s, const lf_decay_mark *mark);
