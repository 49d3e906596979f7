/**
 * @file track_remark.c
 * @brief What the user should know about a baseline that was written.
 */
#include <math.h>
#include <stdint.h>

#include "cli/track.h"

/* Metrics in which a change of the smallest size that matters, unless a check is told otherwise,
 * drowns. */
static void remark_noise(const lf_track *track) {
    const lf_track_pair *where = NULL;
    const char *metric = NULL;
    size_t noisy = 0, metrics = 0;
    for (size_t i = 0; i < track->pairs; i++)
        for (size_t k = 0; k < track->pair[i].metrics; k++) {
            const lf_track_metric *m = &track->pair[i].metric[k];
            metrics++;
            if (track->pair[i].deterministic || !(m->noise > 0.05 * m->range)) continue;
            if (noisy++ > 0) continue;
            where = &track->pair[i];
            metric = m->name;
        }
    if (noisy)
        lf_message_say(
            "track record: %zu of %zu metrics have more noise than 5 %% of their range, such as "
            "%s of %s on %s: a change of that size cannot be seen there",
            noisy, metrics, metric, where->method, where->problem);
}

/* Seven seeds leave room for luck that five do not: docs/tracking.md, "Why not 95 %". */
enum { REMARK_ROOMY = 7 };

/* Methods whose seeds differ by more than a threefold slowdown. */
static void remark_spread(const lf_track *track) {
    const lf_track_pair *where = NULL;
    const char *metric = NULL;
    double widest = 3;
    for (size_t i = 0; i < track->pairs; i++)
        for (size_t k = 0; k < track->pair[i].metrics; k++) {
            const double spread = lf_track_spread(&track->pair[i], k);
            if (track->pair[i].deterministic || !(spread > widest)) continue;
            widest = spread;
            where = &track->pair[i];
            metric = where->metric[k].name;
        }
    if (where)
        lf_message_say(
            "track record: seeds of %s on %s differ by a factor of %.3g in oracle calls (%s): a "
            "check with %zu other seeds may miss that a method, this or another, is three times "
            "slower; %d miss far less (--seeds 0-%d)",
            where->method, where->problem, widest, metric, where->runs, REMARK_ROOMY,
            REMARK_ROOMY - 1);
}

/* Methods without draws that make much of a rounding. */
static void remark_chaos(const lf_track *track) {
    const lf_track_pair *where = NULL;
    const char *metric = NULL;
    size_t moved = 0;
    for (size_t i = 0; i < track->pairs; i++)
        for (size_t k = 0; k < track->pair[i].metrics; k++) {
            if (!(LF_TRACK_MOVES * lf_track_resolution(&track->pair[i], k) > 0.05)) continue;
            if (moved++ > 0) continue;
            where = &track->pair[i];
            metric = where->metric[k].name;
        }
    if (moved)
        lf_message_say(
            "track record: a start 1e-9 away changes %zu metrics of methods without draws, such as "
            "%s of %s on %s: a loss of %d times that size, which is more than 5 %%, passes for "
            "rounding there (varies: [start] on the problem makes it several runs, and a test)",
            moved, metric, where->method, where->problem, LF_TRACK_MOVES);
}

void lf_track_remark(const lf_track *track) {
    size_t fewest = SIZE_MAX, ended = 0, runs = 0, needed;
    for (size_t i = 0; i < track->pairs; i++) {
        const lf_track_pair *pair = &track->pair[i];
        if (!pair->deterministic && pair->runs < fewest) fewest = pair->runs;
        runs += pair->runs;
        for (size_t k = 0; k < pair->runs; k++)
            ended += pair->run[k].status != LF_RUN_DONE;
    }
    if (ended) lf_message_say("track record: %zu of %zu runs did not end as done", ended, runs);
    if (fewest != SIZE_MAX && !lf_track_decidable(fewest, 0.01, &needed))
        lf_message_say(
            "track record: %zu seed%s of a method that uses them: a check with other seeds "
            "cannot tell a change from luck at 1 %% (--seeds 0-%zu would do)",
            fewest, fewest == 1 ? "" : "s", needed - 1);
    else if (fewest < REMARK_ROOMY)
        remark_spread(track);
    remark_noise(track);
    remark_chaos(track);
}
