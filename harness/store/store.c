/**
 * @file store.c
 * @brief Opening the result store, and asking what is in it.
 */
#include "harness/store/store_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/text.h"

/* Longest wait for another process that writes to the same folder. */
enum { STORE_PATIENCE_MILLISECONDS = 30000 };

/* path <- DIR/results.sqlite, after everything about the folder that can be told apart early. */
static lf_status store_locate(const char *dir, bool create, char path[LF_PATH_BYTES]) {
    struct stat info;
    const bool there = stat(dir, &info) == 0;
    if (there && !S_ISDIR(info.st_mode))
        return lf_fail(LF_IO, "%s: not a folder; results need a folder of their own", dir);
    if (!there && !create) return lf_fail(LF_NOT_FOUND, "%s: %s", dir, strerror(errno));
    if (create) LF_TRY(lf_folder_make(dir));
    if (create && access(dir, W_OK | X_OK) != 0)
        return lf_fail(LF_IO, "%s: cannot write in this folder: %s", dir, strerror(errno));
    LF_TRY(lf_path_format(path, "%s/results.sqlite", dir));
    if (stat(path, &info) == 0) {
        if (S_ISREG(info.st_mode)) return LF_OK;
        return lf_fail(LF_IO,
                       "%s: not a regular file, as results are kept in: remove it or choose "
                       "another folder",
                       path);
    }
    if (errno != ENOENT) return lf_fail(LF_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (create) return LF_OK;
    return lf_fail(LF_NOT_FOUND, "%s: no results there (no results.sqlite)", dir);
}

/* "file:" URI of a path, for a database that nobody can change: SQLite then needs no files beside
 * it. NULL if memory is short. */
static char *store_fixed_uri(const char *path) {
    static const char prefix[] = "file:", suffix[] = "?immutable=1", hex[] = "0123456789ABCDEF";
    char *uri = malloc(3 * strlen(path) + sizeof prefix + sizeof suffix);
    if (!uri) return NULL;
    char *end = stpcpy(uri, prefix);
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        if (strchr("%?#", byte)) {
            *end++ = '%';
            *end++ = hex[byte >> 4];
            *end++ = hex[byte & 15];
        } else {
            *end++ = *path;
        }
    }
    memcpy(end, suffix, sizeof suffix);
    return uri;
}

/* Did a writer end without bringing everything into the file itself, as on a full disk? */
static bool store_has_more(const lf_store *store) {
    char path[LF_PATH_BYTES];
    struct stat info;
    return lf_path_format(path, "%s-wal", store->path) == LF_OK && stat(path, &info) == 0 &&
           info.st_size > 0;
}

/* Results on a read-only medium can still be reported, exported and compared. SQLite looks at the
 * file beside the database only where it can share it, with a third one that must be there. */
static int store_open_file(lf_store *store, bool fixed, bool create) {
    if (fixed) {
        if (store_has_more(store))
            return sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY, NULL);
        char *uri = store_fixed_uri(store->path);
        if (!uri) return SQLITE_NOMEM;
        int rc = sqlite3_open_v2(uri, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
        free(uri);
        return rc;
    }
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    return sqlite3_open_v2(store->path, &store->db, flags, NULL);
}

static lf_status store_connect_as(lf_store *store, bool fixed, bool create) {
    int rc = store_open_file(store, fixed, create);
    if (rc == SQLITE_OK) rc = sqlite3_busy_timeout(store->db, STORE_PATIENCE_MILLISECONDS);
    return rc == SQLITE_OK ? lf_store_prepare(store, create) : lf_store_fail(store, rc);
}

/* A disk that is full is like a read-only one to who reads. */
lf_status lf_store_connect(lf_store *store, const char *dir, bool create) {
    const bool fixed = !create && access(dir, W_OK) != 0;
    const lf_status status = store_connect_as(store, fixed, create);
    const int error = store->db ? sqlite3_system_errno(store->db) : 0;
    if (status == LF_OK || fixed || create || (error != ENOSPC && error != EDQUOT)) return status;
    sqlite3_close_v2(store->db);
    store->db = NULL;
    return store_connect_as(store, true, false);
}

lf_status lf_store_open(const char *dir, bool create, lf_store **store) {
    *store = NULL;
    char path[LF_PATH_BYTES];
    LF_TRY(store_locate(dir, create, path));
    lf_store *s = calloc(1, sizeof *s);
    if (s) s->path = strdup(path);
    if (!s || !s->path) {
        lf_store_close(s);
        return lf_fail(LF_NO_MEMORY, "%s: no memory to open it", path);
    }
    const lf_status status = lf_store_connect(s, dir, create);
    if (status != LF_OK) {
        lf_store_close(s);
        return status;
    }
    lf_store_home_note(s);
    *store = s;
    return LF_OK;
}

void lf_store_close(lf_store *store) {
    if (!store) return;
    lf_store_leave(store);
    sqlite3_close_v2(store->db);
    free(store->path);
    free(store);
}

lf_status lf_store_has(lf_store *store, const char *key, bool *found) {
    lf_statement statement;
    const lf_status status = lf_statement_first(
        store, "SELECT 1 FROM runs WHERE key = ? AND status IN ('done', 'diverged')", 1, &key,
        &statement, found);
    lf_statement_close(&statement);
    return status;
}

lf_status lf_store_data(lf_store *store, const char *key, bool *found,
                        char sha256[LF_SHA256_TEXT]) {
    lf_statement statement;
    const lf_status status = lf_statement_first(
        store, "SELECT data_sha256 FROM runs WHERE key = ? AND status IN ('done', 'diverged')", 1,
        &key, &statement, found);
    char *taken = *found ? lf_statement_take_text(&statement) : NULL;
    snprintf(sha256, LF_SHA256_TEXT, "%s", taken ? taken : "");
    free(taken);
    lf_statement_close(&statement);
    return status;
}

lf_status lf_store_keys(lf_store *store, char ***keys, size_t *n) {
    lf_statement statement;
    bool row;
    *keys = NULL;
    *n = 0;
    /* The key comes last: runs that differ in budget or checkpoints only need an order too. */
    lf_status status =
        lf_statement_first(store, "SELECT key FROM runs ORDER BY problem, algorithm, seed, key", 0,
                           NULL, &statement, &row);
    while (status == LF_OK && row) {
        char *key = lf_statement_take_text(&statement);
        if (key) status = lf_grow(keys, *n, sizeof **keys, "keys");
        if (key && status == LF_OK)
            (*keys)[(*n)++] = key;
        else
            free(key);
        if (status == LF_OK) status = lf_statement_next(&statement, &row);
    }
    lf_statement_close(&statement);
    if (status == LF_OK) return LF_OK;
    lf_text_list_free(*keys, *n);
    *keys = NULL;
    *n = 0;
    return status;
}
