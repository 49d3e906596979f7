/**
 * @file sequential.h
 * @brief Paired tests that are read again while seeds are added, until they decide.
 *
 * Seeds are looked at 6, 8, 12, 18, 27 and 40 at a time, in their order. At each look a p-value is
 * multiplied by the look's factor, and P is the smallest of these so far: the chance that it is
 * ever at most x, for x up to 0.05, is at most x if there is no difference, whatever decides when
 * to stop (docs/statistics.md has the numbers). So P may be read at any moment, and be corrected
 * for others like an ordinary p-value.
 */
#pragma once

#include "harness/statistics/statistics.h"

/** What a claim can come to. */
typedef enum {
    LF_CLAIM_HELD,
    LF_CLAIM_NOT_HELD,
    LF_CLAIM_TIE,
    LF_CLAIM_EDGE, /**< the loser's parameters lie on an edge of what was tried */
    LF_CLAIM_UNDECIDED
} lf_claim_outcome;
enum { LF_CLAIM_OUTCOMES = 5 };

/** The largest level that the factors of looks are made for. */
#define LF_LOOK_LEVEL 0.05

/** The first look after n seeds of a plan that ends at `most`; 0: none. `most` is a look itself. */
size_t lf_look_next(size_t n, size_t most);
/** What the p-value of a look is multiplied by. A plan that ends before 6 has one look, and one
 *  that ends beyond 40 pays for its last by what the others leave of the level. */
double lf_look_factor(size_t look, size_t most);
/** The fewest seeds whose smallest P, times `family`, is at most the level, whatever they bring. */
size_t lf_look_needed(size_t family, double level);
/** The last look of the plan itself, and how many there are. */
enum { LF_LOOK_LAST = 40, LF_LOOKS = 6 };
/** Bootstrap intervals are too narrow with fewer seeds than this look has; they share the level
 *  equally among it and the three after it. */
enum { LF_LOOK_BOOTSTRAP = 12, LF_LOOKS_BOOTSTRAP = 4 };

/** Differences, one for each seed in the seeds' order, and what is claimed of them. */
typedef struct {
    lf_paired_test test;
    size_t n;
    const double *low, *high; /**< (n): each lies between these; equal where it is known */
    double by;                /**< claimed: above this */
    double tie;               /**< within this of 0 is no difference; NAN: any difference counts */
} lf_differences;

/** P for and against the claim, and for a difference of less than `tie`. */
typedef struct {
    double held, against, tie;
} lf_sequential_p;

/** What these say at the level. Too small a difference to matter is a tie also where its sign is
 *  sure, unless more than that is claimed. */
lf_claim_outcome lf_sequential_outcome(const lf_sequential_p *p, const lf_differences *d,
                                       double level);

/** P over all looks, and what they say; of a claim and its contrary the first to reach the level.
 */
typedef struct {
    lf_sequential_p p;
    lf_claim_outcome outcome;
    size_t look; /**< seeds at the look that decided; 0: it is undecided */
} lf_sequential_verdict;

lf_status lf_sequential_decide(const lf_differences *d, double level, lf_sequential_verdict *v);
/** Two-sided P of a ranking: over looks, or at once where no seeds were added. x (n) is scratch;
 *  *sign <- above 0 where what is above `by` speaks louder, below 0 where what is below it does. */
double lf_sequential_two_sided(const lf_differences *d, bool looks, double *x, double *sign);
/** *contrary <- does the interval of the seeds after that look alone lie on the other side? */
lf_status lf_sequential_contrary(const lf_differences *d, double level,
                                 const lf_sequential_verdict *v, bool *contrary);

/** Centre of the differences, of those of their lower and upper ends what is nearest to 0, and its
 *  interval, each end wrong with a chance of at most `level` whenever one stops. Infinite where
 * seeds are too few, or differences too little known. */
lf_status lf_sequential_interval(const lf_differences *d, double level, lf_interval *interval);

/** A claim of m comparisons needs all of them, so they are held each at its own level; one of many
 *  refutes it, so what speaks against is adjusted for their number (`against`: by Holm). One on an
 *  edge keeps it from being held. */
lf_claim_outcome lf_sequential_claim(size_t m, const lf_claim_outcome *line, const double *against,
                                     double level);

/** What it would take to decide. */
typedef struct {
    size_t seeds; /**< in all, about; 0: there is no difference to be seen */
    bool futile;  /**< after 18 seeds: those up to 40 would hardly decide either */
} lf_projection;

/** Later seeds are drawn from those at hand: the first look that decides four times in five; beyond
 *  40 seeds Noether's formula (1987). */
lf_status lf_sequential_project(const lf_differences *d, double level, lf_projection *projection);
