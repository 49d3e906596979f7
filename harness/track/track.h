/**
 * @file track.h
 * @brief Baselines: what an experiment did, in a small text file, and whether it still does it.
 *
 * A pair is one method on one problem. What a pair costs is counted in oracle calls: evaluations of
 * every kind, summed over roles, so that a change of an experiment's own unit changes nothing here.
 * docs/tracking.md explains the decisions and the file, line by line.
 */
#pragma once

#include <stdio.h>

#include "harness/results/results.h"

/** Most targets of a metric, on the way from the start to the median final value. */
enum { LF_TRACK_TARGETS = 3 };

/** A metric of a pair: its scale and its targets. */
typedef struct {
    char *name;
    bool higher;    /**< higher is better */
    bool logarithm; /**< judged by its logarithm: it falls by more than two decades */
    double start;   /**< median at the start of the runs; NAN if it is not evaluated there */
    double range;   /**< > 0: the unit of differences; of its logarithm if `logarithm`. Of a metric
                         that never moved it is an absolute tolerance */
    double noise;   /**< of values around each other, in its scale; NAN: read from a file */
    char *why;      /**< why it is without some or all targets, one line; NULL */
    size_t targets; /**< 0: judged by its final value alone */
    double target[LF_TRACK_TARGETS]; /**< from the easiest to the hardest */
} lf_track_metric;

/** What one run did about one metric. */
typedef struct {
    double final;                  /**< last value; NAN if the run did not end as done */
    double cost[LF_TRACK_TARGETS]; /**< oracle calls to each target, to stay; INFINITY: never */
} lf_track_value;

/** Bytes of a shortened trace hash: 16 hex digits are enough to tell two traces apart. */
enum { LF_TRACK_HASH = 17 };

typedef struct {
    uint64_t seed;
    lf_run_status status;
    char hash[LF_TRACK_HASH]; /**< "-" if there is no trace */
    double calls;             /**< oracle calls of the whole run */
    lf_track_value *value;    /**< one per metric of the pair */
} lf_track_run;

typedef struct {
    char *problem, *method;    /**< ids of the experiment */
    bool deterministic;        /**< the experiment says that seeds make no difference */
    char *setting, *algorithm; /**< canonical problem and algorithm */
    char *budget;              /**< with checkpoints: "20:dp.g, 10 even checkpoints, 2 expensive" */
    char *data;                /**< the first 16 digits of its data's SHA-256; NULL: it has no data
                                    that could change, or the file is of before this was kept */
    size_t metrics, runs;
    lf_track_metric *metric; /**< sorted by name */
    lf_track_run *run;       /**< sorted by seed */
    lf_track_run *beside;    /**< that of seed 0 from a start beside its own by hardly more than
                                  rounding (harness/run/start.c), if seeds change nothing; or NULL */
} lf_track_pair;

/** A baseline. Owns everything. */
typedef struct {
    char *experiment, *scale;
    char *version, *commit,
        *cpu;    /**< of the runs: levelfield's version and commit, BLAS's CPU type */
    char *date;  /**< "2025-06-01" */
    char *label; /**< the user's own words; NULL */
    size_t pairs;
    lf_track_pair *pair; /**< sorted by problem, method */
} lf_track;

/** Read a baseline off results. Metrics that `like` has (NULL: none) keep its scale and targets, so
 *  that costs can be compared. Runs that are not in the store are left out. LF_BAD_INPUT if there
 * is no run at all. */
lf_status lf_track_make(const lf_results *results, const lf_track *like, const char *label,
                        lf_track *track);
void lf_track_clear(lf_track *track);
/** NULL if there is none. */
const lf_track_pair *lf_track_find(const lf_track *track, const char *problem, const char *method);
const lf_track_metric *lf_track_find_metric(const lf_track_pair *pair, const char *name);
/** Do they have the same targets? Only then can oracle calls to them be compared. */
bool lf_track_same_targets(const lf_track_metric *a, const lf_track_metric *b);

/** What a baseline says of a metric: medians over the runs. */
typedef struct {
    const lf_track_metric *metric; /**< NULL: it is not there */
    double calls;                  /**< oracle calls to the hardest target; INFINITY: never; NAN:
                                        there are no targets */
    double final;                  /**< NAN: no run has one */
} lf_track_state;

lf_status lf_track_state_of(const lf_track *track, const char *problem, const char *method,
                            const char *metric, lf_track_state *state);
/** By how much the run beside differs from the pair's first in metric `k`: the larger of the
 *  difference of final values, in units of the metric's range, and of the logarithm of oracle calls
 *  to the targets. 0 if there is no such run. */
double lf_track_resolution(const lf_track_pair *pair, size_t k);
/** How many times the oracle calls of its cheapest seed the dearest takes, in the mean over the
 *  targets of metric `k`; 1 if there are none. */
double lf_track_spread(const lf_track_pair *pair, size_t k);
/** malloc'ed "0,1,2": every seed of any run, sorted. NULL if memory is short. */
char *lf_track_seeds(const lf_track *track);

/** Text of a baseline, malloc'ed: the same track gives the same bytes. */
lf_status lf_track_text(const lf_track *track, char **text);
/** Read such a text; `origin` stands in front of messages: "FILE:12: expected ..." */
lf_status lf_track_parse(const char *text, const char *origin, lf_track *track);
/** The same with files; saving is whole or not at all. */
lf_status lf_track_save(const lf_track *track, const char *path);
lf_status lf_track_load(const char *path, lf_track *track);

/** X(enum, word) of what a check finds, from what matters least to what matters most. */
#define LF_TRACK_VERDICT_LIST(X)                                                                   \
    X(LF_TRACK_IDENTICAL, "identical")                                                             \
    X(LF_TRACK_NEW, "new")                                                                         \
    X(LF_TRACK_NOISE, "within noise")                                                              \
    X(LF_TRACK_BETTER, "better")                                                                   \
    X(LF_TRACK_UNDECIDABLE, "undecidable")                                                         \
    X(LF_TRACK_MISSING, "missing")                                                                 \
    X(LF_TRACK_WORSE, "worse")
#define LF_TRACK_VERDICT_ENUM(verdict, word) verdict,
typedef enum { LF_TRACK_VERDICT_LIST(LF_TRACK_VERDICT_ENUM) LF_TRACK_VERDICTS } lf_track_verdict;
#undef LF_TRACK_VERDICT_ENUM

const char *lf_track_verdict_name(lf_track_verdict verdict);

/** A nudged start is one rounding of many: others may change a run so many times as much. */
enum { LF_TRACK_MOVES = 3 };

/** How to decide. */
typedef struct {
    double level;     /**< chance of any false alarm in the whole check: 0.01 */
    double threshold; /**< smallest relative change that matters: 0.05 is 5 % more oracle calls, or
                           5 % of a metric's range */
    double tolerance; /**< of deterministic methods, instead of level and threshold: 1e-6, or
                           LF_TRACK_MOVES times what the run beside changes, if that is more */
} lf_track_rule;

/** One decision: a metric of a pair. */
typedef struct {
    const char *problem, *method, *metric; /**< borrowed from the baselines; metric "" if missing */
    lf_track_verdict verdict;
    double
        calls_ratio; /**< oracle calls to the targets, now over recorded, median over seeds; NAN */
    double before, after; /**< median final values */
    double p;             /**< adjusted p-value of the verdict's side; NAN if nothing was tested */
    char note[256];       /**< one line: what was decisive, parameters that changed; "" */
    double effect[2];     /**< median change of the costs and of the final value, in thresholds,
                               positive is worse; NAN: not tested */
    size_t decisive;      /**< which of the two decided */
} lf_track_row;

/** A whole check. Borrows from both baselines. */
typedef struct {
    size_t rows;
    lf_track_row *row; /**< by problem, method, metric */
    size_t count[LF_TRACK_VERDICTS];
    lf_track_rule rule;
    double alarms; /**< chance of any false alarm in this check: the rule's level, or more where few
                        seeds of a changed program allow no less */
    char hint[256]; /**< one line about the check as a whole: runs left out, other bits; "" */
} lf_track_check;

/** Are both of the same data and budget, and do they say the same of runs with the same trace?
 * `now` has the targets of `before`. LF_BAD_INPUT: one of these changed, or a number of the file
 * was written by hand. */
lf_status lf_track_agree(const lf_track *before, const lf_track *now);
/** Decide every metric of every pair of `before`. */
lf_status lf_track_decide(const lf_track *before, const lf_track *now, const lf_track_rule *rule,
                          lf_track_check *check);
void lf_track_check_clear(lf_track_check *check);
/** Is anything worse by a test? Luck may be behind it, at most as often as the check says. */
bool lf_track_doubtful(const lf_track_check *check);
/** malloc'ed "5-9": as many seeds as were recorded, that neither has, nor `taken` (n); above them
 *  if there are any. NULL if memory is short. */
char *lf_track_other_seeds(const lf_track *before, const lf_track *now, const uint64_t *taken,
                           size_t n);
/** Ask other seeds: what the check calls worse by a test stays so if the median over these is
 *  beyond the threshold in the same direction, and is within noise otherwise. What was luck of the
 *  recorded seeds is not found out: these stay the yardstick. */
lf_status lf_track_confirm(const lf_track *before, const lf_track *again, lf_track_check *check);
/** Nothing worse and nothing missing? */
bool lf_track_passed(const lf_track_check *check);
/** Enough seeds to call a run with other seeds worse at this level? `seeds` <- how many would do.
 */
bool lf_track_decidable(size_t have, double level, size_t *seeds);

/** "FV needs 2.9 times the oracle calls": a row in words, for people. */
void lf_track_describe(const lf_track_row *row, char *text, size_t size);
/** JUnit XML: one test case per row; worse and missing fail, undecidable is skipped. */
void lf_track_junit(const lf_track_check *check, const char *experiment, FILE *out);
/** GitHub workflow commands: ::error for worse and missing, ::warning, ::notice for the others. */
void lf_track_github(const lf_track_check *check, const char *file, FILE *out);
/** A Markdown table of what is not identical, what matters most first, for a job summary or a
 *  comment. */
void lf_track_markdown(const lf_track_check *check, const char *experiment, FILE *out);
/** JSON for a badge, in the form that shields.io reads from an endpoint: "12 hold", "1 worse". */
void lf_track_badge(const lf_track_check *check, const char *experiment, FILE *out);
