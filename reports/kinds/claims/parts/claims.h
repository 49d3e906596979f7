/**
 * @file claims.h
 * @brief Claims of an experiment, decided: held, not held, a tie, a choice on an edge or undecided,
 *        each with its statistic.
 *
 * A claim is a set of comparisons, one for every problem and every method that it is compared with;
 * it is held when all of them are, not held when one of them is refuted, a choice on an edge when
 * what one says is for lack of a wider grid, a tie when the rest of them are, else undecided.
 * Comparisons are paired by seed. docs/statistics.md explains the tests and what they assume.
 */
#pragma once

#include "harness/experiment/section.h"
#include "harness/results/results.h"
#include "harness/statistics/sequential.h"

/** A sentence that results decide. A kind is a file in reports/kinds/claims/, which says what it
 * needs of these. */
typedef struct lf_experiment_claims {
    char *id;
    char *text;   /**< the claim in words */
    char *kind;   /**< name of such a file */
    char *method; /**< id */
    unsigned than_count;
    char **than; /**< ids of the methods it is compared with */
    unsigned problems_count;
    char **problems; /**< ids; none: all that run */
    char *fit;       /**< id; of an exponent */
    char *frontier;  /**< id */
    double *at;      /**< x on the frontier */
    char *metric;    /**< NULL: of an exponent, a frontier */
    bool mean;       /**< lower, higher: not its end but its mean over `cost` */
    char *target; /**< a number; or `method`, `baseline`: what that one ended with, seed by seed */
    char *cost;   /**< NULL: the first limit's unit */
    char *where;
    double *at_most;
    char *bound;      /**< a constant that stands for at_most on the problems that have it; NULL */
    double *at_least; /**< of an exponent */
    double *factor;
    double *by;    /**< lower, higher, on a frontier: by at least so much; NULL: by anything */
    char *tie;     /**< a difference of less is none: a number, or "5%" of what the other gained;
                        NULL: none, of speed-ups 0.1 */
    char *test;    /**< pairs (NULL) or sign */
    char *reach;   /**< first or stays, of a target; NULL: stays where there is `where` */
    double *level; /**< of significance; NULL: 0.05 */
} lf_experiment_claim;

/** What counts as no difference in a metric, wherever a claim to be lower or higher in it does not
 * say so itself. */
typedef struct lf_experiment_ties {
    char *metric;
    char *tie; /**< as a claim's */
    char *why; /**< a sentence */
} lf_experiment_tie;

/** "held", "not held", "tie", "choice on an edge", "undecided" */
const char *lf_claim_outcome_name(lf_claim_outcome outcome);

/** What a comparison of pairs is decided by. Nothing else of its runs is looked at, so that a
 * record that keeps it can be decided again. */
typedef struct {
    lf_differences d; /**< the margins are the evidence's own; n 0: it was decided in another way */
    double level;
    bool strict;     /**< a margin of 0 is not enough */
    bool fixed;      /**< the first margin speaks for all: nothing is random */
    bool drawless;   /**< what varies is the start alone, and one run is a margin */
    bool own, other; /**< the choice of who is claimed to be better, or of the other, may have
                        lost for its grid */
} lf_evidence;

/** One comparison of a claim. */
typedef struct {
    size_t problem; /**< position in the experiment's list; SIZE_MAX: several of them */
    size_t than;    /**< method it is compared with; SIZE_MAX: none (feasible, slope, exponent) */
    lf_claim_outcome outcome;
    bool exact;                    /**< nothing random: decided without a test */
    double spread;                 /**< exact over several starts: of their margins; NAN: of one */
    size_t pairs;                  /**< seeds compared */
    size_t positive;               /**< of them: what speaks for the claim */
    double estimate, lower, upper; /**< difference (own less other), speed-up or slope; each end is
                                        wrong with a chance of at most `level`; NAN: not known */
    lf_interval superiority;       /**< chance that a run of the method is better than one of the
                                        other, with its 1 - level interval; NAN: none */
    double tie;                    /**< a difference of less is none; NAN: any counts */
    lf_sequential_p p;    /**< sequential, one-sided, of this comparison alone; NAN when exact */
    lf_sequential_p holm; /**< the first two adjusted for all comparisons of the claim */
    size_t look;          /**< seeds at the look that decided; 0: none did, or it is exact */
    bool contrary;        /**< the seeds after that look surely say the contrary */
    lf_projection needs;  /**< where it is undecided */
    char *statistic;      /**< one line */
    lf_evidence evidence;
} lf_comparison_verdict;

typedef struct {
    lf_claim_outcome outcome;
    char *statistic; /**< one line: of the comparison that decided, and where it was */
    size_t comparisons;
    lf_comparison_verdict *comparison;
} lf_claim_verdict;

/** Decide a claim again from the evidence of its comparisons (room for n) alone: their outcomes and
 *  P, and its own. */
lf_status lf_claim_again(lf_claim_verdict *verdict);

/** How often luck decides a claim against whom it takes its target from, who has always got there:
 * simulated by test_claim_rates (docs/statistics.md, "How often this is wrong"). */
#define LF_CLAIM_SET_RATE 0.11

/** Decide claim number `claim` of the experiment. */
lf_status lf_claim_decide(const lf_results *results, size_t claim, lf_claim_verdict *verdict);
void lf_claim_verdict_clear(lf_claim_verdict *verdict);

/** Seeds, or levels, with which it can be held as well as not held; 0: it is about nothing that
 * runs. */
lf_status lf_claim_seeds(const lf_experiment *experiment, size_t claim, size_t *seeds);
/** Call `say` with one line if there are claims that a scale cannot decide both ways, with `most`
 *  seeds or (0) those that it asks for. */
lf_status lf_claims_few(const lf_experiment *experiment, const lf_experiment_scale *scale,
                        size_t most, void (*say)(const char *text));

/** Does it say which of two methods is better, so that its metric is what they are judged by? */
bool lf_claim_ranks(const lf_experiment_claim *claim);

/** *by <- the metric that most of the claims on a problem rank methods by, and the bound that most
 *  of these ask for; false: none does. */
bool lf_claims_judged(const lf_results *results, size_t problem, struct lf_judged *by);
/** target <- values of the metric, at most `room` different ones, that claims on the problem name;
 *  returns their number. */
size_t lf_claims_targets(const lf_experiment *experiment, const char *problem, const char *metric,
                         size_t room, double *target);

/** malloc'ed sentence: how small a difference is none, and why; NULL: no memory. */
char *lf_claims_tie_words(const lf_experiment_tie *tie);
/** That sentence for each metric whose claims leave it to the section `ties`. */
lf_status lf_claims_ties(struct lf_page *page, const lf_results *results);

/** text <- "2 held, 1 undecided": outcomes that there are (LF_CLAIM_OUTCOMES counts), or all. */
void lf_claims_tell_counts(const size_t *count, bool all, char *text, size_t size);
/** text <- that of the claims of an experiment; returns their number. */
size_t lf_claims_tell(const lf_results *results, const lf_claim_verdict *verdicts, char *text,
                      size_t size);

/** What the lines of an experiment's claims are about, mirrored ones and other bounds once. */
typedef struct {
    size_t lines, facts, outcome[LF_CLAIM_OUTCOMES]; /**< facts by outcome */
} lf_facts;
lf_status lf_facts_of(const lf_results *results, const lf_claim_verdict *verdicts, lf_facts *facts);

/** Every claim has what its kind needs, and names what there is. */
lf_status lf_claims_check(const lf_experiment *experiment);

/** Decides into an array of lf_claim_verdict, one for each claim. */
extern const lf_section lf_section_claims;
