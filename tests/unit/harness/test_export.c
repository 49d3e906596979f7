/* What is exported reads back as what was stored. */
#include <jansson.h>

#include "harness/store/export.h"
#include "harness/store/store_parts.h"
#include "near.h"
#include "sample_record.h"
#include "scratch.h"

/* A store with seeds 0 and 1 in the test's folder. */
static lf_store *open_sample(void **state) {
    lf_store *store;
    assert_ok(lf_store_open(*state, true, &store));
    for (uint64_t seed = 0; seed < 2; seed++) {
        lf_record record;
        sample_record(seed, &record);
        assert_ok(lf_store_put(store, &record));
        lf_record_clear(&record);
    }
    return store;
}

/* Run an export into a text; free it. */
static char *exported(lf_store *store,
                      lf_status (*export)(lf_store *store, FILE *out, const lf_export_losses *)) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_ok(export(store, out, NULL));
    fclose(out);
    return text;
}

/* Take a field off a CSV line, quotes undone. */
static const char *field(char **rest, char *text) {
    char *to = text, *at = *rest;
    bool quoted = *at == '"';
    for (at += quoted; quoted ? *at != '"' || at[1] == '"' : *at && !strchr(",\n", *at); at++) {
        if (quoted && *at == '"') at++;
        *to++ = *at;
    }
    *to = '\0';
    at += quoted;
    *rest = *at == ',' ? at + 1 : at;
    return text;
}

/* Position of a name in the header. */
static size_t column(const char *header, const char *name) {
    char *copy = strndup(header, strcspn(header, "\n")), *rest = copy, text[256];
    size_t i = 0;
    while (*rest && strcmp(field(&rest, text), name) != 0)
        i++;
    assert_string_equal(text, name);
    free(copy);
    return i;
}

static const char *cell(const char *csv, size_t line, const char *name, char *text) {
    const char *at = csv;
    for (size_t i = 0; i < line; i++)
        at = strchr(at, '\n') + 1;
    char *copy = strdup(at), *rest = copy;
    for (size_t i = column(csv, name) + 1; i > 0; i--)
        field(&rest, text);
    free(copy);
    return text;
}

static void test_csv(void **state) {
    lf_store *store = open_sample(state);
    char *csv = exported(store, lf_export_csv), text[256];
    size_t lines = 0;
    for (const char *at = csv; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 1 + 2 * 3);
    assert_string_equal(cell(csv, 1, "problem", text), "dp_scad:data=a9a,lambda=0.02");
    assert_string_equal(cell(csv, 1, "budget", text), "2000:passes.constraint,1e6:steps");
    assert_string_equal(cell(csv, 4, "seed", text), "1");
    assert_string_equal(cell(csv, 4, "code", text), "ssg@0123456789ab");
    assert_string_equal(cell(csv, 2, "point", text), "1");
    assert_string_equal(cell(csv, 3, "steps", text), "20");
    assert_string_equal(cell(csv, 3, "value.inner", text), "201");
    assert_string_equal(cell(csv, 1, "SVio", text), "");
    assert_true(strtod(cell(csv, 1, "FV", text), NULL) == 1.0 / 3);
    assert_true(strtod(cell(csv, 3, "SVio", text), NULL) == 0.0009);
    assert_true(strtod(cell(csv, 2, "seconds.algorithm", text), NULL) == 1.0 / 3);
    free(csv);
    lf_store_close(store);
}

static double number(const json_t *object, const char *a, const char *b) {
    const json_t *value = json_object_get(json_object_get(object, a), b);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const char *string(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    assert_non_null(text);
    return text;
}

/* The members that the command line promises, and their types. */
static void assert_run_object(const json_t *run, uint64_t seed) {
    assert_string_equal(string(run, "problem"), "dp_scad");
    assert_string_equal(string(run, "algorithm"), "ssg");
    assert_string_equal(string(run, "status"), "done");
    assert_string_equal(string(run, "cause"), "budget spent");
    assert_int_equal(strlen(string(run, "trace_sha256")), 64);
    assert_int_equal(json_integer_value(json_object_get(run, "seed")), seed);
    assert_int_equal(json_integer_value(json_object_get(run, "steps")), 20);
    assert_true(number(run, "parameters", "eta") == 0.001);
    assert_true(number(run, "problem_parameters", "lambda") == 0.02);
    assert_string_equal(string(json_object_get(run, "parameters"), "mode"), "stochastic");
    assert_true(number(run, "counters", "value.objective") == 200);
    assert_true(number(run, "counters", "samples") == 5 * 200 + 20 + 21 + 22 + 23 + 24);
    assert_near(number(run, "counters", "passes.constraint"), (800 + 2 + 7 + 12 + 17) / 50.0,
                1e-12);
    assert_near(number(run, "counters", "dp.g"), (800 + 2 + 7 + 12 + 17) / 50.0, 1e-12);
    assert_null(json_object_get(json_object_get(run, "counters"), "passes.upper"));
    assert_true(number(run, "metrics", "FV") == 0.2);
    assert_true(number(run, "seconds", "algorithm") == 2.0 / 3);
}

static void test_json(void **state) {
    (void)state;
    lf_record record;
    char *text;
    sample_record(7, &record);
    record.value[8] = NAN;
    assert_ok(lf_export_json(&record, "w.txt", &text));
    json_t *run = json_loads(text, 0, NULL);
    assert_run_object(run, 7);
    assert_string_equal(string(run, "solution_file"), "w.txt");
    assert_true(json_is_null(json_object_get(json_object_get(run, "metrics"), "SVio")));
    assert_non_null(strstr(text, "0.66666666666666663"));
    json_decref(run);
    free(text);
    lf_record_clear(&record);
}

/* A run that never began, with words that are no UTF-8. */
static void test_json_of_a_failure(void **state) {
    (void)state;
    lf_record record, bare;
    char *text;
    sample_record(7, &record);
    bare = (lf_record){.spec = record.spec, .status = LF_RUN_KILLED, .cause = sample_text("\xffz")};
    assert_ok(lf_export_json(&bare, NULL, &text));
    json_t *run = json_loads(text, 0, NULL);
    assert_string_equal(string(run, "status"), "killed");
    assert_string_equal(string(run, "cause"), "?z");
    assert_true(json_is_null(json_object_get(run, "solution_file")));
    assert_int_equal(json_integer_value(json_object_get(run, "steps")), 0);
    json_decref(run);
    free(text);
    free(bare.cause);
    lf_record_clear(&record);
}

static void test_jsonl(void **state) {
    lf_store *store = open_sample(state);
    char *lines = exported(store, lf_export_jsonl), *at = lines;
    for (uint64_t seed = 0; seed < 2; seed++) {
        json_t *run = json_loadb(at, strcspn(at, "\n"), 0, NULL);
        assert_run_object(run, seed);
        const json_t *trace = json_object_get(run, "trace");
        assert_int_equal(json_array_size(trace), 3);
        assert_true(number(json_array_get(trace, 1), "metrics", "FV") == 0.25);
        assert_true(number(json_array_get(trace, 1), "counters", "steps") == 10);
        json_decref(run);
        at += strcspn(at, "\n") + 1;
    }
    assert_string_equal(at, "");
    free(lines);
    lf_store_close(store);
}

static void test_full_disk(void **state) {
    lf_store *store = open_sample(state);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(lf_export_csv(store, full, NULL), LF_IO);
    fclose(full);
    full = fopen("/dev/full", "w");
    assert_int_equal(lf_export_jsonl(store, full, NULL), LF_IO);
    fclose(full);
    lf_store_close(store);
}

static void lose(void *context, const char *key, const char *why) {
    assert_non_null(key);
    assert_non_null(strstr(why, "its trace is not the one of its hash"));
    ++*(size_t *)context;
}

/* A number that changed on the disk: the run is named and left out, the other one is there. */
static void test_changed_number(void **state) {
    lf_store *store = open_sample(state);
    size_t lost = 0, size;
    char *text;
    const lf_export_losses losses = {&lost, lose};
    assert_int_equal(sqlite3_exec(store->db,
                                  "UPDATE metric_values SET value = 7 WHERE run = 1 AND point = 1",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(lf_export_csv(store, out, NULL), LF_BAD_INPUT);
    rewind(out);
    assert_ok(lf_export_jsonl(store, out, &losses));
    fclose(out);
    assert_int_equal(lost, 1);
    assert_non_null(strchr(text, '\n'));
    assert_string_equal(strchr(text, '\n'), "\n");
    free(text);
    lf_store_close(store);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_csv),   CASE(test_json),      CASE(test_json_of_a_failure),
        CASE(test_jsonl), CASE(test_full_disk), CASE(test_changed_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
