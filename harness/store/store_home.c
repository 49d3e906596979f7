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
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "harness/store/shard.h"
#include "harness/store/store_parts.h"

typedef enum { HOME_SAME, HOME_GONE, HOME_TAKEN } home_state;

void lf_store_home_note(lf_store *store) {
    struct stat info;
    store->at_home = stat(store->path, &info) == 0;
    store->device = info.st_dev;
    store->inode = info.st_ino;
}

/* Stores in memory have no home. A path that cannot be looked at is not one that is free. */
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

/* The log and its index have names of their own. A new file would take a log that lies there for
 * its own, and the old connection removes them by name as it ends: so it ends first. */
static lf_status home_reopen(lf_store *store, const char *folder, const char *draft) {
    static const char *const endings[] = {"-wal", "-shm"};
    char path[LF_PATH_BYTES];
    store->at_home = false;
    sqlite3_close(store->db);
    store->db = NULL;
    for (size_t i = 0; i < 2; i++)
        if (lf_path_format(path, "%s%s", store->path, endings[i]) == LF_OK) unlink(path);
    if (rename(draft, store->path) != 0)
        return lf_fail(LF_IO,
                       "%s: its file was removed while runs went on; what it held is in %s: %s",
                       store->path, draft, strerror(errno));
    LF_TRY(lf_store_connect(store, folder, true));
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
    const lf_status status = lf_store_execute(store, "VACUUM INTO ?", 1, &text);
    if (status != LF_OK) {
        unlink(draft);
        return lf_fail_within(status, "its file was removed while runs went on, and cannot be "
                                      "written anew: ");
    }
    LF_TRY(home_reopen(store, folder, draft));
    snprintf(store->note, sizeof store->note,
             "%s was removed while runs went on; all that it held is in a new one there",
             store->path);
    return LF_OK;
}

lf_status lf_store_keep(lf_store *store) {
    const home_state state = home_look(store);
    store->taken |= state == HOME_TAKEN;
    return state == HOME_GONE ? home_rebuild(store) : LF_OK;
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
    int persist = 1;
    if (store->db && home_look(store) == HOME_TAKEN)
        sqlite3_file_control(store->db, "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
}

const char *lf_store_take_note(lf_store *store) {
    static _Thread_local char note[sizeof store->note];
    memcpy(note, store->note, sizeof note);
    store->note[0] = '\0';
    return note[0] ? note : NULL;
}
