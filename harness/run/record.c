/**
 * @file record.c
 * @brief Specifications and records: copies, keys, look-ups.
 */
#include "harness/run/record.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/grow.h"
#include "base/sha256.h"

/* Part of every key: raise it when a specification's meaning changes, and finished runs of old
 * versions are not taken for the new. */
enum { RECORD_FORMAT = 1 };

const char *lf_run_status_name(lf_run_status status) {
#define RECORD_STATUS_WORD(code, word) [code] = word,
    static const char *const words[LF_RUN_STATUSES] = {LF_RUN_STATUS_LIST(RECORD_STATUS_WORD)};
#undef RECORD_STATUS_WORD
    return (unsigned)status < LF_RUN_STATUSES ? words[status] : "unknown";
}

lf_run_status lf_run_status_of(const char *word) {
    lf_run_status status = 0;
    while (word && status < LF_RUN_STATUSES && strcmp(word, lf_run_status_name(status)) != 0)
        status++;
    return word ? status : LF_RUN_STATUSES;
}

bool lf_run_status_is_result(lf_run_status status) {
    return status == LF_RUN_DONE || status == LF_RUN_DIVERGED;
}

bool lf_run_status_goes_on(lf_run_status status) {
    return status == LF_RUN_TIMEOUT || status == LF_RUN_KILLED;
}

lf_status lf_run_spec_copy(const lf_run_spec *from, lf_run_spec *to) {
    bool failed = false;
    *to = *from;
#define RECORD_OWN(field)                                                                          \
    if (from->field) failed |= !(to->field = strdup(from->field));
    LF_RUN_SPEC_LIST(RECORD_OWN, LF_RUN_NOTHING, LF_RUN_NOTHING)
#undef RECORD_OWN
    if (!failed) return LF_OK;
    lf_run_spec_clear(to);
    return lf_fail(LF_NO_MEMORY, "no memory for what a run is");
}

void lf_run_spec_clear(lf_run_spec *spec) {
#define RECORD_FREE(field) free(spec->field);
    LF_RUN_SPEC_LIST(RECORD_FREE, LF_RUN_NOTHING, LF_RUN_NOTHING)
#undef RECORD_FREE
    *spec = (lf_run_spec){0};
}

const char *lf_record_cause(const lf_record *record) {
    return record->cause ? record->cause : "out of memory";
}

const char *lf_record_warning(const lf_record *record) {
    const char *at = record->cause ? strstr(record->cause, LF_CAUSE_WARNING) : NULL;
    return at && record->status == LF_RUN_DONE ? at + strlen(LF_CAUSE_WARNING) : NULL;
}

lf_status lf_record_complete(lf_record *record) {
    if (!record->cause) record->cause = strdup(lf_record_cause(record));
    if (!record->log) record->log = strdup("");
    if (!record->data_name) record->data_name = strdup("");
    if (!record->data_sha256) record->data_sha256 = strdup("");
    if (record->cause && record->log && record->data_name && record->data_sha256) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for a run's record");
}

const char *lf_record_repeated(const lf_record *record) {
    for (size_t i = 0; i < record->metrics; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(record->metric[i].name, record->metric[k].name) == 0)
                return record->metric[i].name;
    for (size_t i = 0; i < record->measures; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(record->measure[i].name, record->measure[k].name) == 0)
                return record->measure[i].name;
    return NULL;
}

void lf_record_clear(lf_record *record) {
    lf_run_spec_clear(&record->spec);
    for (size_t i = 0; i < record->metrics; i++) {
        free(record->metric[i].name);
        free(record->metric[i].doc);
    }
    for (size_t i = 0; i < record->measures; i++) {
        free(record->measure[i].name);
        free(record->measure[i].cost);
        free(record->measure[i].doc);
    }
    free(record->metric);
    free(record->measure);
    free(record->cause);
    free(record->log);
    free(record->point);
    free(record->value);
    free(record->iterate);
    free(record->data_name);
    free(record->data_sha256);
    free(record->environment);
    *record = (lf_record){0};
}

/* A JSON string, or null for NULL. What is not UTF-8 becomes null, too: no such specification gets
 * as far as a run. */
static json_t *record_text(const char *text) {
    json_error_t error = {0}; /* without memory no code is written */
    json_t *string = json_pack_ex(&error, 0, "s?", text);
    return string || json_error_code(&error) != json_error_invalid_utf8 ? string : json_null();
}

/* Jansson writes members in the order in which they are set. A seed above 2^63 - 1 appears as a
 * negative number: unlike every other. Keys are older than `code`. */
static json_t *record_spec_json(const lf_run_spec *spec) {
    json_t *object = json_object();
    int failed = json_object_set_new(object, "format", json_integer(RECORD_FORMAT));
#define RECORD_SET(name, value) failed |= json_object_set_new(object, name, value);
#define RECORD_TEXT(field) RECORD_SET(#field, record_text(spec->field))
#define RECORD_COUNT(field) RECORD_SET(#field, json_integer((json_int_t)spec->field))
#define RECORD_SPACING(field) RECORD_SET("spacing", json_string(spec->field ? "log" : "even"))
    LF_RUN_ASKED_LIST(RECORD_TEXT, RECORD_COUNT, RECORD_SPACING)
    if (spec->code) RECORD_TEXT(code)
#undef RECORD_SPACING
#undef RECORD_COUNT
#undef RECORD_TEXT
#undef RECORD_SET
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

lf_status lf_run_spec_key(const lf_run_spec *spec, char key[65], char **text) {
    json_t *object = record_spec_json(spec);
    /* Into a buffer: json_dumps() leaves out what it has no memory for, and does not say so. */
    const size_t size = object ? json_dumpb(object, NULL, 0, JSON_COMPACT) : 0;
    char *json = size ? calloc(size + 1, 1) : NULL;
    const bool whole = json && json_dumpb(object, json, size, JSON_COMPACT) == size;
    json_decref(object);
    lf_status status =
        whole ? lf_sha256_of(json, size, key) : lf_fail(LF_NO_MEMORY, "no memory for a run's key");
    if (text && status == LF_OK)
        *text = json;
    else
        free(json);
    return status;
}

lf_status lf_record_scope(const lf_record *record, lf_cost_scope *scope) {
    *scope = (lf_cost_scope){0};
    lf_measure *measure = calloc(record->measures + 1, sizeof *measure);
    if (!measure) return lf_fail(LF_NO_MEMORY, "no memory for a cost");
    memcpy(scope->samples, record->samples, sizeof scope->samples);
    for (size_t i = 0; i < record->measures; i++)
        measure[i] = (lf_measure){.name = record->measure[i].name,
                                  .cost = record->measure[i].cost,
                                  .doc = record->measure[i].doc};
    scope->measure = measure;
    scope->measures = record->measures;
    return LF_OK;
}

size_t lf_metric_stem(const char *name) {
    const size_t n = strlen(name), suffix = strlen(LF_METRIC_AVERAGE);
    return n > suffix && strcmp(name + n - suffix, LF_METRIC_AVERAGE) == 0 ? n - suffix : n;
}

size_t lf_record_metric(const lf_record *record, const char *name) {
    for (size_t i = 0; i < record->metrics; i++)
        if (strcmp(record->metric[i].name, name) == 0) return i;
    return SIZE_MAX;
}

bool lf_record_higher(const lf_record *record, const char *metric) {
    const size_t m = lf_record_metric(record, metric);
    return m != SIZE_MAX && record->metric[m].higher_is_better;
}

double lf_record_value(const lf_record *record, size_t point, const char *metric) {
    size_t m = lf_record_metric(record, metric);
    if (m == SIZE_MAX || point >= record->points) return NAN;
    return record->value[point * record->metrics + m];
}

static lf_status trace_grow(lf_record *record) {
    const size_t row_bytes = (record->metrics ? record->metrics : 1) * sizeof(double);
    LF_TRY(lf_grow(&record->point, record->points, sizeof *record->point, "a trace"));
    return lf_grow(&record->value, record->points, row_bytes, "a trace");
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
