/**
 * @file track_scale.h
 * @brief On what scale a metric is judged, and to which targets oracle calls are counted.
 */
#pragma once

#include "harness/track/track.h"

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
