/**
 * @file fetch.c
 * @brief Which files to download, and what has to hold before one gets its name.
 */
#include "datasets/obtain/fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/obtain/checksum.h"
#include "datasets/obtain/download.h"
#include "datasets/obtain/locate.h"
#include "datasets/obtain/part.h"

/* The part still has its hidden name. */
static lf_status fetch_check(const lf_dataset *entry, const lf_dataset_file *file,
                             const lf_draft *part) {
    char found[LF_SHA256_TEXT], why[1024];
    const lf_status status = lf_checksum_of(file, part->temporary, found);
    if (status == LF_BAD_INPUT) {
        snprintf(why, sizeof why, "%s", lf_message());
        return lf_fail(status, "%s: what the server sent cannot be unpacked; nothing was kept: %s",
                       file->url, why);
    }
    LF_TRY(status);
    if (strcmp(found, lf_checksum_stated(file)) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: the server's file has %s %s, expected %s; nothing was kept. It may be "
                   "a notice page or a newer file: get %s elsewhere and name its folder in "
                   "LEVELFIELD_DATA, or try \"levelfield data fetch %s\" later",
                   file->url, lf_checksum_kind(file), found, lf_checksum_stated(file), file->path,
                   entry->name);
}

static bool fetch_offline(const lf_fetch_options *options) {
    const char *set = getenv("LEVELFIELD_OFFLINE");
    return options->offline || (set && *set && strcmp(set, "0") != 0);
}

/* Is there a way to this file at all? */
static lf_status fetch_admit(const lf_dataset *entry, const lf_dataset_file *file,
                             const lf_fetch_options *options) {
    if (!file->url)
        return lf_fail(LF_UNSUPPORTED,
                       "%s: %s cannot be fetched%s%s; put it into a folder and name that in "
                       "LEVELFIELD_DATA",
                       entry->name, file->path, file->why ? ": " : "", file->why ? file->why : "");
    if (!fetch_offline(options)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "%s: offline, so %s is not downloaded; fetch it without --offline and "
                   "LEVELFIELD_OFFLINE, or name a folder that has it in LEVELFIELD_DATA",
                   entry->name, file->path);
}

/* Download from byte `have_bytes` on, and check the whole. LF_BAD_INPUT: the part is worthless. */
static lf_status fetch_try(const lf_dataset *entry, const lf_dataset_file *file, lf_draft *part,
                           uint64_t have_bytes, uint64_t limit_bytes,
                           const lf_fetch_options *options) {
    if (have_bytes > limit_bytes)
        return lf_fail(LF_BAD_INPUT, "%s: longer than %llu bytes", part->temporary,
                       (unsigned long long)limit_bytes);
    LF_TRY(lf_download(file, part, have_bytes, limit_bytes, options));
    return fetch_check(entry, file, part);
}

lf_status lf_fetch_file(const lf_dataset *entry, const lf_dataset_file *file, const char *path,
                        uint64_t limit_bytes, const lf_fetch_options *options) {
    static const lf_fetch_options standard;
    lf_draft part;
    uint64_t have_bytes;
    if (!options) options = &standard;
    LF_TRY(fetch_admit(entry, file, options));
    LF_TRY(lf_folder_make_for(path));
    LF_TRY(lf_part_open(&part, path, &have_bytes));
    lf_status status = fetch_try(entry, file, &part, have_bytes, limit_bytes, options);
    /* The part may be of another file than the server has by now: once more, from the start. */
    if (status == LF_BAD_INPUT && have_bytes > 0) {
        status = lf_part_restart(&part);
        if (status == LF_OK) status = fetch_try(entry, file, &part, 0, limit_bytes, options);
    }
    if (status == LF_OK) return lf_part_commit(&part);
    if (status == LF_IO || status == LF_INTERRUPTED)
        lf_part_leave(&part);
    else
        lf_draft_discard(&part);
    return status;
}

/* Is what is at `path` right? Where no checksum is stated, anything is. */
static bool fetch_right(const lf_dataset_file *file, const char *path) {
    char found[LF_SHA256_TEXT];
    const char *stated = lf_checksum_stated(file);
    if (!stated) return true;
    return lf_checksum_of(file, path, found) == LF_OK && strcmp(found, stated) == 0;
}

lf_status lf_data_fetch(const char *name, const lf_fetch_options *options) {
    const lf_dataset *entry;
    LF_TRY(lf_dataset_require(name, &entry));
    for (size_t i = 0; i < lf_dataset_files(entry); i++) {
        const lf_dataset_file *file = &entry->files[i];
        char path[LF_PATH_BYTES];
        /* One that is there and right is kept; a damaged one in the cache is replaced. */
        if (lf_dataset_locate(entry, file, path) == LF_OK && fetch_right(file, path)) continue;
        if (file->archive) file = file->archive;
        LF_TRY(lf_dataset_kept(file, path));
        /* One archive serves many files, and a wrong unpacked one may hide it from the search. */
        if (lf_file_readable(path) && fetch_right(file, path)) continue;
        LF_TRY(lf_fetch_file(entry, file, path, LF_FETCH_BYTES, options));
    }
    return LF_OK;
}
