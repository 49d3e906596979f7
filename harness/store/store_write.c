/**
 * @file store_write.c
 * @brief One record into the store, whole or not at all.
 */
#include "harness/store/store_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/chain.h"

/* "INSERT INTO points ..." with every counter by name, so that the order of the columns in the file
 * does not matter. malloc'ed; NULL if memory is short. */
static char *write_points_sql(void) {
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "INSERT INTO points (run, point");
    for (size_t i = 0; i < LF_COUNTERS; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", lf_counter_name(i));
    sqlite3_str_appendall(
        sql, ", oracle_seconds, algorithm_seconds, evaluation_seconds) VALUES (?, ?, ?, ?, ?");
    for (size_t i = 0; i < LF_COUNTERS; i++)
        sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ")");
    return sqlite3_str_finish(sql);
}

/* The rows that hang on the run go with it: they were declared ON DELETE CASCADE. */
static lf_status write_delete(lf_store *store, const char *key) {
    return lf_store_execute(store, "DELETE FROM runs WHERE key = ?", 1, &key);
}

/* Most runs of a folder share one environment: it is stored once. */
static lf_status write_environment(lf_store *store, const char *json) {
    if (!json) return LF_OK;
    return lf_store_execute(store, "INSERT OR IGNORE INTO environments (json) VALUES (?)", 1,
                            &json);
}

/* The row of `runs`; its id is the connection's last row id. */
static lf_status write_run(lf_store *store, const lf_record *record, const char *configuration) {
    lf_statement s;
    lf_status status = lf_statement_open(
        store,
        "INSERT INTO runs (key, configuration, " LF_STORE_SPEC "status, cause, log, data_name,"
        " data_sha256, trace_sha256, dim, wall_seconds, environment)"
        " VALUES (?, ?, " LF_STORE_SPEC_MARKS "?, ?, ?, ?, ?, ?, ?, ?,"
        " (SELECT id FROM environments WHERE json = ?))",
        &s);
    if (status == LF_OK) {
        lf_statement_put_text(&s, record->key);
        lf_statement_put_text(&s, configuration);
        lf_statement_put_spec(&s, &record->spec);
        lf_statement_put_text(&s, lf_run_status_name(record->status));
        lf_statement_put_text(&s, record->cause);
        lf_statement_put_text(&s, record->log);
        lf_statement_put_text(&s, record->data_name);
        lf_statement_put_text(&s, record->data_sha256);
        lf_statement_put_text(&s, record->trace_sha256);
        lf_statement_put_count(&s, record->dim);
        lf_statement_put_real(&s, record->wall_seconds);
        lf_statement_put_text(&s, record->environment);
        status = lf_statement_execute(&s);
    }
    lf_statement_close(&s);
    return status;
}

/* A row for each role that the problem has. */
static lf_status write_roles(lf_statement *s, uint64_t run, const lf_record *record) {
    for (size_t i = 0; i < LF_ROLES; i++) {
        if (!(record->samples[i] > 0)) continue; /* the problem has no such role */
        lf_statement_put_count(s, run);
        lf_statement_put_text(s, lf_role_word((lf_role)i));
        lf_statement_put_real(s, record->samples[i]);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* Positions keep the problem's order: its first metric is the headline. */
static lf_status write_metrics(lf_statement *s, uint64_t run, const lf_record *record) {
    for (size_t i = 0; i < record->metrics; i++) {
        lf_statement_put_count(s, run);
        lf_statement_put_text(s, record->metric[i].name);
        lf_statement_put_count(s, i);
        lf_statement_put_text(s, record->metric[i].doc);
        lf_statement_put_count(s, record->metric[i].expensive);
        lf_statement_put_count(s, record->metric[i].higher_is_better);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* As metrics: a later measure may be built on an earlier one. */
static lf_status write_measures(lf_statement *s, uint64_t run, const lf_record *record) {
    for (size_t i = 0; i < record->measures; i++) {
        lf_statement_put_count(s, run);
        lf_statement_put_text(s, record->measure[i].name);
        lf_statement_put_count(s, i);
        lf_statement_put_text(s, record->measure[i].cost);
        lf_statement_put_text(s, record->measure[i].doc);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* One row a checkpoint. */
static lf_status write_points(lf_statement *s, uint64_t run, const lf_record *record) {
    for (size_t i = 0; i < record->points; i++) {
        const lf_trace_point *point = &record->point[i];
        lf_statement_put_count(s, run);
        lf_statement_put_count(s, i);
        for (size_t c = 0; c < LF_COUNTERS; c++)
            lf_statement_put_count(s, point->count[c]);
        lf_statement_put_real(s, point->oracle_seconds);
        lf_statement_put_real(s, point->algorithm_seconds);
        lf_statement_put_real(s, point->evaluation_seconds);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* A value that is not there has no row; reading puts NaN in its place. */
static lf_status write_values(lf_statement *s, uint64_t run, const lf_record *record) {
    for (size_t i = 0; i < record->points * record->metrics; i++) {
        if (isnan(record->value[i])) continue;
        lf_statement_put_count(s, run);
        lf_statement_put_text(s, record->metric[i % record->metrics].name);
        lf_statement_put_count(s, i / record->metrics);
        lf_statement_put_real(s, record->value[i]);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* A run that failed early has no iterate, and no row. */
static lf_status write_iterate(lf_statement *s, uint64_t run, const lf_record *record) {
    if (!record->iterate) return LF_OK;
    lf_statement_put_count(s, run);
    lf_statement_put_bytes(s, record->iterate, record->dim * sizeof *record->iterate);
    return lf_statement_execute(s);
}

/* The rows that hang on a run: one statement each, executed once a row. */
static lf_status write_details(lf_store *store, uint64_t run, const lf_record *record) {
    char *points = write_points_sql();
    if (!points) return lf_store_fail(store, SQLITE_NOMEM);
    const struct {
        const char *sql;
        lf_status (*write)(lf_statement *s, uint64_t run, const lf_record *record);
    } detail[] = {
        {"INSERT INTO roles (run, role, samples) VALUES (?, ?, ?)", write_roles},
        {"INSERT INTO metrics (run, name, position, doc, expensive, higher_is_better)"
         " VALUES (?, ?, ?, ?, ?, ?)",
         write_metrics},
        {"INSERT INTO measures (run, name, position, cost, doc) VALUES (?, ?, ?, ?, ?)",
         write_measures},
        {points, write_points},
        {"INSERT INTO metric_values (run, metric, point, value) VALUES (?, ?, ?, ?)", write_values},
        {"INSERT INTO iterates (run, bytes) VALUES (?, ?)", write_iterate},
    };
    lf_status status = LF_OK;
    for (size_t i = 0; i < sizeof detail / sizeof *detail && status == LF_OK; i++) {
        lf_statement statement;
        status = lf_statement_open(store, detail[i].sql, &statement);
        if (status == LF_OK) status = detail[i].write(&statement, run, record);
        lf_statement_close(&statement);
    }
    sqlite3_free(points);
    return status;
}

/* Everything of one record; the caller holds the transaction. */
static lf_status write_record(lf_store *store, const lf_record *record, const char *configuration) {
    LF_TRY(write_delete(store, record->key));
    LF_TRY(write_environment(store, record->environment));
    LF_TRY(write_run(store, record, configuration));
    LF_TRY(write_details(store, (uint64_t)sqlite3_last_insert_rowid(store->db), record));
    return lf_chain_append(store, "run", record->key);
}

lf_status lf_store_put(lf_store *store, const lf_record *record) {
    char key[65], *configuration = NULL;
    LF_TRY(lf_run_spec_key(&record->spec, key, &configuration));
    lf_status status = lf_store_begin(store);
    if (status == LF_OK) status = lf_store_end(store, write_record(store, record, configuration));
    free(configuration);
    return status;
}
