/**
 * @file lazy.h
 * @brief Apply the decay of all skipped steps at once.
 *
 * A step visits a few levels. In each of the others every estimate e decays, and y moves on along
 * what is left of w; nothing need be done about it until the level is visited again:
 *
 *     one skipped step:        e <- (1 - beta_t) e,   then y <- y - tau eta_t w
 *     steps L+1 to T at once:  e(T) = P e(L),         y(T) = y(L) - tau Q w(L)
 *     P = prod (1 - beta_t),   Q = sum eta_t prod_{L < r <= t} (1 - beta_r),   t = L+1 .. T
 *
 * Each kind of estimate has its own beta and P; Q is made with those of w. Products and sums run
 * over all steps, and P and Q of a level are quotients and differences of what they were at its
 * last visit and are now. These would lose their digits once the products are tiny, so that
 * products and sums begin anew, in another span, each time that one has fallen a hundredfold. There
 * is room for LF_LAZY_SPANS of them; when it is full, after some 290 / beta steps, every level must
 * be brought up to date once.
 * Cost: of a question, at most LF_LAZY_SPANS products, however many steps were skipped.
 */
#pragma once

#include <levelfield/algorithm.h>

enum { LF_LAZY_SPANS = 64 };

/** The kinds of estimates: of df/dx, df/dy, second derivatives of g, dg/dy. */
enum { LF_LAZY_FX, LF_LAZY_FY, LF_LAZY_GG, LF_LAZY_GY, LF_LAZY_KINDS };

/** Since the beginning of a span. */
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

/** What the skipped steps of a level do to it. */
typedef struct {
    double keep[LF_LAZY_KINDS]; /* P */
    double sum, before;         /* Q, and Q without the last step */
} lf_lazy_gap;

/** No step has been made, and m levels are up to date. */
lf_status lf_lazy_init(lf_lazy *s, size_t m, lf_arena *arena);
/** One more step. True if there is no room for another: bring all levels up to date, then clear. */
bool lf_lazy_push(lf_lazy *s, const double beta[LF_LAZY_KINDS], double eta);
/** Level i is up to date. */
void lf_lazy_mark(lf_lazy *s, size_t i);
/** All levels are up to date: the first span begins again. */
void lf_lazy_clear(lf_lazy *s);
/** How many steps have skipped level i since it was marked. */
size_t lf_lazy_missed(const lf_lazy *s, size_t i);
/** What they do to it, all at once; there is at least one. */
lf_lazy_gap lf_lazy_since(const lf_lazy *s, size_t i);
