/**
 * @file lazy.h
 * @brief Apply the decay of all skipped steps at once: what steps do to the estimates of a level
 *        that they leave out, and to its y, told when the level is needed again.
 *
 *     a step that leaves it out:  e <- (1 - beta_t) e,   y <- y - eta_t w,   w decayed already
 *     steps L+1 to T together:    e(T) = P e(L),         y(T) = y(L) - Q w(L)
 *     P = prod (1 - beta_t),   Q = sum eta_t prod_{L < r <= t} (1 - beta_r),   t = L+1 .. T
 *
 * Each kind of estimate has a beta, and a P, of its own; those of w are Q's. P and Q are quotients
 * and differences of running ones. A running sum of vanishing terms would lose them to rounding, so
 * it begins anew, in another span, each time that the products have fallen a hundredfold. There is
 * room for some spans; when it is full, every level must be brought up to date, once in some 290 /
 * beta steps. Cost: of a question, at most LF_LAZY_SPANS products, however many steps were skipped.
 */
#pragma once

#include <levelfield/algorithm.h>

enum { LF_LAZY_SPANS = 64 };

/** The kinds of estimates: of df/dx, df/dy, second derivatives of g, dg/dy. */
enum { LF_LAZY_FX, LF_LAZY_FY, LF_LAZY_GG, LF_LAZY_GY, LF_LAZY_KINDS };

/** From the beginning of a span. */
typedef struct {
    double keep[LF_LAZY_KINDS]; /* products of 1 - beta_t */
    double sum;                 /* of eta_t times the product so far */
} lf_lazy_span;

/** When a level was up to date. */
typedef struct {
    size_t t; /* steps made until then */
    size_t span;
    lf_lazy_span at;
} lf_lazy_visit;

typedef struct {
    size_t m, t; /* levels, steps made */
    size_t now;  /* the span under way; those before it are over */
    double eta;  /* of the last step */
    lf_lazy_span span[LF_LAZY_SPANS + 1];
    lf_lazy_visit *visit; /* m */
} lf_lazy;

/** What has happened since a level was up to date. */
typedef struct {
    double keep[LF_LAZY_KINDS]; /* P */
    double sum, before;         /* Q, and Q up to the last step but one */
} lf_lazy_gap;

/** No step has been made, and m levels are up to date. */
lf_status lf_lazy_init(lf_lazy *s, size_t m, lf_arena *arena);
/** One more step. True if there is no room for another: bring all levels up to date, then clear. */
bool lf_lazy_push(lf_lazy *s, const double beta[LF_LAZY_KINDS], double eta);
/** Level i, or all of them, are up to date. */
void lf_lazy_mark(lf_lazy *s, size_t i);
void lf_lazy_clear(lf_lazy *s);
/** How many steps level i has missed. */
size_t lf_lazy_missed(const lf_lazy *s, size_t i);
/** What they do to it; there is at least one. */
lf_lazy_gap lf_lazy_since(const lf_lazy *s, size_t i);
