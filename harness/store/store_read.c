/**
 * @file store_read.c
 * @brief One record out of the store, bit for bit as it went in.
 */
#include "harness/store/store_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* The only failure of reading that is not SQLite's own. */
static lf_status read_short(const lf_store *store) {
    return lf_fail(LF_NO_MEMORY, "%s: no memory for a record", store->path);
}

/* The next column, the word of a status. One that this version does not know is no finished run. */
static lf_run_status read_status(lf_statement *s) {
    char *word = lf_statement_take_text(s);
    const lf_run_status status = lf_run_status_of(word);
    free(word);
    return status == LF_RUN_STATUSES ? LF_RUN_FAILED : status;
}

lf_status lf_store_status(lf_store *store, const char *key, bool *found, lf_run_status *status) {
    lf_statement s;
    const lf_status opened =
        lf_statement_first(store, "SELECT status FROM runs WHERE key = ?", 1, &key, &s, found);
    if (*found) *status = read_status(&s);
    lf_statement_close(&s);
    return opened;
}

lf_status lf_store_pace(lf_store *store, const lf_run_spec *spec, double *seconds) {
    lf_statement s;
    bool row = false;
    *seconds = NAN;
    lf_status status = lf_statement_open(
        store,
        "SELECT avg(wall_seconds) FROM runs WHERE status = 'done' AND problem = ? AND budget = ?"
        " AND checkpoints = ? AND expensive = ?"
        " AND substr(algorithm || ':', 1, instr(algorithm || ':', ':')) = ? HAVING count(*) > 0",
        &s);
    if (status == LF_OK) {
        char name[128];
        snprintf(name, sizeof name, "%.*s:", (int)strcspn(spec->algorithm, ":"), spec->algorithm);
        lf_statement_put_text(&s, spec->problem);
        lf_statement_put_text(&s, spec->budget);
        lf_statement_put_count(&s, spec->checkpoints);
        lf_statement_put_count(&s, spec->expensive);
        lf_statement_put_text(&s, name);
        status = lf_statement_next(&s, &row);
    }
    if (row) *seconds = lf_statement_take_real(&s);
    lf_statement_close(&s);
    return status;
}

/* A text column into an array of `size` bytes; NULL becomes the empty text. */
static void read_fixed(lf_statement *s, char *text, size_t size) {
    char *taken = lf_statement_take_text(s);
    snprintf(text, size, "%s", taken ? taken : "");
    free(taken);
}

/* The row of `runs`; *run <- its id. */
static lf_status read_run(lf_store *store, const char *key, lf_record *record, uint64_t *run) {
    lf_statement s;
    bool row;
    lf_status status = lf_statement_first(
        store,
        "SELECT runs.id, key, " LF_STORE_SPEC "status, cause, log, data_name, data_sha256,"
        " trace_sha256, dim, wall_seconds, json FROM runs"
        " LEFT JOIN environments ON environments.id = environment WHERE key = ?",
        1, &key, &s, &row);
    if (row) {
        *run = lf_statement_take_count(&s);
        read_fixed(&s, record->key, sizeof record->key);
        lf_statement_take_spec(&s, &record->spec);
        record->status = read_status(&s);
        record->cause = lf_statement_take_text(&s);
        record->log = lf_statement_take_text(&s);
        record->data_name = lf_statement_take_text(&s);
        record->data_sha256 = lf_statement_take_text(&s);
        read_fixed(&s, record->trace_sha256, sizeof record->trace_sha256);
        record->dim = lf_statement_take_count(&s);
        record->wall_seconds = lf_statement_take_real(&s);
        record->environment = lf_statement_take_text(&s);
        status = s.rc == SQLITE_OK ? LF_OK : read_short(store);
    }
    lf_statement_close(&s);
    if (status == LF_OK && !row)
        return lf_fail(LF_NOT_FOUND, "%s: no run with the key %.12s...", store->path, key);
    return status;
}

/* A row of `roles`; a role that this version does not know is passed over. */
static lf_status read_role(lf_statement *s, lf_record *record, size_t i) {
    (void)i;
    char *word = lf_statement_take_text(s);
    double samples = lf_statement_take_real(s);
    for (size_t role = 0; role < LF_ROLES; role++)
        if (word && strcmp(word, lf_role_word((lf_role)role)) == 0) record->samples[role] = samples;
    free(word);
    return LF_OK;
}

/* A row of `metrics`: they come in the order of their positions. */
static lf_status read_metric(lf_statement *s, lf_record *record, size_t i) {
    LF_TRY(lf_grow(&record->metric, i, sizeof *record->metric, "a record"));
    lf_metric_info *metric = &record->metric[i];
    record->metrics = i + 1;
    metric->name = lf_statement_take_text(s);
    metric->doc = lf_statement_take_text(s);
    metric->expensive = lf_statement_take_count(s) != 0;
    metric->higher_is_better = lf_statement_take_count(s) != 0;
    return LF_OK;
}

/* A row of `measures`, in the order of their positions. */
static lf_status read_measure(lf_statement *s, lf_record *record, size_t i) {
    LF_TRY(lf_grow(&record->measure, i, sizeof *record->measure, "a record"));
    lf_measure_info *measure = &record->measure[i];
    record->measures = i + 1;
    measure->name = lf_statement_take_text(s);
    measure->cost = lf_statement_take_text(s);
    measure->doc = lf_statement_take_text(s);
    return LF_OK;
}

/* A row of `points`: counters in the order of lf_counter_name, then the clocks. */
static lf_status read_point(lf_statement *s, lf_record *record, size_t i) {
    LF_TRY(lf_grow(&record->point, i, sizeof *record->point, "a record"));
    lf_trace_point *point = &record->point[i];
    record->points = i + 1;
    for (size_t c = 0; c < LF_COUNTERS; c++)
        point->count[c] = lf_statement_take_count(s);
    point->oracle_seconds = lf_statement_take_real(s);
    point->algorithm_seconds = lf_statement_take_real(s);
    point->evaluation_seconds = lf_statement_take_real(s);
    return LF_OK;
}

/* A row of `metric_values`; one that does not fit the trace is passed over. */
static lf_status read_value(lf_statement *s, lf_record *record, size_t i) {
    (void)i;
    size_t metric = lf_statement_take_count(s), point = lf_statement_take_count(s);
    if (metric < record->metrics && point < record->points)
        record->value[point * record->metrics + metric] = lf_statement_take_real(s);
    return LF_OK;
}

/* The blob is the bytes of the vector, and nothing else. */
static lf_status read_iterate(lf_statement *s, lf_record *record, size_t i) {
    (void)i;
    size_t size = (size_t)sqlite3_column_bytes(s->sql, 0);
    if (size != record->dim * sizeof(double))
        return lf_fail(LF_BAD_INPUT, "%s: the iterate of run %.12s... has %zu bytes, not %zu",
                       s->store->path, record->key, size, record->dim * sizeof(double));
    record->iterate = malloc(size ? size : 1);
    if (!record->iterate) return read_short(s->store);
    if (size) memcpy(record->iterate, sqlite3_column_blob(s->sql, 0), size);
    return LF_OK;
}

/* Call `take` for every row, with its number. */
static lf_status read_rows(lf_store *store, const char *sql, uint64_t run, lf_record *record,
                           lf_status (*take)(lf_statement *s, lf_record *record, size_t i)) {
    lf_statement s;
    lf_status status = lf_statement_open(store, sql, &s);
    if (status == LF_OK) lf_statement_put_count(&s, run);
    for (size_t i = 0; status == LF_OK; i++) {
        bool row;
        status = lf_statement_next(&s, &row);
        if (status != LF_OK || !row) break;
        status = take(&s, record, i);
    }
    lf_statement_close(&s);
    return status;
}

/* Counters are selected by name, as they are written. */
static lf_status read_points(lf_store *store, uint64_t run, lf_record *record) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "SELECT ");
    for (size_t i = 0; i < LF_COUNTERS; i++)
        sqlite3_str_appendf(text, "\"%w\", ", lf_counter_name(i));
    sqlite3_str_appendall(text, "oracle_seconds, algorithm_seconds, evaluation_seconds"
                                " FROM points WHERE run = ? ORDER BY point");
    char *sql = sqlite3_str_finish(text);
    if (!sql) return read_short(store);
    lf_status status = read_rows(store, sql, run, record, read_point);
    sqlite3_free(sql);
    return status;
}

/* NaN everywhere, then what there is. */
static lf_status read_values(lf_store *store, uint64_t run, lf_record *record) {
    size_t n = record->points * record->metrics;
    record->value = malloc((n ? n : 1) * sizeof *record->value);
    if (!record->value) return read_short(store);
    for (size_t i = 0; i < n; i++)
        record->value[i] = NAN;
    return read_rows(store,
                     "SELECT position, point, value FROM metric_values"
                     " JOIN metrics USING (run) WHERE run = ? AND name = metric",
                     run, record, read_value);
}

/* Metrics and points come before values, which are laid out by their numbers. */
static lf_status read_details(lf_store *store, uint64_t run, lf_record *record) {
    LF_TRY(
        read_rows(store, "SELECT role, samples FROM roles WHERE run = ?", run, record, read_role));
    LF_TRY(read_rows(store,
                     "SELECT name, doc, expensive, higher_is_better FROM metrics"
                     " WHERE run = ? ORDER BY position",
                     run, record, read_metric));
    LF_TRY(read_rows(store, "SELECT name, cost, doc FROM measures WHERE run = ? ORDER BY position",
                     run, record, read_measure));
    LF_TRY(read_points(store, run, record));
    LF_TRY(read_values(store, run, record));
    return read_rows(store, "SELECT bytes FROM iterates WHERE run = ?", run, record, read_iterate);
}

lf_status lf_store_get(lf_store *store, const char *key, lf_record *record) {
    *record = (lf_record){0};
    uint64_t run = 0;
    /* One transaction, so that a process that replaces the run is not seen half way. */
    int rc = sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL);
    if (rc != SQLITE_OK) return lf_store_fail(store, rc);
    lf_status status = read_run(store, key, record, &run);
    if (status == LF_OK) status = read_details(store, run, record);
    status = lf_store_end(store, status);
    if (status != LF_OK) lf_record_clear(record);
    return status;
}

lf_status lf_store_like(lf_store *store, const lf_run_spec *spec, char *key) {
    lf_statement s;
    bool row = false;
#define READ_SAME(field) #field " IS ? AND "
    lf_status status = lf_statement_open(
        store,
        "SELECT key FROM runs WHERE " LF_RUN_ASKED_LIST(
            READ_SAME, READ_SAME, READ_SAME) "code IS NOT ? ORDER BY id DESC LIMIT 1",
        &s);
#undef READ_SAME
    key[0] = '\0';
    if (status == LF_OK) {
        lf_statement_put_spec(&s, spec);
        status = lf_statement_next(&s, &row);
    }
    if (row) read_fixed(&s, key, 65);
    lf_statement_close(&s);
    return status;
}

lf_status lf_store_latest(lf_store *store, char at[24]) {
    lf_statement s;
    bool row;
    const lf_status status =
        lf_statement_first(store, "SELECT max(stored_at) FROM runs", 0, NULL, &s, &row);
    at[0] = '\0';
    if (row) read_fixed(&s, at, 24);
    lf_statement_close(&s);
    return status;
}
