/**
 * @file track_parts.h
 * @brief What the files behind lf_track_decide share: runs held against runs, and their scores.
 */
#pragma once

#include "harness/track/track.h"

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
/** Seeds make no difference: the experiment says so, or the recorded traces show it. */
bool lf_track_subject_deterministic(const lf_track_subject *subject);

/** What is measured of a run: two numbers per metric, larger is worse, always finite. */
typedef enum {
    LF_TRACK_COST, /**< mean log of the oracle calls to the targets; a target that was never reached
                        counts as twice the calls of the pair's longest run */
    LF_TRACK_VALUE /**< final value in units of the metric's range; a run without one counts as one
                        range worse than the start */
} lf_track_score;

/** Does the metric have this score? */
bool lf_track_has_score(const lf_track_metric *metric, lf_track_score score);
/** The score of a run. `metric` is the recorded one, `at` its position in the run's own pair. */
double lf_track_score_of(const lf_track_subject *subject, const lf_track_metric *metric, size_t at,
                         const lf_track_run *run, lf_track_score score);
/** Scores of metric `k` of the pair before: first (n) and second (m). */
void lf_track_scores(const lf_track_subject *subject, size_t k, lf_track_score score, double *first,
                     double *second);
/** Median of second less first if paired, else the difference of medians. Changes both arrays. */
double lf_track_effect(const lf_track_subject *subject, double *first, double *second);

/** "2.9 times the oracle calls to its targets", "final value worse by 12 % of its range": what a
 *  difference of scores means. */
void lf_track_say(lf_track_score score, double difference, char *text, size_t size);

/** Parameters, problem or budget that are not as recorded, in words: "eta: 0.1 -> 0.03"; "". */
void lf_track_changes(const lf_track_subject *subject, char *text, size_t size);
