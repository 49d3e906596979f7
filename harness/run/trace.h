/**
 * @file trace.h
 * @brief The points of a record: adding them, and the hash that stands for all of them.
 */
#pragma once

#include "harness/run/record.h"

/** Add a point with record->metrics values. One with the counters of the last point replaces it:
 *  that is how the last row gets its expensive metrics once it is known to be the last. */
lf_status lf_trace_put(lf_record *record, const lf_trace_point *point, const double *value);

/** record->trace_sha256 <- SHA-256 over the counters and metric values, bit for bit, of all points;
 *  seconds are left out. "" without points. */
lf_status lf_trace_seal(lf_record *record);
