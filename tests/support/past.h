/**
 * @file past.h
 * @brief A history of baselines made by hand.
 */
#pragma once

#include "baseline.h"
#include "harness/track/track_history.h"
#include "near.h"
#include "scratch.h"

enum { PAST_MOST = 4 };

/** Of at most PAST_MOST baselines, saved in the test's folder; takes them. */
static inline lf_track_history past_make(void **state, lf_track *track, size_t n) {
    static char path[PAST_MOST][4096];
    const char *paths[PAST_MOST];
    lf_track_history history;
    for (size_t i = 0; i < n; i++) {
        snprintf(path[i], sizeof path[i], "%s/%zu.txt", (const char *)*state, i);
        paths[i] = path[i];
        assert_ok(lf_track_save(&track[i], path[i]));
        lf_track_clear(&track[i]);
    }
    assert_ok(lf_track_history_load(paths, n, &history));
    assert_int_equal(history.versions, n);
    return history;
}
