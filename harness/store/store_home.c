/**
 * @file store_home.c
 * @brief A store whose file is deleted, moved or replaced while it is open.
 *
 * The connection still holds the file, whatever its name stands for by now, so nothing is lost yet:
 * it would be when the command ends. Looked at before every transaction that writes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "harness/store/shard.h"
#include "harness/store/store_parts.h"

enum { HOME_TRIES = 50 };

typedef enum { HOME_SAME, HOME_GONE, HOME_TAKEN } home_state;

/* A file that was removed since it was opened is none that the path can stand for again. */
void lf_store_home_note(lf_store *store) {
    struct stat info;
    int moved = 0;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (stat(store->path, &info) != 0 || moved) info = (struct stat){0};
    store->at_home = true;
    store->device = info.st_dev;
    store->inode = info.st_ino;
}

/* Nothing is known before the store is open. A path that cannot be looked at is not one that is
 * free. */
static home_state home_look(const lf_store *store) {
    struct stat info;
    if (!store->at_home) return HOME_SAME;
    if (stat(store->path, &info) != 0)
        return errno == ENOENT || errno == ENOTDIR ? HOME_GONE : HOME_SAME;
    return info.st_dev == store->device && info.st_ino == store->inode ? HOME_SAME : HOME_TAKEN;
}

/* folder <- where the file is, or was. */
static void home_folder(const lf_store *store, char folder[LF_PATH_BYTES]) {
    snprintf(folder, LF_PATH_BYTES, "%.*s", (int)(strrchr(store->path, '/') - store->path),
             store->path);
}

/* The connection ends, and what lies there by the names of its log is left alone. */
static void home_leave(sqlite3 *db) {
    int persist = 1;
    if (!db) return;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
    sqlite3_close(db);
}

/* Has the connection all three files of its own, and can they be read? By name they may be gone. */
static lf_status home_settle(lf_store *store) {
    LF_TRY(lf_store_execute(store, "PRAGMA journal_mode = WAL", 0, NULL));
    return lf_store_execute(store, "SELECT count(*) FROM runs", 0, NULL);
}

/* The draft gets the name, and the store a connection to it. A new file would take a log that lies
 * there for its own, so that goes first. The old connection, which holds all, ends last: whoever
 * removes the folder may not have finished. */
static lf_status home_move(lf_store *store, const char *folder, const char *draft) {
    static const char *const endings[] = {"-wal", "-shm"};
    char path[LF_PATH_BYTES];
    for (size_t i = 0; i < 2; i++)
        if (lf_path_format(path, "%s%s", store->path, endings[i]) == LF_OK) unlink(path);
    if (rename(draft, store->path) != 0)
        return lf_fail(LF_IO, "%s: %s", store->path, strerror(errno));
    sqlite3 *old = store->db;
    store->db = NULL;
    store->at_home = false;
    lf_status status = lf_store_connect(store, folder, false);
    if (status == LF_OK) status = home_settle(store);
    home_leave(status == LF_OK ? old : store->db);
    if (status != LF_OK) {
        store->db = old;
        store->at_home = true;
        return status;
    }
    lf_store_home_note(store);
    return lf_store_claim(folder);
}

/* All that was stored, into a new file of the same name. */
static lf_status home_rebuild(lf_store *store) {
    char folder[LF_PATH_BYTES], draft[LF_PATH_BYTES];
    home_folder(store, folder);
    LF_TRY(lf_folder_make(folder));
    LF_TRY(lf_path_format(draft, "%s/results.sqlite.%ld.tmp", folder, (long)getpid()));
    const char *text = draft;
    lf_status status = lf_store_execute(store, "VACUUM INTO ?", 1, &text);
    if (status == LF_OK) status = home_move(store, folder, draft);
    if (status == LF_OK)
        snprintf(store->note, sizeof store->note,
                 "%s was removed while runs went on; all that it held is in a new one there",
                 store->path);
    else
        unlink(draft);
    return status;
}

/* Whoever removes a folder that is made anew meanwhile removes some of that, too. */
lf_status lf_store_keep(lf_store *store) {
    static const struct timespec moment = {.tv_nsec = 10000000};
    lf_status status = LF_OK;
    home_state state;
    for (int tries = 0; (state = home_look(store)) == HOME_GONE && tries < HOME_TRIES; tries++) {
        if (tries > 0) nanosleep(&moment, NULL);
        status = home_rebuild(store);
    }
    store->taken |= state == HOME_TAKEN;
    return status == LF_OK ? LF_OK
                           : lf_fail_within(status, "its file was removed while runs went on, and "
                                                    "cannot be written anew: ");
}

/* Every run as a shard: who owns the new file is not known, but whoever collects there takes them
 * in. */
lf_status lf_store_scatter(lf_store *store) {
    char folder[LF_PATH_BYTES], shards[LF_PATH_BYTES], **keys;
    size_t n;
    store->taken = false;
    home_folder(store, folder);
    LF_TRY(lf_path_format(shards, "%s/shards", folder));
    LF_TRY(lf_store_keys(store, &keys, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        lf_record record = {0};
        if (status == LF_OK) status = lf_store_get(store, keys[i], &record);
        if (status == LF_OK) status = lf_shard_write(shards, &record);
        lf_record_clear(&record);
    }
    lf_text_list_free(keys, n);
    store->taken = true;
    LF_TRY(status);
    return lf_fail(LF_IO,
                   "%s: another file took its place while runs went on; the %zu runs that it held "
                   "are in %s, and levelfield collect %s takes them in",
                   store->path, n, shards, folder);
}

/* The log by the store's name is another file's, and is not this connection's to remove. */
void lf_store_leave(lf_store *store) {
    if (!store->db || home_look(store) != HOME_TAKEN) return;
    home_leave(store->db);
    store->db = NULL;
}

const char *lf_store_take_note(lf_store *store) {
    static _Thread_local char note[sizeof store->note];
    memcpy(note, store->note, sizeof note);
    store->note[0] = '\0';
    return note[0] ? note : NULL;
}
