#include "harness/archive/record_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* JSON knows neither NaN nor infinity. */
static json_t *lines_number(double value) {
    if (isnan(value)) return json_null();
    return isinf(value) ? json_string(value > 0 ? "inf" : "-inf") : json_real(value);
}

static json_t *lines_numbers(const double *value, size_t n) {
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, lines_number(value[i]));
    return array;
}

/* Counters that are not zero, by their names. */
static json_t *lines_counters(const uint64_t *count) {
    json_t *object = json_object();
    for (size_t i = 0; i < LF_COUNTERS; i++)
        if (count[i])
            json_object_set_new(object, lf_counter_name(i), json_integer((json_int_t)count[i]));
    return object;
}

static json_t *lines_samples(const lf_record *record) {
    json_t *object = json_object();
    for (size_t i = 0; i < LF_ROLES; i++)
        if (record->samples[i] != 0)
            json_object_set_new(object, lf_role_word((lf_role)i), lines_number(record->samples[i]));
    return object;
}

static json_t *lines_metrics(const lf_record *record) {
    json_t *array = json_array();
    for (size_t i = 0; i < record->metrics; i++) {
        const lf_metric_info *m = &record->metric[i];
        json_array_append_new(array, json_pack("{s:s, s:s, s:b, s:b}", "name", m->name, "doc",
                                               m->doc ? m->doc : "", "expensive", m->expensive,
                                               "higher_is_better", m->higher_is_better));
    }
    return array;
}

static json_t *lines_measures(const lf_record *record) {
    json_t *array = json_array();
    for (size_t i = 0; i < record->measures; i++) {
        const lf_measure_info *m = &record->measure[i];
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s}", "name", m->name, "cost",
                                        m->cost ? m->cost : "", "doc", m->doc ? m->doc : ""));
    }
    return array;
}

void lf_record_line(lf_text *text, json_t *value) {
    char *line = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    if (line) {
        lf_text_format(text, "%s\n", line);
    } else {
        free(text->bytes);
        *text = (lf_text){.failed = true};
    }
    free(line);
    json_decref(value);
}

/* A word with a slash in it that begins with one, or follows a quote or bracket, is a path. */
static char *lines_cause(const char *cause) {
    char *copy = strdup(cause ? cause : "");
    for (char *at = copy; at && *at; at++)
        if (*at == '/' && (at == copy || strchr(" '\"(=:,", at[-1])))
            while (*at && !strchr(" '\"),", *at) && !(*at == ':' && at[1] == ' '))
                *at++ = '?';
    return copy;
}

static json_t *lines_head(const lf_record *record, size_t environment, const char *configuration,
                          const char *cause) {
    return json_pack(
        "{s:s, s:s, s:{s:s, s:s}, s:I, s:I, s:s, s:o, s:o, s:o, s:s, s:s, s:o}", "cause", cause,
        "configuration", configuration, "data", "name", record->data_name ? record->data_name : "",
        "sha256", record->data_sha256 ? record->data_sha256 : "", "dim", (json_int_t)record->dim,
        "environment", (json_int_t)environment, "key", record->key, "measures",
        lines_measures(record), "metrics", lines_metrics(record), "samples", lines_samples(record),
        "status", lf_run_status_name(record->status), "trace_sha256", record->trace_sha256,
        "wall_seconds", lines_number(record->wall_seconds));
}

static json_t *lines_point(const lf_record *record, size_t i) {
    const lf_trace_point *point = &record->point[i];
    const double seconds[] = {point->oracle_seconds, point->algorithm_seconds,
                              point->evaluation_seconds};
    return json_pack("{s:o, s:o, s:o}", "counters", lines_counters(point->count), "metrics",
                     lines_numbers(record->value + i * record->metrics, record->metrics), "seconds",
                     lines_numbers(seconds, 3));
}

lf_status lf_record_lines(const lf_record *record, size_t environment, char **text) {
    char key[65], *configuration = NULL, *cause = lines_cause(record->cause);
    lf_text all = {0};
    const lf_status status = lf_run_spec_key(&record->spec, key, &configuration);
    if (status == LF_OK && cause) {
        lf_record_line(&all, lines_head(record, environment, configuration, cause));
        for (size_t i = 0; i < record->points; i++)
            lf_record_line(&all, lines_point(record, i));
        if (record->iterate)
            lf_record_line(
                &all, json_pack("{s:o}", "iterate", lines_numbers(record->iterate, record->dim)));
    }
    free(configuration);
    free(cause);
    *text = all.bytes;
    if (status != LF_OK) return status;
    return all.bytes ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for run %.12s", record->key);
}
