/**
 * @file chain.c
 * @brief Links and what they vouch for: the bytes that are hashed, and appending.
 *
 * Hashed are the rows as SQLite gives them back, every column that is not NULL by its name: a
 * column that a later schema adds is covered as soon as something is in it, and leaves older hashes
 * as they are. Numbers of rows alone are left out, as they change when a run is copied.
 */
#include "harness/store/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

#define CHAIN_OF(table, order)                                                                     \
    { #table, "SELECT * FROM " #table " WHERE run = ? ORDER BY " order }
#define CHAIN_NAME(column) "substr(" column ", 1, instr(" column " || ':', ':') - 1)"

const lf_chain_kind lf_chain_kinds[] = {
    {"run",
     "SELECT id, key AS subject, " CHAIN_NAME("algorithm") " || ' on ' || " CHAIN_NAME(
         "problem") " || ', seed ' || seed AS title FROM runs",
     {{"runs", "SELECT * FROM runs WHERE id = ?"},
      {"environments",
       "SELECT * FROM environments WHERE id = (SELECT environment FROM runs WHERE id = ?)"},
      CHAIN_OF(roles, "role"),
      CHAIN_OF(metrics, "name"),
      CHAIN_OF(measures, "name"),
      CHAIN_OF(points, "point"),
      CHAIN_OF(metric_values, "metric, point"),
      CHAIN_OF(iterates, "run")}},
    {"experiment",
     "SELECT id, name || ' ' || scale AS subject, name || ' at scale ' || scale AS title"
     " FROM experiments",
     {{"experiments", "SELECT * FROM experiments WHERE id = ?"},
      {"plans", "SELECT * FROM plans WHERE experiment = ? ORDER BY position"}}},
    {"replay",
     "SELECT id, CAST(id AS TEXT) AS subject, 'of ' || made_at AS title FROM replays",
     {{"replays", "SELECT * FROM replays WHERE id = ?"}}},
    {""},
};

/* "SIZE:bytes,": no two lists of texts come to the same bytes. */
static void chain_add(lf_sha256 *hash, const void *bytes, size_t size) {
    char head[24];
    lf_sha256_add(hash, head, (size_t)snprintf(head, sizeof head, "%zu:", size));
    lf_sha256_add(hash, bytes, size);
    lf_sha256_add(hash, ",", 1);
}

static void chain_add_text(lf_sha256 *hash, const char *text) {
    chain_add(hash, text, strlen(text));
}

/* A letter for the type, then the value: a whole number in decimal, a real one by its 64 bits in
 * hex, text and bytes as they are. */
static void chain_add_value(lf_sha256 *hash, sqlite3_stmt *sql, int column) {
    char text[32];
    const int type = sqlite3_column_type(sql, column);
    const double real = sqlite3_column_double(sql, column);
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    if (type == SQLITE_INTEGER)
        snprintf(text, sizeof text, "i%lld", (long long)sqlite3_column_int64(sql, column));
    else if (type == SQLITE_FLOAT)
        snprintf(text, sizeof text, "r%016" PRIx64, bits);
    else
        snprintf(text, sizeof text, type == SQLITE_TEXT ? "t" : "b");
    chain_add_text(hash, text);
    if (type != SQLITE_TEXT && type != SQLITE_BLOB) return;
    const void *bytes = sqlite3_column_blob(sql, column);
    chain_add(hash, bytes, (size_t)sqlite3_column_bytes(sql, column));
}

/* Numbers of rows, by which tables are joined. */
static bool chain_is_number(const char *column) {
    static const char *const names[] = {"id", "run", "environment", "experiment"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(column, names[i]) == 0) return true;
    return false;
}

static void chain_add_row(lf_sha256 *hash, sqlite3_stmt *sql, const char *table) {
    chain_add_text(hash, table);
    for (int i = 0; i < sqlite3_column_count(sql); i++) {
        const char *name = sqlite3_column_name(sql, i);
        if (!name || chain_is_number(name) || sqlite3_column_type(sql, i) == SQLITE_NULL) continue;
        chain_add_text(hash, name);
        chain_add_value(hash, sql, i);
    }
}

static lf_status chain_add_rows(lf_store *store, const char *table, const char *rows, uint64_t id,
                                lf_sha256 *hash) {
    lf_statement s;
    bool row = true;
    lf_status status = lf_statement_open(store, rows, &s);
    if (status == LF_OK) lf_statement_put_count(&s, id);
    while (status == LF_OK && row) {
        status = lf_statement_next(&s, &row);
        if (status == LF_OK && row) chain_add_row(hash, s.sql, table);
    }
    lf_statement_close(&s);
    return status;
}

/* Of several rows, which a walk tells of, the first one. title: malloc'ed, NULL if there is no such
 * subject. */
static lf_status chain_find(lf_store *store, const lf_chain_kind *kind, const char *subject,
                            uint64_t *id, char **title) {
    char sql[512];
    lf_statement s;
    bool row;
    *id = 0;
    *title = NULL;
    snprintf(sql, sizeof sql, "SELECT id, title FROM (%s) WHERE subject = ? ORDER BY id LIMIT 1",
             kind->list);
    lf_status status = lf_statement_first(store, sql, 1, &subject, &s, &row);
    if (row) {
        *id = lf_statement_take_count(&s);
        *title = lf_statement_take_text(&s);
        if (!*title) status = lf_store_fail(store, SQLITE_NOMEM);
    }
    lf_statement_close(&s);
    return status;
}

static lf_status chain_content(lf_store *store, const lf_chain_kind *kind, uint64_t id,
                               char hex[65]) {
    lf_sha256 hash = {0};
    lf_status status = LF_OK;
    lf_sha256_start(&hash);
    for (size_t i = 0; i < 8 && kind->part[i].table && status == LF_OK; i++)
        status = chain_add_rows(store, kind->part[i].table, kind->part[i].rows, id, &hash);
    if (status == LF_OK) status = lf_sha256_finish(&hash, hex);
    lf_sha256_drop(&hash);
    return status;
}

lf_status lf_chain_content_hash(lf_store *store, const lf_chain_kind *kind, const char *subject,
                                uint64_t *id, char hex[65]) {
    char *title;
    hex[0] = '\0';
    LF_TRY(chain_find(store, kind, subject, id, &title));
    const bool there = title != NULL;
    free(title);
    return there ? chain_content(store, kind, *id, hex) : LF_OK;
}

lf_status lf_chain_link_hash(const lf_chain_link *link, char hex[65]) {
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, link->number);
    const char *const text[] = {number,      link->kind,    link->subject,
                                link->title, link->content, link->previous};
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        chain_add_text(&hash, text[i] ? text[i] : "");
    return lf_sha256_finish(&hash, hex);
}

void lf_chain_take(lf_statement *s, lf_chain_link *link) {
    link->number = lf_statement_take_count(s);
    char **const text[] = {&link->kind,    &link->subject,  &link->title,
                           &link->content, &link->previous, &link->hash};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        *text[i] = lf_statement_take_text(s);
}

void lf_chain_clear(lf_chain_link *link) {
    free(link->kind);
    free(link->subject);
    free(link->title);
    free(link->content);
    free(link->previous);
    free(link->hash);
    *link = (lf_chain_link){0};
}

/* The first row of a query of links with n texts; *found <- there is one. */
static lf_status chain_get(lf_store *store, const char *sql, size_t n, const char *const *text,
                           bool *found, lf_chain_link *link) {
    lf_statement s;
    *link = (lf_chain_link){0};
    const lf_status status = lf_statement_first(store, sql, n, text, &s, found);
    if (*found) lf_chain_take(&s, link);
    lf_statement_close(&s);
    return status;
}

lf_status lf_chain_put(lf_store *store, lf_chain_link *link) {
    lf_chain_link last;
    bool found;
    char hash[65];
    LF_TRY(chain_get(store, "SELECT " LF_CHAIN_COLUMNS " FROM chain ORDER BY link DESC LIMIT 1", 0,
                     NULL, &found, &last));
    link->number = last.number + 1;
    link->previous = found && last.hash ? last.hash : "";
    lf_statement s;
    lf_status status = lf_chain_link_hash(link, hash);
    if (status == LF_OK)
        status = lf_statement_open(
            store, "INSERT INTO chain (" LF_CHAIN_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?)", &s);
    if (status == LF_OK) {
        lf_statement_put_count(&s, link->number);
        const char *const text[] = {link->kind,    link->subject,  link->title,
                                    link->content, link->previous, hash};
        for (size_t i = 0; i < sizeof text / sizeof *text; i++)
            lf_statement_put_text(&s, text[i]);
        status = lf_statement_execute(&s);
        lf_statement_close(&s);
    }
    lf_chain_clear(&last);
    return status;
}

/* Is the last link of the subject for these very rows? */
static lf_status chain_is_told(lf_store *store, const char *kind, const char *subject,
                               const char *content, bool *told) {
    lf_chain_link last;
    LF_TRY(chain_get(store,
                     "SELECT " LF_CHAIN_COLUMNS
                     " FROM chain WHERE kind = ? AND subject = ? ORDER BY link DESC LIMIT 1",
                     2, (const char *const[]){kind, subject}, told, &last));
    *told = *told && last.content && strcmp(last.content, content) == 0;
    lf_chain_clear(&last);
    return LF_OK;
}

lf_status lf_chain_append(lf_store *store, const char *word, const char *subject) {
    const lf_chain_kind *kind = lf_chain_kinds;
    while (kind->word[0] && strcmp(kind->word, word) != 0)
        kind++;
    char *title, content[65];
    uint64_t id;
    bool told = false;
    LF_TRY(chain_find(store, kind, subject, &id, &title));
    lf_status status = chain_content(store, kind, id, content);
    /* A run that is stored again is another one: it has its own seconds. */
    if (status == LF_OK && kind != lf_chain_kinds)
        status = chain_is_told(store, word, subject, content, &told);
    lf_chain_link link = {
        .kind = (char *)word, .subject = (char *)subject, .title = title, .content = content};
    if (status == LF_OK && !told) status = lf_chain_put(store, &link);
    free(title);
    return status;
}
