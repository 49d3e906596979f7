/**
 * @file chain_walk.c
 * @brief The chain from its first link to its head, and what does not agree with it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/store/chain.h"
#include "harness/store/verify.h"

typedef struct {
    lf_store *store;
    const char *head; /* one that was noted; NULL: none */
    const lf_verify_listener *listener;
    lf_verification *found;
} chain_walk;

/* One line about something that is wrong. What it quotes is whatever somebody put there. */
__attribute__((format(printf, 4, 5))) static void
walk_say(chain_walk *w, const char *what, const char *subject, const char *format, ...) {
    char line[1024], about[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(about, sizeof about, "%s", subject ? subject : "");
    lf_text_clean(line, false);
    lf_text_clean(about, false);
    w->found->faults++;
    w->listener->fault(w->listener->context, what, about, line);
}

/* Every row of a query with up to one text, until `take` fails. */
static lf_status walk_rows(chain_walk *w, const char *sql, const char *text,
                           lf_status (*take)(chain_walk *w, lf_statement *s)) {
    lf_statement s;
    bool row = true;
    lf_status status = lf_statement_open(w->store, sql, &s);
    if (status == LF_OK && text) lf_statement_put_text(&s, text);
    while (status == LF_OK && row) {
        status = lf_statement_next(&s, &row);
        if (status == LF_OK && row) status = take(w, &s);
    }
    lf_statement_close(&s);
    return status;
}

/* A link by itself, and against the one before it. */
static lf_status walk_link(chain_walk *w, lf_statement *s) {
    lf_verification *found = w->found;
    lf_chain_link link;
    char hash[65];
    lf_chain_take(s, &link);
    const char *title = link.title ? link.title : "";
    const uint64_t next = found->last + 1;
    const lf_status status = lf_chain_link_hash(&link, hash);
    if (link.number != next)
        walk_say(w, "gap", NULL, "links %" PRIu64 " to %" PRIu64 " were removed, or put elsewhere",
                 next, link.number - 1);
    if (status == LF_OK && strcmp(hash, link.hash) != 0)
        walk_say(w, "link", link.subject, "link %" PRIu64 " (%s) was edited", link.number, title);
    if (strcmp(link.previous, found->head) != 0)
        walk_say(w, "order", link.subject,
                 "link %" PRIu64 " (%s) does not follow the one before it: one of the two was "
                 "edited, or put in from elsewhere",
                 link.number, title);
    if (strcmp(link.kind, "origin") == 0)
        snprintf(found->origin, sizeof found->origin, "%s", title);
    if (w->head && strncmp(link.hash, w->head, strlen(w->head)) == 0) found->noted = link.number;
    found->links++;
    found->last = link.number;
    snprintf(found->head, sizeof found->head, "%s", link.hash);
    lf_chain_clear(&link);
    return status;
}

/* "run sgd on auc, seed 3 (0123456789ab)", "experiment demo at scale smoke": what a line is about.
 * A key is cut before it is cleaned, so that half a letter in it costs none of the title's. */
static void walk_name(const char *kind, const char *title, const char *subject, char name[512]) {
    char key[13] = "";
    const bool run = kind && strcmp(kind, "run") == 0;
    if (run) snprintf(key, sizeof key, "%s", subject ? subject : "");
    lf_text_clean(key, false);
    snprintf(name, 512, "%s %.400s%s%s%s", kind ? kind : "", title ? title : "", run ? " (" : "",
             key, run ? ")" : "");
}

/* Which part of a run is another, where what the store has always kept can tell. */
static void walk_edited(chain_walk *w, const lf_chain_link *link, const char *name) {
    lf_record record;
    const char *what = "its configuration and trace are those of its hashes: seconds, texts, final "
                       "iterate or environment are others";
    if (strcmp(link->kind, "run") != 0) {
        walk_say(w, "edited", link->subject, "%s was edited", name);
        return;
    }
    const bool read = lf_store_get(w->store, link->subject, &record) == LF_OK;
    if (!read || lf_store_check(&record) != LF_OK) what = lf_message();
    walk_say(w, "edited", link->subject, "%s was edited: %s", name, what);
    if (read) lf_record_clear(&record);
}

/* The rows that the last link of a subject vouches for. One that cannot be read is a fault, and the
 * walk goes on. */
static lf_status walk_subject(chain_walk *w, lf_statement *s) {
    const lf_chain_kind *kind = lf_chain_kinds;
    lf_chain_link link;
    uint64_t id;
    char content[65], name[512];
    lf_chain_take(s, &link);
    walk_name(link.kind, link.title, link.subject, name);
    while (kind->word[0] && strcmp(kind->word, link.kind) != 0)
        kind++;
    const bool known = kind->word[0] != '\0';
    w->found->records += kind == lf_chain_kinds;
    w->found->subjects++;
    if (known && lf_chain_content_hash(w->store, kind, link.subject, &id, content) != LF_OK)
        walk_say(w, "unreadable", link.subject, "%s cannot be read: %s", name, lf_message());
    else if (known && content[0] == '\0')
        walk_say(w, "removed", link.subject, "%s was removed", name);
    else if (known && strcmp(content, link.content) != 0)
        walk_edited(w, &link, name);
    lf_chain_clear(&link);
    return LF_OK;
}

/* A row of a kind's list that no link is about, or that goes by another one's subject. */
static lf_status walk_stranger(chain_walk *w, lf_statement *s) {
    char *kind = lf_statement_take_text(s), *subject = lf_statement_take_text(s);
    char *title = lf_statement_take_text(s), name[512];
    walk_name(kind, title, subject, name);
    walk_say(w, "inserted", subject, "%s was put in by other means than Levelfield", name);
    free(kind);
    free(subject);
    free(title);
    return LF_OK;
}

/* A table, the table that its rows should hang on, and how many do not. */
static lf_status walk_orphan(chain_walk *w, lf_statement *s) {
    char *table = lf_statement_take_text(s), *parent = lf_statement_take_text(s);
    const uint64_t rows = lf_statement_take_count(s);
    walk_say(w, "orphan", NULL, "%" PRIu64 " rows of the table %s belong to none of %s", rows,
             table ? table : "", parent ? parent : "");
    free(table);
    free(parent);
    return LF_OK;
}

/* SQLite's own look at the file: an index that was written over hides rows from who asks by it. */
static lf_status walk_file(chain_walk *w, lf_statement *s) {
    char *line = lf_statement_take_text(s);
    if (line && strcmp(line, "ok") != 0)
        walk_say(w, "damaged", NULL, "the file is damaged: %s", line);
    free(line);
    return LF_OK;
}

static lf_status walk_again(chain_walk *w, lf_statement *s) {
    w->found->again = lf_statement_take_count(s);
    return LF_OK;
}

/* Is the head that was noted there, and what was made again since? */
static lf_status walk_noted(chain_walk *w) {
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, w->found->noted);
    if (w->found->noted > 0)
        return walk_rows(w,
                         "SELECT count(DISTINCT subject) FROM chain WHERE kind = 'run' AND"
                         " link > CAST(?1 AS INTEGER) AND subject IN (SELECT subject FROM chain"
                         " WHERE kind = 'run' AND link <= CAST(?1 AS INTEGER))",
                         number, walk_again);
    walk_say(
        w, "head", NULL,
        "the head that was noted, %.64s, is not in the chain: it was cut off behind an earlier "
        "link, or made anew",
        w->head);
    return LF_OK;
}

static lf_status walk_all(chain_walk *w) {
    LF_TRY(walk_rows(w, "PRAGMA integrity_check(3)", NULL, walk_file));
    LF_TRY(walk_rows(w, "SELECT " LF_CHAIN_COLUMNS " FROM chain ORDER BY link", NULL, walk_link));
    LF_TRY(walk_rows(w,
                     "SELECT " LF_CHAIN_COLUMNS " FROM chain WHERE link IN"
                     " (SELECT max(link) FROM chain GROUP BY kind, subject) ORDER BY link",
                     NULL, walk_subject));
    /* One link vouches for one row: bytes that read as another row's text are no key to SQLite. */
    for (const lf_chain_kind *kind = lf_chain_kinds; kind->word[0]; kind++) {
        char sql[768];
        snprintf(sql, sizeof sql,
                 "SELECT '%s', subject, title FROM"
                 " (SELECT *, min(id) OVER (PARTITION BY subject) AS first FROM (%s))"
                 " WHERE id > first OR subject NOT IN (SELECT subject FROM chain WHERE kind = ?)"
                 " ORDER BY id",
                 kind->word, kind->list);
        LF_TRY(walk_rows(w, sql, kind->word, walk_stranger));
    }
    LF_TRY(walk_rows(
        w, "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2", NULL,
        walk_orphan));
    return w->head ? walk_noted(w) : LF_OK;
}

lf_status lf_store_verify(lf_store *store, const char *head, const lf_verify_listener *listener,
                          lf_verification *found) {
    chain_walk w = {store, head, listener, found};
    *found = (lf_verification){0};
    if (!lf_store_is_chained(store))
        return lf_fail(LF_UNSUPPORTED,
                       "%s: of a schema without a chain, and it cannot be written to; take a copy",
                       store->path);
    return walk_all(&w);
}

/* Everything that is there, in the order in which it was stored. */
lf_status lf_chain_adopt(lf_store *store, long long version) {
    char subject[32], title[64];
    snprintf(subject, sizeof subject, "schema %lld", version);
    snprintf(title, sizeof title, "brought up to date from schema %lld", version);
    LF_TRY(lf_chain_put(store, &(lf_chain_link){.kind = (char *)"origin",
                                                .subject = subject,
                                                .title = title,
                                                .content = (char *)""}));
    for (const lf_chain_kind *kind = lf_chain_kinds; kind->word[0]; kind++) {
        char sql[512];
        lf_statement s;
        bool row = true;
        snprintf(sql, sizeof sql, "SELECT subject FROM (%s) ORDER BY id", kind->list);
        lf_status status = lf_statement_open(store, sql, &s);
        while (status == LF_OK && row) {
            status = lf_statement_next(&s, &row);
            char *text = row ? lf_statement_take_text(&s) : NULL;
            if (status == LF_OK && row) status = lf_chain_append(store, kind->word, text);
            free(text);
        }
        lf_statement_close(&s);
        LF_TRY(status);
    }
    return LF_OK;
}
