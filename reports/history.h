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
