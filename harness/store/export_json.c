/**
 * @file export_json.c
 * @brief The JSON object of a run.
 *
 * Jansson's setters take over what they are given and refuse NULL, so a value that could not be
 * made shows as a failed setter.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/export.h"
#include "harness/store/export_parts.h"

/* JSON knows neither NaN nor infinity. */
static json_t *json_number_of(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* What a run wrote may be cut within a character, or be no UTF-8 at all: then bytes become '?'. */
static json_t *json_text_of(const char *text) {
    if (!text) return json_null();
    json_t *string = json_string(text);
    if (string) return string;
    char *copy = strdup(text);
    for (char *at = copy; at && *at; at++)
        if ((unsigned char)*at >= 0x80) *at = '?';
    string = copy ? json_string(copy) : NULL;
    free(copy);
    return string;
}

/* A parameter's value: a number if it reads as one, else text. */
static json_t *json_parameter(const char *text) {
    char *end;
    if (text[0] && text[strspn(text, "0123456789")] == '\0' && strlen(text) < 19)
        return json_integer(strtoll(text, NULL, 10));
    if (text[0] && text[strspn(text, "0123456789+-.eE")] == '\0') {
        double value = strtod(text, &end);
        if (*end == '\0' && isfinite(value)) return json_real(value);
    }
    return json_text_of(text);
}

/* "NAME:k=v,k=v": NAME under `name_key`, the rest as an object under `parameters_key`. */
static int json_set_spec(json_t *object, const char *spec, const char *name_key,
                         const char *parameters_key) {
    json_t *parameters = json_object();
    char *copy = strdup(spec ? spec : ""), *rest = copy;
    if (!copy) {
        json_decref(parameters);
        return -1;
    }
    int failed = json_object_set_new(object, name_key, json_text_of(strsep(&rest, ":")));
    while (rest && *rest) {
        char *assignment = strsep(&rest, ",");
        char *value = strchr(assignment, '=');
        if (!value) continue;
        *value++ = '\0';
        failed |= json_object_set_new(parameters, assignment, json_parameter(value));
    }
    free(copy);
    return failed | json_object_set_new(object, parameters_key, parameters);
}

/* Every name that a budget may use: counters, samples, passes of the roles there are, measures. */
static json_t *json_counters(const lf_record *record, const uint64_t *count) {
    json_t *object = json_object();
    lf_cost_scope scope;
    int failed = lf_record_scope(record, &scope) != LF_OK;
    for (size_t i = 0; i < LF_COUNTERS; i++)
        failed |=
            json_object_set_new(object, lf_counter_name(i), json_integer((json_int_t)count[i]));
#define JSON_PASSES(role, word) "passes." word,
    static const char *const sums[] = {"samples", LF_ROLE_LIST(JSON_PASSES)};
#undef JSON_PASSES
    for (size_t i = 0; i < sizeof sums / sizeof *sums + scope.measures; i++) {
        size_t measure = i - sizeof sums / sizeof *sums;
        const char *name = i < sizeof sums / sizeof *sums ? sums[i] : scope.measure[measure].name;
        lf_cost cost; /* a role that the problem does not have fails here, and is left out */
        if (lf_cost_parse(name, &scope, &cost) == LF_OK)
            failed |=
                json_object_set_new(object, name, json_number_of(lf_cost_value(&cost, count)));
    }
    free((void *)scope.measure);
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

/* Every metric of the problem; null where it was not evaluated at this point. */
static json_t *json_metrics(const lf_record *record, size_t point) {
    json_t *object = json_object();
    int failed = 0;
    for (size_t i = 0; i < record->metrics; i++)
        failed |= json_object_set_new(
            object, record->metric[i].name,
            json_number_of(lf_record_value(record, point, record->metric[i].name)));
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

/* CPU seconds since the run began. */
static json_t *json_seconds(const lf_trace_point *point) {
    json_t *object = json_object();
    int failed = json_object_set_new(object, "oracle", json_number_of(point->oracle_seconds));
    failed |= json_object_set_new(object, "algorithm", json_number_of(point->algorithm_seconds));
    failed |= json_object_set_new(object, "evaluation", json_number_of(point->evaluation_seconds));
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

/* Counters, metrics and seconds of point i; zeros for a run that has no points. */
static int json_set_point(json_t *object, const lf_record *record, size_t i) {
    static const lf_trace_point none;
    const lf_trace_point *point = i < record->points ? &record->point[i] : &none;
    int failed = json_object_set_new(object, "counters", json_counters(record, point->count));
    failed |= json_object_set_new(object, "metrics", json_metrics(record, i));
    return failed | json_object_set_new(object, "seconds", json_seconds(point));
}

json_t *lf_export_trace(const lf_record *record) {
    json_t *trace = json_array();
    int failed = 0;
    for (size_t i = 0; i < record->points; i++) {
        json_t *object = json_object();
        failed |= json_set_point(object, record, i);
        failed |= json_array_append_new(trace, object);
    }
    if (!failed) return trace;
    json_decref(trace);
    return NULL;
}

json_t *lf_export_object(const lf_record *record, const char *solution_file) {
    const lf_run_spec *spec = &record->spec;
    const size_t last = record->points ? record->points - 1 : 0;
    const uint64_t steps = record->points ? record->point[last].count[LF_COUNTER_STEPS] : 0;
    json_t *object = json_object();
    int failed = json_object_set_new(object, "key", json_text_of(record->key));
    failed |= json_set_spec(object, spec->problem, "problem", "problem_parameters");
    failed |= json_set_spec(object, spec->algorithm, "algorithm", "parameters");
    failed |= json_object_set_new(object, "code", json_text_of(spec->code));
    failed |= json_object_set_new(object, "seed", json_integer((json_int_t)spec->seed));
    failed |= json_object_set_new(object, "budget", json_text_of(spec->budget));
    failed |=
        json_object_set_new(object, "status", json_string(lf_run_status_name(record->status)));
    failed |= json_object_set_new(object, "cause", json_text_of(record->cause));
    failed |= json_object_set_new(object, "warning", json_text_of(lf_record_warning(record)));
    failed |= json_object_set_new(object, "steps", json_integer((json_int_t)steps));
    failed |= json_set_point(object, record, last);
    failed |= json_object_set_new(object, "trace_sha256", json_text_of(record->trace_sha256));
    failed |= json_object_set_new(object, "solution_file", json_text_of(solution_file));
    if (!failed) return object;
    json_decref(object);
    return NULL;
}

lf_status lf_export_json(const lf_record *record, const char *solution_file, char **json) {
    json_t *object = lf_export_object(record, solution_file);
    *json = object ? json_dumps(object, LF_EXPORT_JSON) : NULL;
    json_decref(object);
    return *json ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to write a run as JSON");
}
