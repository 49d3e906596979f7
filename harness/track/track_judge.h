/**
 * @file track_judge.h
 * @brief The part of a check that is decided by a test.
 */
#pragma once

#include "harness/track/track_parts.h"

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
