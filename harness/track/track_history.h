/**
 * @file track_history.h
 * @brief A baseline's past: its versions in order, and what changed from each to the next.
 *
 * A version is a change point of a pair if a trace differs from the version before, bit for bit;
 * how much it matters is then decided as `track check` decides it. So a change that nobody meant is
 * there even where it is far below what any test could see.
 */
#pragma once

#include "harness/track/track.h"

/** A baseline, where it comes from, and what it changed. */
typedef struct {
    lf_track track;
    char *commit;         /**< for links: all digits that are known */
    char *name;           /**< the same for people: as few digits as will do */
    char *date, *subject; /**< of the commit; of a file its date and label, "" without one */
    lf_track_check check; /**< held against the version before; no rows in the first */
} lf_track_version;

/** Owns everything. Oldest first. */
typedef struct {
    size_t versions;
    lf_track_version *version;
    lf_track_check whole; /**< the last version held against the first; no rows below three */
    size_t left_out;      /**< commits whose baseline is not there or cannot be read */
    char *reason;         /**< of the last of them: one line; NULL */
} lf_track_history;

/** Read the files, in this order, and decide. */
lf_status lf_track_history_load(const char *const *path, size_t n, lf_track_history *history);
/** Read the file as it was in every commit of the range that touched it, and decide. Commits
 *  without a readable baseline are left out; LF_BAD_INPUT if that leaves none. */
lf_status lf_track_history_read(const char *range, const char *path, lf_track_history *history);
void lf_track_history_clear(lf_track_history *history);

/** What version i > 0 says about a metric of a pair, against the one before; NULL if neither has
 *  it. A pair that is missing or new has one row for all of its metrics. */
const lf_track_row *lf_track_history_row(const lf_track_history *history, size_t i,
                                         const char *problem, const char *method,
                                         const char *metric);
/** Pairs of version i > 0 with another trace than before, of those in both. */
size_t lf_track_history_changed(const lf_track_history *history, size_t i, size_t *pairs);
/** Is anything in version i > 0 not as before? */
bool lf_track_history_moved(const lf_track_history *history, size_t i);

/** text <- "2 worse, 10 within noise": what a check found; "identical" if nothing. */
void lf_track_counts(const lf_track_check *check, char *text, size_t size);
/** malloc'ed sentence: what the last version is against the first, the gravest first. NULL: there
 *  are not three, or no memory. */
char *lf_track_history_whole(const lf_track_history *history);
