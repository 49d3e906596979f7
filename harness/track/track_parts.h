/**
 * @file track_parts.h
 * @brief What the files behind track.h share: runs held against runs, their scores and scales, and
 * the words of a file.
 */
#pragma once

#include "harness/track/track.h"

/** A metric that never moves is compared with this tolerance, relative to its size (or to 1 below
 * that). */
#define LF_TRACK_STILL 1e-6

/** A pair before and now, with the runs that are compared. */
typedef struct {
    const lf_track_pair *before, *now;
    bool paired;                          /**< first[i] and second[i] have the same seed */
    size_t n, m;                          /**< runs in each; equal if paired */
    const lf_track_run **first, **second; /**< one malloc'ed array: free(first) */
} lf_track_subject;

/** By seed where any seed is on both sides, else all runs against all. */
lf_status lf_track_subject_make(const lf_track_pair *before, const lf_track_pair *now,
                                lf_track_subject *subject);
/** Were both compared on the same seeds, before and now? */
bool lf_track_subject_alike(const lf_track_subject *a, const lf_track_subject *b);
/** Seeds make no difference: the experiment says so, or all recorded traces are the same and the
 *  runs of now have their seeds: of a method that draws, other seeds may well end elsewhere. */
bool lf_track_subject_deterministic(const lf_track_subject *subject);

/** Metric `k` of the pair before as it is now; NULL if there is none any more, or if runs end as
 *  done and none has a value of what some of those recorded have: it is evaluated no more. */
const lf_track_metric *lf_track_counterpart(const lf_track_subject *subject, size_t k);

/** What is measured of a run: two numbers per metric, larger is worse, always finite. */
typedef enum {
    LF_TRACK_COST, /**< mean log of the oracle calls to the targets; a target that was never reached
                        counts as twice the calls of the pair's longest run */
    LF_TRACK_VALUE /**< final value in units of the metric's range; a run without one counts as one
                        range worse than the start and all final values that are compared */
} lf_track_score;

/** Does the metric have this score? */
bool lf_track_has_score(const lf_track_metric *metric, lf_track_score score);
/** The score of a run. `metric` is that of the pair before, `at` its position in the run's own. */
double lf_track_score_of(const lf_track_subject *subject, const lf_track_metric *metric, size_t at,
                         const lf_track_run *run, lf_track_score score);
/** Scores of metric `k` of the pair before: first (n) and second (m). */
void lf_track_scores(const lf_track_subject *subject, size_t k, lf_track_score score, double *first,
                     double *second);
/** Median of second less first if paired, else the difference of medians. Changes both arrays. */
double lf_track_effect(const lf_track_subject *subject, double *first, double *second);

/** Did the metric stay where it was in all recorded runs? Then it has no range of its own: what
 *  stands for one is the absolute tolerance, LF_TRACK_STILL of its size and of 1 at least. */
bool lf_track_is_still(const lf_track_metric *metric);
/** The smallest difference of a score that matters. */
double lf_track_unit(const lf_track_rule *rule, const lf_track_metric *metric,
                     lf_track_score score);

/** "2.9 times the oracle calls to its targets", "final value worse by 12 % of its range": what a
 *  difference of scores means. */
void lf_track_say(const lf_track_metric *metric, lf_track_score score, double difference,
                  char *text, size_t size);

/** Are two pairs' budgets the same? A file of before it was kept how many rows have the expensive
 *  metrics does not say, so that any number is. */
bool lf_track_same_budget(const lf_track_pair *before, const lf_track_pair *now);
/** Parameters, problem or budget that are not as recorded, in words: "eta: 0.1 -> 0.03"; "". */
void lf_track_changes(const lf_track_subject *subject, char *text, size_t size);

/** The pairs of a check, with where their rows begin and whether these are still to be decided. */
typedef struct {
    size_t subjects;
    lf_track_subject *subject;
    size_t *first_row;
    bool *open;
} lf_track_judge;

/**
 * Decide the rows of all open subjects. Those on the same seeds are tested together, so that the
 * chance of calling anything worse by luck is at most the rule's level, whatever became better:
 * with other seeds than recorded without any assumption. With the recorded seeds a different trace
 * is a change of the code for certain, and only its size is in question: there the level is 2 *
 * 2^-k where the k seeds on which a score changed allow no smaller one, so that a change for the
 * worse on all of them is always called one.
 */
lf_status lf_track_judge_run(lf_track_judge *judge, lf_track_check *check);

/* ---- on what scale a metric is judged ---- */

/** The records of one pair. */
typedef struct {
    size_t n;
    const lf_record **record;
    double *scratch; /**< n */
} lf_track_group;

/** The last value of a run that ended as done; NAN if there is none. */
double lf_track_final(const lf_record *record, const char *metric);
/** Has the metric a finite value anywhere? Expensive ones are evaluated where the experiment asks
 * for it, so nowhere if it does not. */
bool lf_track_known(const lf_track_group *group, const char *metric);
/** Start, range, noise and targets of a metric whose name and direction are set, from the runs. A
 *  target that luck at the start could meet is not made, and `why` says so. */
lf_status lf_track_scale(const lf_track_group *group, lf_track_metric *metric);

/* ---- a baseline's lines word by word ---- */

typedef struct {
    const char *origin;
    unsigned line;
    char *rest; /**< of the line: what is not read yet */
    lf_track *track;
    lf_track_pair *pair; /**< the one whose lines are being read; NULL before the first */
    bool counts;         /**< of a version that says how many pairs and runs there are */
    size_t pairs;        /**< how many it says; 0: not yet */
    size_t runs;         /**< the same of the pair's runs */
    bool beside;         /**< and whether one is beside them */
} lf_track_reader;

/** "ORIGIN:LINE: expected ..., not 'got'"; NULL: the line ended there. */
lf_status lf_track_fault(const lf_track_reader *reader, const char *expected, const char *got);
/** The next word, or NULL at the end of the line. */
char *lf_track_word(lf_track_reader *reader);
/** A finite number, or "-" as `missing`. */
lf_status lf_track_number(lf_track_reader *reader, const char *expected, double missing,
                          double *value);
/** The first digits of a trace's hash, or "-". */
lf_status lf_track_hash(lf_track_reader *reader, char hash[LF_TRACK_HASH]);
/** *flag <- which of the two words stands there. */
lf_status lf_track_either(lf_track_reader *reader, const char *off, const char *on, bool *flag);
/** Nothing may follow. */
lf_status lf_track_end(lf_track_reader *reader);

/* ---- what a baseline has to have ---- */

/** The first line, which says the version. */
lf_status lf_track_version(lf_track_reader *reader);
/** The lines `pairs N` and `runs PROBLEM METHOD N [beside]`, from their N on. */
lf_status lf_track_pairs_line(lf_track_reader *reader);
lf_status lf_track_runs_line(lf_track_reader *reader);
/** The pair that was read, if there is one, has as many runs as it says: another or the end comes.
 */
lf_status lf_track_pair_whole(lf_track_reader *reader);
/** All that is needed is there, once all lines are read. */
lf_status lf_track_whole(lf_track_reader *reader);
