/**
 * @file record_parse.c
 * @brief Canonical lines back to a record.
 *
 * What is read is written again, and has to be the same bytes: so whatever a line may hold besides,
 * or in another form, is refused without being looked for.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/archive/record_lines.h"
#include "harness/registry/parameters.h"
#include "harness/run/record.h"
#include "harness/store/store.h"

/* What is wrong ends the reading; the first thing is what is said. */
typedef struct {
    lf_record *record;
    bool wrong;
} parse_state;

static double parse_number(const json_t *value) {
    const char *word = json_string_value(value);
    if (word) return strcmp(word, "-inf") == 0 ? -INFINITY : INFINITY;
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static char *parse_text(parse_state *s, const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    char *copy = text ? strdup(text) : NULL;
    s->wrong |= copy == NULL;
    return copy;
}

/* A text of at most 64 characters. */
static void parse_hex(parse_state *s, const json_t *object, const char *name, char hex[65]) {
    const char *text = json_string_value(json_object_get(object, name));
    s->wrong |= !text || strlen(text) > 64;
    if (!s->wrong) strcpy(hex, text);
}

lf_status lf_run_spec_parse(const char *configuration, lf_run_spec *spec) {
    json_t *object = json_loads(configuration ? configuration : "", 0, NULL);
    const char *text;
    *spec = (lf_run_spec){0};
#define PARSE_TEXT(field)                                                                          \
    text = json_string_value(json_object_get(object, #field));                                     \
    spec->field = text ? strdup(text) : NULL;
#define PARSE_COUNT(field)                                                                         \
    spec->field = (uint64_t)json_integer_value(json_object_get(object, #field));
#define PARSE_SPACING(field)                                                                       \
    text = json_string_value(json_object_get(object, "spacing"));                                  \
    spec->field = text && strcmp(text, "log") == 0;
    LF_RUN_SPEC_LIST(PARSE_TEXT, PARSE_COUNT, PARSE_SPACING)
#undef PARSE_TEXT
#undef PARSE_COUNT
#undef PARSE_SPACING
    json_decref(object);
    if (spec->problem && spec->algorithm && spec->budget) return LF_OK;
    lf_run_spec_clear(spec);
    return lf_fail(LF_BAD_INPUT, "a run without problem, algorithm or budget");
}

static void parse_metrics(parse_state *s, const json_t *array) {
    lf_record *record = s->record;
    const size_t n = json_array_size(array);
    record->metric = calloc(n + 1, sizeof *record->metric);
    for (size_t i = 0; i < n && record->metric; i++, record->metrics++) {
        const json_t *m = json_array_get(array, i);
        record->metric[i] = (lf_metric_info){
            .name = parse_text(s, m, "name"),
            .doc = parse_text(s, m, "doc"),
            .expensive = json_is_true(json_object_get(m, "expensive")),
            .higher_is_better = json_is_true(json_object_get(m, "higher_is_better"))};
    }
}

static void parse_measures(parse_state *s, const json_t *array) {
    lf_record *record = s->record;
    const size_t n = json_array_size(array);
    record->measure = calloc(n + 1, sizeof *record->measure);
    for (size_t i = 0; i < n && record->measure; i++, record->measures++) {
        const json_t *m = json_array_get(array, i);
        record->measure[i] = (lf_measure_info){.name = parse_text(s, m, "name"),
                                               .cost = parse_text(s, m, "cost"),
                                               .doc = parse_text(s, m, "doc")};
    }
}

static void parse_head(parse_state *s, const json_t *head) {
    lf_record *record = s->record;
    const json_t *data = json_object_get(head, "data"), *samples = json_object_get(head, "samples");
    s->wrong |= lf_run_spec_parse(json_string_value(json_object_get(head, "configuration")),
                                  &record->spec) != LF_OK;
    parse_hex(s, head, "key", record->key);
    parse_hex(s, head, "trace_sha256", record->trace_sha256);
    record->status = lf_run_status_of(json_string_value(json_object_get(head, "status")));
    s->wrong |= record->status == LF_RUN_STATUSES;
    record->cause = parse_text(s, head, "cause");
    record->log = strdup("");
    record->data_name = parse_text(s, data, "name");
    record->data_sha256 = parse_text(s, data, "sha256");
    record->dim = (size_t)json_integer_value(json_object_get(head, "dim"));
    record->wall_seconds = parse_number(json_object_get(head, "wall_seconds"));
    for (size_t i = 0; i < LF_ROLES; i++)
        record->samples[i] = json_number_value(json_object_get(samples, lf_role_word((lf_role)i)));
    parse_metrics(s, json_object_get(head, "metrics"));
    parse_measures(s, json_object_get(head, "measures"));
    s->wrong |= !record->metric || !record->measure || !record->log;
    if (!s->wrong) s->wrong = lf_record_repeated(record) != NULL; /* every name is there */
}

/* A row that says what the last one said would replace it: then the lines made again are fewer. */
static void parse_point(parse_state *s, const json_t *line) {
    const json_t *counters = json_object_get(line, "counters");
    const json_t *metrics = json_object_get(line, "metrics");
    const json_t *seconds = json_object_get(line, "seconds");
    lf_trace_point point = {.oracle_seconds = parse_number(json_array_get(seconds, 0)),
                            .algorithm_seconds = parse_number(json_array_get(seconds, 1)),
                            .evaluation_seconds = parse_number(json_array_get(seconds, 2))};
    double *value = calloc(s->record->metrics + 1, sizeof *value);
    for (size_t i = 0; i < LF_COUNTERS; i++)
        point.count[i] =
            (uint64_t)json_integer_value(json_object_get(counters, lf_counter_name(i)));
    for (size_t i = 0; i < s->record->metrics && value; i++)
        value[i] = parse_number(json_array_get(metrics, i));
    s->wrong |= !value || lf_trace_put(s->record, &point, value) != LF_OK;
    free(value);
}

static void parse_iterate(parse_state *s, const json_t *array) {
    const size_t n = json_array_size(array);
    s->wrong |= n != s->record->dim || s->record->iterate != NULL;
    if (!s->wrong) s->record->iterate = calloc(n + 1, sizeof *s->record->iterate);
    s->wrong |= !s->record->iterate;
    for (size_t i = 0; i < n && !s->wrong; i++)
        s->record->iterate[i] = parse_number(json_array_get(array, i));
}

/* One line after the other; *environment <- the number that the first one names. */
static void parse_lines(parse_state *s, const char *text, size_t size, json_int_t *environment) {
    for (const char *end, *at = text; at < text + size && !s->wrong; at = end + 1) {
        end = memchr(at, '\n', (size_t)(text + size - at));
        json_t *line = end ? json_loadb(at, (size_t)(end - at), 0, NULL) : NULL;
        const json_t *iterate = json_object_get(line, "iterate");
        s->wrong |= line == NULL;
        if (s->wrong) return;
        if (at == text) {
            *environment = json_integer_value(json_object_get(line, "environment"));
            parse_head(s, line);
        } else if (iterate) {
            parse_iterate(s, iterate);
        } else {
            parse_point(s, line);
        }
        json_decref(line);
    }
}

/* Fast bits are part of a key; who says otherwise beside it would have them taken for portable
 * ones, or looked at less closely. */
static bool parse_bits(const lf_record *record) {
    json_t *environment = json_loads(record->environment, 0, NULL);
    const char *bits = json_string_value(json_object_get(environment, "bits"));
    const bool fast = lf_code_bits(record->spec.code) == LF_BITS_FAST;
    const bool same = !bits || fast == (strcmp(bits, "fast") == 0);
    json_decref(environment);
    return same;
}

/* Written again it is the same text. */
static lf_status parse_same(const lf_record *record, size_t environment, const char *text,
                            size_t size, const char *origin) {
    char *again;
    LF_TRY(lf_record_lines(record, environment, &again));
    const bool same = strlen(again) == size && memcmp(again, text, size) == 0;
    free(again);
    if (!same)
        return lf_fail(LF_BAD_INPUT, "%s: not in the one form that a run is written in", origin);
    if (!parse_bits(record))
        return lf_fail(LF_BAD_INPUT, "%s: its key and its environment have other bits", origin);
    const lf_status status = lf_store_check(record);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", origin);
}

lf_status lf_record_parse(const char *text, size_t size, const char *origin,
                          const char *const *environments, size_t n, lf_record *record) {
    json_int_t environment = -1;
    *record = (lf_record){0};
    parse_state s = {.record = record};
    parse_lines(&s, text, size, &environment);
    lf_status status = LF_OK;
    if (s.wrong || environment < 0 || (size_t)environment >= n)
        status = lf_fail(LF_BAD_INPUT, "%s: no run, or one without its environment", origin);
    if (status == LF_OK) {
        record->environment = strdup(environments[environment]);
        status = record->environment ? parse_same(record, (size_t)environment, text, size, origin)
                                     : lf_fail(LF_NO_MEMORY, "no memory for %s", origin);
    }
    if (status != LF_OK) lf_record_clear(record);
    return status;
}
