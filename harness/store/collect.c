/**
 * @file collect.c
 * @brief Shards into the store: what is finished stays, what is new is added.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/run/saving.h"
#include "harness/store/shard.h"

typedef struct {
    lf_store *store;
    lf_saving saving;
    lf_collection *collection;
} collect_state;

/* The stored result stays; whether the new one is the same is told by the hashes of the traces. */
static lf_status collect_compare(collect_state *c, const lf_record *record, bool *contradicts) {
    lf_record stored;
    LF_TRY(lf_store_get(c->store, record->key, &stored));
    *contradicts = lf_run_status_is_result(record->status) &&
                   strcmp(stored.trace_sha256, record->trace_sha256) != 0;
    lf_record_clear(&stored);
    if (!*contradicts) c->collection->known++;
    return LF_OK;
}

static lf_status collect_take(void *context, const lf_record *record, bool *contradicts) {
    collect_state *c = context;
    bool found;
    LF_TRY(lf_store_has(c->store, record->key, &found));
    if (found) return collect_compare(c, record, contradicts);
    LF_TRY(lf_store_put(c->store, record));
    if (!lf_run_status_goes_on(record->status)) lf_saving_remove(&c->saving, record->key);
    c->collection->merged++;
    return LF_OK;
}

static void collect_aside(void *context, const char *path, bool conflict, const char *why) {
    const collect_state *c = context;
    char line[LF_PATH_BYTES + 640];
    *(conflict ? &c->collection->conflicts : &c->collection->damaged) += 1;
    snprintf(line, sizeof line, "%s is set aside: %s", path, why);
    if (c->collection->said) c->collection->said(c->collection->context, line);
}

lf_status lf_store_collect(const char *dir, lf_collection *collection) {
    char folder[LF_PATH_BYTES], checkpoints[LF_PATH_BYTES];
    LF_TRY(lf_path_format(folder, "%s/shards", dir));
    LF_TRY(lf_path_format(checkpoints, "%s/checkpoints", dir));
    if (lf_shards_count(folder) == 0) return LF_OK;
    collect_state state = {NULL, {.folder = checkpoints}, collection};
    LF_TRY(lf_store_open(dir, true, &state.store));
    const lf_shard_reader reader = {&state, NULL, collect_take, collect_aside};
    const lf_status status = lf_shards_take(folder, &reader);
    lf_store_close(state.store);
    rmdir(folder); /* refused while something is in it */
    return status;
}
