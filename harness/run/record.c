/**
 * @file record.c
 * @brief Specifications and records: copies, keys, look-ups.
 */
#include "harness/run/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

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

bool lf_run_status_is_result(lf_run_status status) {
    return status == LF_RUN_DONE || status == LF_RUN_DIVERGED;
}

bool lf_run_status_goes_on(lf_run_status status) {
    return status == LF_RUN_TIMEOUT || status == LF_RUN_KILLED;
}

/* A specification is a few hundred bytes: a process that cannot have them cannot go on. */
static char *record_copy(const char *text) {
    if (text == NULL) return NULL;
    char *copy = strdup(text);
    if (copy == NULL) abort();
    return copy;
}

void lf_run_spec_copy(const lf_run_spec *from, lf_run_spec *to) {
    *to = *from;
    to->problem = record_copy(from->problem);
    to->algorithm = record_copy(from->algorithm);
    to->budget = record_copy(from->budget);
    to->stop = record_copy(from->stop);
    to->code = record_copy(from->code);
}

void lf_run_spec_clear(lf_run_spec *spec) {
    free(spec->problem);
    free(spec->algorithm);
    free(spec->budget);
    free(spec->stop);
    free(spec->code);
    *spec = (lf_run_spec){0};
}

void lf_record_complete(lf_record *record) {
    if (record->cause == NULL) record->cause = record_copy("out of memory");
    if (record->log == NULL) record->log = record_copy("");
    if (record->data_name == NULL) record->data_name = record_copy("");
    if (record->data_sha256 == NULL) record->data_sha256 = record_copy("");
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
    json_t *string = text ? json_string(text) : NULL;
    return string ? string : json_null();
}

/* Jansson writes members in the order in which they are set. A seed above 2^63 - 1 appears as a
 * negative number: unlike every other. */
static char *record_spec_json(const lf_run_spec *spec) {
    json_t *object = json_object();
    int failed = json_object_set_new(object, "format", json_integer(RECORD_FORMAT));
    failed |= json_object_set_new(object, "problem", record_text(spec->problem));
    failed |= json_object_set_new(object, "algorithm", record_text(spec->algorithm));
    failed |= json_object_set_new(object, "seed", json_integer((json_int_t)spec->seed));
    failed |= json_object_set_new(object, "budget", record_text(spec->budget));
    failed |=
        json_object_set_new(object, "checkpoints", json_integer((json_int_t)spec->checkpoints));
    failed |=
        json_object_set_new(object, "spacing", json_string(spec->log_spaced ? "log" : "even"));
    failed |= json_object_set_new(object, "expensive", json_integer((json_int_t)spec->expensive));
    failed |= json_object_set_new(object, "stop", record_text(spec->stop));
    if (spec->code) failed |= json_object_set_new(object, "code", record_text(spec->code));
    char *text = failed ? NULL : json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (text == NULL) abort(); /* no memory, as in record_copy */
    return text;
}

void lf_run_spec_key(const lf_run_spec *spec, char key[65], char **text) {
    char *json = record_spec_json(spec);
    if (lf_sha256_of(json, strlen(json), key) != LF_OK) abort();
    if (text) {
        *text = json;
        return;
    }
    free(json);
}

lf_cost_scope lf_record_scope(const lf_record *record) {
    lf_cost_scope scope = {.measures = record->measures};
    memcpy(scope.samples, record->samples, sizeof scope.samples);
    lf_measure *measure = calloc(record->measures + 1, sizeof *measure);
    if (measure == NULL) abort();
    for (size_t i = 0; i < record->measures; i++)
        measure[i] = (lf_measure){.name = record->measure[i].name,
                                  .cost = record->measure[i].cost,
                                  .doc = record->measure[i].doc};
    scope.measure = measure;
    return scope;
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

double lf_record_value(const lf_record *record, size_t point, const char *metric) {
    size_t m = lf_record_metric(record, metric);
    if (m == SIZE_MAX || point >= record->points) return NAN;
    return record->value[point * record->metrics + m];
}
