/**
 * @file store_guard.c
 * @brief A database that somebody else may have prepared: what is asked of it before it is read.
 */
#include "harness/store/store_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"

/* The row that `is` stands at is none of ours. Its name is whatever somebody chose. */
static lf_status guard_refuse(const lf_store *store, lf_statement *is) {
    char what[96];
    snprintf(what, sizeof what, "%.16s '%.64s'", (const char *)sqlite3_column_text(is->sql, 0),
             (const char *)sqlite3_column_text(is->sql, 1));
    lf_text_clean(what, false);
    return lf_fail(LF_BAD_INPUT,
                   "%s: its %s is none that Levelfield makes, and could change what is read; "
                   "remove it with SQLite, or choose another folder",
                   store->path, what);
}

/* Nothing in a file's schema is run or believed that a version of this program did not put there:
 * triggers, views and defaults are code of whoever wrote the file. `known` is an empty database
 * that went through the same steps. What ANALYZE leaves is data. */
static lf_status guard_compare(lf_store *store, sqlite3 *known) {
    lf_statement is;
    sqlite3_stmt *want = NULL;
    bool row = true;
    lf_status status =
        lf_statement_open(store,
                          "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
                          " AND sql NOT GLOB 'CREATE TABLE sqlite_stat*'",
                          &is);
    int rc =
        sqlite3_prepare_v2(known, "SELECT 1 FROM sqlite_schema WHERE sql = ?", -1, &want, NULL);
    while (status == LF_OK && rc == SQLITE_OK) {
        status = lf_statement_next(&is, &row);
        if (status != LF_OK || !row) break;
        sqlite3_bind_value(want, 1, sqlite3_column_value(is.sql, 2));
        if (sqlite3_step(want) != SQLITE_ROW) status = guard_refuse(store, &is);
        sqlite3_reset(want);
    }
    sqlite3_finalize(want);
    lf_statement_close(&is);
    return rc == SQLITE_OK ? status : lf_store_fail(store, rc);
}

/* hex <- all of a file's schema in one hash. */
static lf_status guard_hash(lf_store *store, char hex[LF_SHA256_TEXT]) {
    lf_statement s;
    bool row = true;
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    lf_status status = lf_statement_open(
        store, "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema", &s);
    while (status == LF_OK && row) {
        status = lf_statement_next(&s, &row);
        const char *text = row ? (const char *)sqlite3_column_text(s.sql, 0) : NULL;
        if (text) lf_sha256_add(&hash, text, strlen(text) + 1);
    }
    lf_statement_close(&s);
    if (status == LF_OK) status = lf_sha256_finish(&hash, hex);
    lf_sha256_drop(&hash);
    return status;
}

/* Shards come by the thousand, with one schema: what was found to be ours is remembered. */
lf_status lf_store_is_ours(lf_store *store, long long version) {
    static _Thread_local char ours[LF_SHA256_TEXT];
    char hash[LF_SHA256_TEXT];
    sqlite3 *known = NULL;
    LF_TRY(guard_hash(store, hash));
    if (strcmp(hash, ours) == 0) return LF_OK;
    int rc = sqlite3_open(":memory:", &known);
    if (rc == SQLITE_OK) rc = lf_store_step_up(known, 0, version);
    const lf_status status =
        rc == SQLITE_OK ? guard_compare(store, known) : lf_store_fail(store, rc);
    sqlite3_close(known);
    if (status == LF_OK) memcpy(ours, hash, sizeof ours);
    return status;
}

/* SQLite's own defences against a file that somebody has prepared: no code in the schema, no
 * function of ours called from there, cells looked at before they are followed. */
lf_status lf_store_defend(lf_store *store) {
    static const int refused[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                                  SQLITE_DBCONFIG_ENABLE_VIEW};
    int rc = sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    for (size_t i = 0; i < sizeof refused / sizeof *refused && rc == SQLITE_OK; i++)
        rc = sqlite3_db_config(store->db, refused[i], 0, NULL);
    if (rc != SQLITE_OK) return lf_store_fail(store, rc);
    return lf_store_execute(store, "PRAGMA cell_size_check = ON", 0, NULL);
}
