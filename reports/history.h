/**
 * @file history.h
 * @brief The page of a baseline's past.
 */
#pragma once

#include "harness/track/track_history.h"

/** What stands for a commit's hash in an address. */
#define LF_HISTORY_COMMIT "{commit}"

/** Write DIR/index.html, one file that needs nothing else, and make DIR. `url`: where a commit can
 *  be looked at, with LF_HISTORY_COMMIT in it; NULL: commits are no links. */
lf_status lf_history_write(const lf_track_history *history, const char *url, const char *dir);

/* ---- the past of one metric of one pair, and its curves, small enough for a cell ---- */

/** What is looked at: names borrowed from a history. */
typedef struct {
    const char *problem, *method, *metric;
} lf_past_subject;

typedef struct {
    const lf_track_history *of;
    lf_track_state *state;    /**< one per version */
    const lf_track_row **row; /**< against the version before; NULL: there is none */
    size_t last;              /**< version with the latest change point; 0: none */
} lf_past;

lf_status lf_past_make(const lf_track_history *history, const lf_past_subject *subject,
                       lf_past *past);
void lf_past_free(lf_past *past);

/** malloc'ed SVG over the versions, of the oracle calls (logarithmic) or of the final value: a step
 *  where a version differs from the one before, and a mark that says how. A dash where there is
 *  nothing to be drawn; NULL: no memory. */
char *lf_past_draw(const lf_past *past, bool calls);
