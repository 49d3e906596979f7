#include "harness/store/shard.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "harness/run/saving.h"
#include "harness/store/store_parts.h"

/* KEY-HASH.sqlite */
enum { SHARD_HEX = 64, SHARD_NAME = 2 * SHARD_HEX + 1 + 7, SHARD_TRIES = 5 };
static const char shard_ending[] = ".sqlite";
#define SHARD_LIMIT_BYTES ((size_t)1 << 36) /* far above any record */

static lf_status shard_open_memory(const char *name, lf_store **store) {
    lf_store *s = calloc(1, sizeof *s);
    if (s) s->path = strdup(name);
    if (!s || !s->path) {
        lf_store_close(s);
        return lf_fail(LF_NO_MEMORY, "%s: no memory for a shard", name);
    }
    const int rc = sqlite3_open_v2(
        ":memory:", &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, NULL);
    *store = s;
    if (rc == SQLITE_OK) return LF_OK;
    const lf_status status = lf_store_fail(s, rc);
    lf_store_close(s);
    return status;
}

/* Whoever has taken the last shard may remove the folder in between. */
static lf_status shard_put(const char *folder, const char *path, const void *bytes, size_t size) {
    lf_status status = LF_OK;
    for (int i = 0; i < SHARD_TRIES; i++) {
        LF_TRY(lf_folder_make(folder));
        status = lf_file_write(path, bytes, size);
        if (status == LF_OK || access(folder, F_OK) == 0) break;
    }
    return status;
}

static lf_status shard_save(lf_store *store, const char *folder, const char *key) {
    char path[LF_PATH_BYTES], hash[LF_SHA256_TEXT];
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(store->db, "main", &size, 0);
    if (!bytes) return lf_store_fail(store, SQLITE_NOMEM);
    lf_status status = lf_sha256_of(bytes, (size_t)size, hash);
    if (status == LF_OK)
        status = lf_path_format(path, "%s/%s-%s%s", folder, key, hash, shard_ending);
    if (status == LF_OK) status = shard_put(folder, path, bytes, (size_t)size);
    sqlite3_free(bytes);
    return status;
}

lf_status lf_shard_write(const char *folder, const lf_record *record) {
    lf_store *store;
    LF_TRY(shard_open_memory(folder, &store));
    /* Small pages: a record fills few, and there are two dozen tables and indexes. */
    const int rc = sqlite3_exec(store->db, "PRAGMA page_size = 1024", NULL, NULL, NULL);
    lf_status status = rc == SQLITE_OK ? lf_store_prepare(store, true) : lf_store_fail(store, rc);
    if (status == LF_OK) status = lf_store_put(store, record);
    if (status == LF_OK) status = shard_save(store, folder, record->key);
    lf_store_close(store);
    return status;
}

/* The bytes are those of the name; SQLite has them from here on. */
static lf_status shard_read(const char *path, lf_store *store) {
    char *bytes, hash[LF_SHA256_TEXT];
    size_t size;
    LF_TRY(lf_file_read(path, SHARD_LIMIT_BYTES, &bytes, &size));
    lf_status status = lf_sha256_of(bytes, size, hash);
    const char *name = path + strlen(path) - SHARD_NAME;
    if (status == LF_OK && strncmp(name + SHARD_HEX + 1, hash, SHARD_HEX) != 0)
        status = lf_fail(LF_BAD_INPUT, "its bytes are not those that its name vouches for");
    unsigned char *own = status == LF_OK ? sqlite3_malloc64(size + 1) : NULL;
    if (status == LF_OK && !own) status = lf_store_fail(store, SQLITE_NOMEM);
    if (own) {
        memcpy(own, bytes, size);
        const int rc =
            sqlite3_deserialize(store->db, "main", own, (sqlite3_int64)size, (sqlite3_int64)size,
                                SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
        if (rc != SQLITE_OK) status = lf_store_fail(store, rc);
    }
    free(bytes);
    return status == LF_OK ? lf_store_prepare(store, false) : status;
}

/* What a shard is about is in its name; the record must be of that run, and what it says it is. */
static lf_status shard_load(const char *path, const char *key, lf_record *record) {
    lf_store *store;
    LF_TRY(shard_open_memory(path, &store));
    lf_status status = shard_read(path, store);
    if (status == LF_OK) status = lf_store_get(store, key, record);
    lf_store_close(store);
    LF_TRY(status);
    status = lf_store_check(record);
    if (status != LF_OK) lf_record_clear(record);
    return status;
}

static void shard_set_aside(const lf_shard_reader *reader, const char *path, bool conflict,
                            const char *why) {
    char aside[LF_PATH_BYTES], words[512];
    snprintf(words, sizeof words, "%s", why);
    if (lf_path_format(aside, "%s.%s", path, conflict ? "conflict" : "damaged") == LF_OK)
        rename(path, aside);
    if (reader->aside) reader->aside(reader->context, path, conflict, words);
}

/* Memory and a file that cannot be read now are failures; whatever else is wrong is the shard. */
static lf_status shard_take(const char *path, const char *key, const lf_shard_reader *reader) {
    lf_record record;
    bool contradicts = false;
    lf_status status = shard_load(path, key, &record);
    if (status == LF_NO_MEMORY) return status;
    if (status == LF_IO && access(path, F_OK) == 0) return status;
    if (status != LF_OK) {
        if (access(path, F_OK) == 0) shard_set_aside(reader, path, false, lf_message());
        return LF_OK;
    }
    status = reader->take(reader->context, &record, &contradicts);
    lf_record_clear(&record);
    LF_TRY(status);
    if (contradicts)
        shard_set_aside(reader, path, true,
                        "another result of this run is known, with another trace");
    else
        unlink(path);
    return LF_OK;
}

static int shard_is_one(const struct dirent *entry) {
    const size_t n = strlen(entry->d_name);
    return entry->d_type != DT_DIR && n == SHARD_NAME && entry->d_name[SHARD_HEX] == '-' &&
           strcmp(entry->d_name + n - strlen(shard_ending), shard_ending) == 0;
}

/* *names (n) <- the shards of a folder, for shards_free(). */
static size_t shards_list(const char *folder, struct dirent ***names) {
    const int n = scandir(folder, names, shard_is_one, alphasort);
    if (n >= 0) return (size_t)n;
    *names = NULL;
    return 0;
}

static void shards_free(struct dirent **names, size_t n) {
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

size_t lf_shards_count(const char *folder) {
    struct dirent **names;
    const size_t n = shards_list(folder, &names);
    shards_free(names, n);
    return n;
}

lf_status lf_shards_take(const char *folder, const lf_shard_reader *reader) {
    struct dirent **names;
    const size_t n = shards_list(folder, &names);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        char path[LF_PATH_BYTES], key[SHARD_HEX + 1];
        snprintf(key, sizeof key, "%.*s", SHARD_HEX, names[i]->d_name);
        if (reader->wanted && !reader->wanted(reader->context, key)) continue;
        status = lf_path_format(path, "%s/%s", folder, names[i]->d_name);
        if (status == LF_OK) status = shard_take(path, key, reader);
    }
    shards_free(names, n);
    return status;
}

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
