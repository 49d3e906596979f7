/**
 * @file store_statement.c
 * @brief SQLite's statements and transactions in the terms of the store.
 */
#include "harness/store/store_parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

/* A write that failed where files have a limit: SQLite has mostly forgotten by what error. */
static bool statement_is_limited(const lf_store *store, int error) {
    struct rlimit limit;
    const bool wrote = store->db && sqlite3_extended_errcode(store->db) == SQLITE_IOERR_WRITE;
    return error == EFBIG ||
           (wrote && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY);
}

lf_status lf_store_fail(lf_store *store, int rc) {
    const char *path = store->path;
    int error = store->db ? sqlite3_system_errno(store->db) : 0;
    int primary = rc & 0xff;
    const bool limited = primary == SQLITE_IOERR && statement_is_limited(store, error);
    const bool full = primary == SQLITE_IOERR && (error == ENOSPC || error == EDQUOT);
    if (primary == SQLITE_FULL || full || limited)
        return lf_fail(LF_IO, "%s: %s; make room and run again: what finished is kept", path,
                       limited ? "the file may not grow (ulimit -f)" : "the disk is full");
    switch (primary) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return lf_fail(LF_BAD_INPUT, "%s: not a results file, or damaged (%s)", path,
                       sqlite3_errstr(rc));
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
        return lf_fail(LF_IO, "%s: cannot open for writing: %s", path,
                       error ? strerror(error) : sqlite3_errstr(rc));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return lf_fail(LF_IO, "%s: another process keeps it locked; try again when it is done",
                       path);
    case SQLITE_NOMEM:
        return lf_fail(LF_NO_MEMORY, "%s: out of memory", path);
    default:
        return lf_fail(LF_IO, "%s: %s", path,
                       store->db ? sqlite3_errmsg(store->db) : sqlite3_errstr(rc));
    }
}

/* IMMEDIATE takes the write lock now, so a transaction cannot fail for it half way. */
lf_status lf_store_begin(lf_store *store) {
    LF_TRY(lf_store_keep(store));
    int rc = sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    return rc == SQLITE_OK ? LF_OK : lf_store_fail(store, rc);
}

lf_status lf_store_end(lf_store *store, lf_status status) {
    if (status == LF_OK) {
        int rc = sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
        if (rc == SQLITE_OK) return store->taken ? lf_store_scatter(store) : LF_OK;
        status = lf_store_fail(store, rc);
    }
    /* On a full disk SQLite may have rolled back by itself: then this one has nothing to do. */
    if (!sqlite3_get_autocommit(store->db)) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

lf_status lf_statement_open(lf_store *store, const char *sql, lf_statement *statement) {
    *statement = (lf_statement){.store = store};
    int rc = sqlite3_prepare_v2(store->db, sql, -1, &statement->sql, NULL);
    return rc == SQLITE_OK ? LF_OK : lf_store_fail(store, rc);
}

void lf_statement_close(lf_statement *statement) {
    sqlite3_finalize(statement->sql);
    statement->sql = NULL;
}

/* The first failure is the one that explains the others. */
static void statement_keep(lf_statement *statement, int rc) {
    if (statement->rc == SQLITE_OK) statement->rc = rc;
}

void lf_statement_put_text(lf_statement *statement, const char *text) {
    statement_keep(statement,
                   sqlite3_bind_text(statement->sql, ++statement->next, text, -1, SQLITE_STATIC));
}

/* SQLite's integers are signed: a seed above 2^63 is stored as its negative twin and comes back
 * whole. */
void lf_statement_put_count(lf_statement *statement, uint64_t value) {
    statement_keep(statement,
                   sqlite3_bind_int64(statement->sql, ++statement->next, (sqlite3_int64)value));
}

void lf_statement_put_real(lf_statement *statement, double value) {
    statement_keep(statement, sqlite3_bind_double(statement->sql, ++statement->next, value));
}

void lf_statement_put_bytes(lf_statement *statement, const void *bytes, size_t size) {
    /* A null pointer would be stored as NULL, which is not the same as no bytes. */
    int rc = size == 0 ? sqlite3_bind_zeroblob(statement->sql, ++statement->next, 0)
                       : sqlite3_bind_blob64(statement->sql, ++statement->next, bytes, size,
                                             SQLITE_STATIC);
    statement_keep(statement, rc);
}

lf_status lf_statement_execute(lf_statement *statement) {
    if (statement->rc == SQLITE_OK) {
        int rc = sqlite3_step(statement->sql);
        if (rc != SQLITE_DONE && rc != SQLITE_ROW) statement->rc = rc;
    }
    if (statement->rc != SQLITE_OK) return lf_store_fail(statement->store, statement->rc);
    sqlite3_reset(statement->sql);
    statement->next = 0;
    return LF_OK;
}

lf_status lf_store_execute(lf_store *store, const char *sql, size_t n, const char *const *text) {
    lf_statement statement;
    lf_status status = lf_statement_open(store, sql, &statement);
    if (status == LF_OK) {
        for (size_t i = 0; i < n; i++)
            lf_statement_put_text(&statement, text[i]);
        status = lf_statement_execute(&statement);
    }
    lf_statement_close(&statement);
    return status;
}

lf_status lf_statement_next(lf_statement *statement, bool *row) {
    *row = false;
    if (statement->rc == SQLITE_OK) {
        int rc = sqlite3_step(statement->sql);
        *row = rc == SQLITE_ROW;
        if (rc != SQLITE_DONE && rc != SQLITE_ROW) statement->rc = rc;
    }
    statement->next = 0;
    return statement->rc == SQLITE_OK ? LF_OK : lf_store_fail(statement->store, statement->rc);
}

lf_status lf_statement_first(lf_store *store, const char *sql, size_t n, const char *const *text,
                             lf_statement *statement, bool *row) {
    *row = false;
    LF_TRY(lf_statement_open(store, sql, statement));
    for (size_t i = 0; i < n; i++)
        lf_statement_put_text(statement, text[i]);
    return lf_statement_next(statement, row);
}

lf_status lf_store_number(lf_store *store, const char *sql, long long *number) {
    lf_statement s;
    bool row;
    const lf_status status = lf_statement_first(store, sql, 0, NULL, &s, &row);
    *number = row ? (long long)lf_statement_take_count(&s) : 0;
    lf_statement_close(&s);
    return status;
}

char *lf_statement_take_text(lf_statement *statement) {
    const char *text = (const char *)sqlite3_column_text(statement->sql, statement->next++);
    if (!text) return NULL;
    char *copy = strdup(text);
    if (!copy) statement_keep(statement, SQLITE_NOMEM);
    return copy;
}

uint64_t lf_statement_take_count(lf_statement *statement) {
    return (uint64_t)sqlite3_column_int64(statement->sql, statement->next++);
}

double lf_statement_take_real(lf_statement *statement) {
    int column = statement->next++;
    if (sqlite3_column_type(statement->sql, column) == SQLITE_NULL) return NAN;
    return sqlite3_column_double(statement->sql, column);
}

void lf_statement_put_spec(lf_statement *statement, const lf_run_spec *spec) {
#define STATEMENT_TEXT(field) lf_statement_put_text(statement, spec->field);
#define STATEMENT_COUNT(field) lf_statement_put_count(statement, spec->field);
    LF_RUN_SPEC_LIST(STATEMENT_TEXT, STATEMENT_COUNT, STATEMENT_COUNT)
#undef STATEMENT_TEXT
#undef STATEMENT_COUNT
}

void lf_statement_take_spec(lf_statement *statement, lf_run_spec *spec) {
#define STATEMENT_TEXT(field) spec->field = lf_statement_take_text(statement);
#define STATEMENT_COUNT(field) spec->field = lf_statement_take_count(statement);
    LF_RUN_SPEC_LIST(STATEMENT_TEXT, STATEMENT_COUNT, STATEMENT_COUNT)
#undef STATEMENT_TEXT
#undef STATEMENT_COUNT
}
