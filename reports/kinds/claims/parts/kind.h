/**
 * @file kind.h
 * @brief What a kind of claim is, and the evidence that kinds decide by.
 *
 * A kind is one file in reports/kinds/claims/, found by the build; its word in YAML is the file's
 * name. Most look at runs pair by pair: they give every pair a margin, and the tests, corrections
 * and intervals after it are the same for all. A kind that is about no run's own value (an
 * exponent, a place on a frontier) decides as a whole.
 */
#pragma once

#include <stdio.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/quantity.h"
#include "reports/kinds/claims/parts/claims.h"

/** Keys of a claim that not every kind has; bit i is number i of the names in claim_check.c. */
enum {
    LF_CLAIM_FRONTIER = 1 << 0,
    LF_CLAIM_AT = 1 << 1,
    LF_CLAIM_FIT = 1 << 2,
    LF_CLAIM_METRIC = 1 << 3,
    LF_CLAIM_THAN = 1 << 4,
    LF_CLAIM_TARGET = 1 << 5,
    LF_CLAIM_FACTOR = 1 << 6,
    LF_CLAIM_PROBLEMS = 1 << 7,
    LF_CLAIM_BY = 1 << 8,
    LF_CLAIM_MEAN = 1 << 9,
    LF_CLAIM_COST = 1 << 10,
    LF_CLAIM_WHERE = 1 << 11,
    LF_CLAIM_AT_MOST = 1 << 12,
    LF_CLAIM_AT_LEAST = 1 << 13,
    LF_CLAIM_TIE_WITHIN = 1 << 14,
    LF_CLAIM_TEST = 1 << 15,
    LF_CLAIM_REACH = 1 << 16,
    LF_CLAIM_BOUND = 1 << 17
};

typedef struct lf_claim_kind lf_claim_kind;

/** A claim with everything that is needed to look at it. */
typedef struct {
    const lf_results *results;
    const lf_experiment_claim *claim;
    const lf_claim_kind *kind;
    size_t method;
    double level;
    double by;  /**< what a margin has to be more than */
    bool rises; /**< more of its metric, or of its frontier's y, is better, whatever is claimed */
} lf_claim_case;

/** One pair of runs, or one run where nothing is compared. */
typedef struct {
    size_t own, other;     /**< positions in results->plan; other SIZE_MAX: none */
    double value, against; /**< what the two have: final metrics, costs to the target, slopes */
    double low, high;      /**< margin in favour of the claim, at least and at most: they differ
                                where a cost is censored. Above `by` speaks for the claim */
} lf_claim_pair;

/** The evidence for one comparison. */
typedef struct {
    size_t problem, than; /**< than SIZE_MAX: none */
    bool fixed;           /**< the seed changes nothing in any of its runs: one speaks for all */
    bool once;            /**< by seconds, and a side has one run, whose time no other repeats */
    bool drawless;        /**< its methods draw nothing: what varies is the start, or the data */
    size_t runs;          /**< in a row that share a level, and are one pair by their means */
    double icc;           /**< how alike these are; NAN: nothing is shared, or not known */
    double resolution;    /**< by how much the one pair's margin moves when its runs are nudged,
                               and its ends were moved apart; 0: it does not, or no run was */
    size_t missing;       /**< runs without a record or without a value */
    size_t pairs;
    lf_claim_pair *pair;
} lf_claim_sample;

/** What a number without chance is worth: `what` moves by `resolution` beside its start; NAN: there
 *  the `lack`. */
void lf_claim_beside(FILE *out, const char *what, double resolution, const char *lack);
/** "is missing or has no value", of one run, or the same of more. */
const char *lf_claim_missing(size_t n);

/** What is said of seconds that nothing can be tested by. */
#define LF_CLAIM_ONCE                                                                              \
    "seconds of one run, which no other repeats: leave out deterministic, or claim a cost that "   \
    "is "                                                                                          \
    "counted"

/** Constant data; its symbol is lf_claim_kind_<file name>. */
struct lf_claim_kind {
    int place;           /**< among the kinds, smallest first, where all are named */
    unsigned needs, may; /**< keys; any other would be ignored, and is refused */
    /** What the keys alone cannot tell: values, and what they name. NULL: nothing. */
    lf_status (*check)(const lf_experiment *experiment, const lf_experiment_claim *claim);
    bool ranks; /**< its metric is what methods are judged by on a problem */

    /* ---- by pairs ---- */

    /** value, against, low and high of a pair; NAN: the runs have none. */
    lf_status (*margin)(const lf_claim_case *c, lf_claim_pair *pair);
    /** What a margin is in the claim's own terms. Monotone, so that medians and quantiles of
     * margins become those of what is shown. */
    double (*shown)(const lf_claim_case *c, double margin);
    bool higher;      /**< the larger value of a pair is claimed */
    bool strict;      /**< without `by` a margin of 0 is not enough */
    bool ratios;      /**< margins are logarithms of ratios: so are `factor`, as `by`, and `tie` */
    const char *what; /**< that is shown: "difference" */
    /** The words for a pair without chance. */
    void (*exact)(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair);

    /* ---- by pairs, but not by a test ---- */

    lf_claim_outcome (*outcome)(const lf_claim_case *c, const lf_claim_sample *sample);
    void (*sentence)(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample);
    size_t (*seeds)(const lf_claim_case *c); /**< with which both can be shown; NULL: one */

    /* ---- as a whole ---- */

    /** Fill in the comparisons, with room for every problem and method compared with. */
    lf_status (*decide)(const lf_claim_case *c, lf_claim_verdict *verdict);
    /** Is a point of the method's on this problem? Of comparisons without a problem of their own.
     */
    bool (*concerns)(const lf_claim_case *c, size_t method, const char *problem);
    /** What it compares, where that is not the metric that it names. NULL: none. */
    const char *(*metric)(const lf_experiment *experiment, const lf_experiment_claim *claim);
};

/** The kind of a claim; NULL if the word is none. */
const lf_claim_kind *lf_claim_kind_of(const lf_experiment_claim *claim);
/** Word of kind number i, by place; NULL after the last. */
const char *lf_claim_kind_word(size_t i);

/* ---- margins that kinds share ---- */

/** Final value of a run, its value at a cost (NAN: the end), or with `mean` its mean; `worst` for
 * one that did not end well. NAN: unknown. */
lf_status lf_claim_value(const lf_claim_case *c, size_t run, double cost, double worst,
                         double *value);
/** What `where` may be in a run: the constant `bound` of its problem, else `at_most`; NAN: any. */
double lf_claim_bound(const lf_claim_case *c, size_t run);
/** Shown: `at_most` less the margin, which is the value itself. */
double lf_claim_below_bound(const lf_claim_case *c, double margin);
/** Margin of two values of which the smaller, or else the larger, is claimed. */
lf_status lf_claim_compare(const lf_claim_case *c, bool lower, lf_claim_pair *pair);
lf_status lf_claim_compare_check(const lf_experiment *experiment, const lf_experiment_claim *claim);
void lf_claim_compare_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair);
/** A number above 0 or, if they may be, a share as in 5%. LF_BAD_INPUT. */
lf_status lf_claim_tie_check(const char *text, bool shares);
/** The claim's own, else that of its metric; NULL: neither is there, or its kind has none. */
const char *lf_claim_tie_of(const lf_experiment *experiment, const lf_experiment_claim *claim);
/** Is a target reached only where it is kept to the end? */
bool lf_claim_stays(const lf_experiment_claim *claim);
/** A margin within this of 0 is no difference; NAN: every margin is one, or it is not known. */
lf_status lf_claim_tie(const lf_claim_case *c, const lf_claim_sample *sample, double *tie);
/** "0.0847", or that there is none. */
const char *lf_claim_number(double value, char text[32]);

/* ---- from pairs to a verdict ---- */

/** A claim that nothing is known of but its experiment. */
lf_claim_case lf_claim_case_of(const lf_results *results, const lf_experiment_claim *claim);
/** sample <- the problem and method of every comparison, with room for each problem and each method
 *  compared with, or none. Returns their number. */
size_t lf_claim_list(const lf_claim_case *c, lf_claim_sample *sample);
/** Is a rival, by its position in `than`, an earlier one under a second name? Counted twice it
 *  would shield the claim from what refutes it, and make one fact two. */
bool lf_claim_repeats(const lf_claim_case *c, size_t than);
/** Collect the pairs of sample->problem and sample->than; lf_claim_sample_free() in any case. */
lf_status lf_claim_gather(const lf_claim_case *c, lf_claim_sample *sample);
void lf_claim_sample_free(lf_claim_sample *sample);

/** Decide every comparison; verdict->comparison[i] belongs to sample[i]. */
lf_status lf_claim_test(const lf_claim_case *c, const lf_claim_sample *sample,
                        lf_claim_verdict *verdict);
/** outcome, exact, spread and P of a comparison with evidence. */
lf_status lf_evidence_decide(const lf_evidence *evidence, lf_comparison_verdict *verdict);
/** What the loser's grid may have decided is not decided. */
lf_claim_outcome lf_evidence_edge(const lf_evidence *evidence, lf_claim_outcome outcome);
/** Holm over the comparisons that were tested; family <- their number. */
lf_status lf_claim_correct(lf_claim_verdict *verdict, size_t *family);
/** The outcome of the claim from those of its comparisons. */
lf_status lf_claim_conclude(double level, lf_claim_verdict *verdict);
/** A comparison that is decided while the loser's parameters lie on an edge is decided no more, and
 *  its line says so. */
lf_status lf_claim_edges(const lf_claim_case *c, lf_claim_verdict *verdict);
/** A comparison that nothing has been said of. */
lf_comparison_verdict lf_claim_unsaid(size_t problem, size_t than);

/** The line of one comparison; `family` is the number of tests behind Holm's correction. malloc'ed;
 *  NULL: no memory. */
char *lf_claim_line(const lf_claim_case *c, const lf_claim_sample *sample,
                    const lf_comparison_verdict *verdict, size_t family);
/** Of several comparisons the one that is quoted; NULL: there are none. */
const lf_comparison_verdict *lf_claim_speaker(const lf_claim_verdict *verdict);
/** The line of the whole claim. */
char *lf_claim_summary(const lf_claim_case *c, const lf_claim_verdict *verdict);
