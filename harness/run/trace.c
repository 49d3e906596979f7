#include "harness/run/trace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

/* Room doubles when it is full, which is when `points` is a power of two. */
static lf_status trace_grow(lf_record *record) {
    const size_t n = record->points;
    if ((n & (n - 1)) != 0) return LF_OK;
    const size_t capacity = n ? 2 * n : 1;
    lf_trace_point *point = realloc(record->point, capacity * sizeof *point);
    if (point) record->point = point;
    const size_t row_bytes = (record->metrics ? record->metrics : 1) * sizeof(double);
    double *value = realloc(record->value, capacity * row_bytes);
    if (value) record->value = value;
    return point && value ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a trace");
}

lf_status lf_trace_put(lf_record *record, const lf_trace_point *point, const double *value) {
    const lf_trace_point *last = record->points ? &record->point[record->points - 1] : NULL;
    if (!last || memcmp(last->count, point->count, sizeof point->count) != 0) {
        LF_TRY(trace_grow(record));
        record->points++;
    }
    const size_t row = record->points - 1;
    assert(record->point);
    record->point[row] = *point;
    for (size_t m = 0; m < record->metrics; m++) /* processors differ in the sign of a NaN */
        record->value[row * record->metrics + m] = isnan(value[m]) ? NAN : value[m];
    return LF_OK;
}

lf_status lf_trace_seal(lf_record *record) {
    record->trace_sha256[0] = '\0';
    if (record->points == 0) return LF_OK;
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    for (size_t i = 0; i < record->points; i++) {
        lf_sha256_add(&hash, record->point[i].count, sizeof record->point[i].count);
        lf_sha256_add(&hash, record->value + i * record->metrics,
                      record->metrics * sizeof *record->value);
    }
    return lf_sha256_finish(&hash, record->trace_sha256);
}
