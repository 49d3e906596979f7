/**
 * @file store_replay.c
 * @brief What came of making stored runs again, so that a report can say it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/store/chain.h"
#include "harness/store/verify.h"

static lf_status replay_put(lf_store *store, const lf_replay_note *note) {
    lf_statement s;
    lf_status status = lf_statement_open(
        store, "INSERT INTO replays (seed, runs, identical, different) VALUES (?, ?, ?, ?)", &s);
    if (status == LF_OK) {
        lf_statement_put_count(&s, note->seed);
        lf_statement_put_count(&s, note->runs);
        lf_statement_put_count(&s, note->identical);
        lf_statement_put_count(&s, note->different);
        status = lf_statement_execute(&s);
    }
    lf_statement_close(&s);
    char subject[24];
    snprintf(subject, sizeof subject, "%lld", (long long)sqlite3_last_insert_rowid(store->db));
    return status == LF_OK ? lf_chain_append(store, "replay", subject) : status;
}

lf_status lf_store_put_replay(lf_store *store, const lf_replay_note *note) {
    LF_TRY(lf_store_begin(store));
    return lf_store_end(store, replay_put(store, note));
}

/* What was stored since is told by the order of the chain: clocks have whole seconds, and are set
 * back. */
static lf_status replay_get(lf_store *store, lf_replay_note *note) {
    lf_statement s;
    bool row;
    const lf_status status = lf_statement_first(
        store,
        "SELECT made_at, seed, runs, identical, different, (SELECT count(DISTINCT subject)"
        " FROM chain WHERE kind = 'run' AND link > (SELECT max(link) FROM chain"
        " WHERE kind = 'replay' AND subject = CAST(replays.id AS TEXT)))"
        " FROM replays ORDER BY id DESC LIMIT 1",
        0, NULL, &s, &row);
    if (row) {
        char *made_at = lf_statement_take_text(&s);
        snprintf(note->made_at, sizeof note->made_at, "%s", made_at ? made_at : "");
        free(made_at);
        note->seed = lf_statement_take_count(&s);
        note->runs = lf_statement_take_count(&s);
        note->identical = lf_statement_take_count(&s);
        note->different = lf_statement_take_count(&s);
        note->later = lf_statement_take_count(&s);
    }
    lf_statement_close(&s);
    return status;
}

static void replay_unheard(void *context, const char *what, const char *subject, const char *line) {
    (void)context;
    (void)what;
    (void)subject;
    (void)line;
}

/* A store that cannot be brought up to date has no place for any. A walk that cannot be made to its
 * end is a fault as well. */
lf_status lf_store_get_replay(lf_store *store, lf_replay_note *note) {
    const lf_verify_listener listener = {NULL, replay_unheard};
    lf_verification found;
    *note = (lf_replay_note){0};
    if (!lf_store_is_chained(store)) return LF_OK;
    LF_TRY(replay_get(store, note));
    if (note->made_at[0] == '\0') return LF_OK;
    const lf_status walked = lf_store_verify(store, NULL, &listener, &found);
    note->faults = found.faults + (walked != LF_OK);
    return LF_OK;
}
