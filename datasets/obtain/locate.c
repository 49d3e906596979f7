/**
 * @file locate.c
 * @brief Searches the data folders, and words what is said when a file is missing or wrong.
 */
#include "datasets/obtain/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/suggest.h"
#include "datasets/files/archive.h"
#include "datasets/obtain/checksum.h"

size_t lf_dataset_files(const lf_dataset *entry) {
    size_t n = 0;
    while (entry->files && entry->files[n].path)
        n++;
    return n;
}

/* The length of a path without its .gz. */
static int locate_bare(const char *path) {
    return (int)(strlen(path) - (lf_path_ends(path, ".gz") ? strlen(".gz") : 0));
}

static bool locate_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* path <- the file in a folder given by its first `size` bytes; false if it is not there. An
 * unpacked file goes before the archive, as it opens faster. */
static bool locate_in(const char *folder, size_t size, const lf_dataset_file *file,
                      char path[LF_PATH_BYTES]) {
    int n = (int)size, bare = locate_bare(file->path);
    if (size == 0) return false;
    if (file->folder && lf_path_format(path, "%.*s/%s", n, folder, file->folder) == LF_OK &&
        locate_is_folder(path))
        return true;
    if (lf_path_format(path, "%.*s/%s", n, folder, file->path) == LF_OK && lf_file_readable(path))
        return true;
    if (lf_path_format(path, "%.*s/%.*s", n, folder, bare, file->path) == LF_OK &&
        lf_file_readable(path))
        return true;
    if (!file->archive) return false;
    const char *archive = file->archive->path;
    return lf_path_format(path, "%.*s/%s", n, folder, archive) == LF_OK && lf_file_readable(path) &&
           lf_path_format(path, "%.*s/%s/%.*s", n, folder, archive, bare, file->path) == LF_OK;
}

const char *lf_dataset_names(const lf_dataset_file *file, char names[LF_PATH_BYTES]) {
    const int bare = locate_bare(file->path);
    const bool plain = file->path[bare] && file->url && !lf_path_ends(file->url, ".gz");
    if (plain)
        snprintf(names, LF_PATH_BYTES, "%.*s (or, compressed, %s)", bare, file->path, file->path);
    else
        snprintf(names, LF_PATH_BYTES, "%s", file->path);
    return names;
}

/* What to do about a file that is missing. */
static lf_status locate_missing(const lf_dataset *entry, const lf_dataset_file *file,
                                const char *folders, const char *kept) {
    char fetch[256] = "", names[LF_PATH_BYTES];
    const char *other = file->archive ? file->archive->path : file->folder;
    if (file->url || file->archive)
        snprintf(fetch, sizeof fetch, "run \"levelfield data fetch %s\", or ", entry->name);
    return lf_fail(
        LF_NOT_FOUND,
        "%s needs %s%s%s, which is readable neither in LEVELFIELD_DATA (%s) nor in %s; %sset "
        "LEVELFIELD_DATA to a folder that has it",
        entry->name, lf_dataset_names(file, names), other ? " or " : "", other ? other : "",
        folders && *folders ? folders : "not set", kept, fetch);
}

lf_status lf_dataset_locate(const lf_dataset *entry, const lf_dataset_file *file,
                            char path[LF_PATH_BYTES]) {
    const char *folders = getenv("LEVELFIELD_DATA");
    for (const char *at = folders; at && *at;) {
        size_t size = strcspn(at, ":");
        if (locate_in(at, size, file, path)) return LF_OK;
        at += size + (at[size] == ':');
    }
    char cache[LF_PATH_BYTES], kept[LF_PATH_BYTES] = "no cache folder";
    if (lf_cache_folder(cache) == LF_OK && lf_path_format(kept, "%s/files", cache) == LF_OK &&
        locate_in(kept, strlen(kept), file, path))
        return LF_OK;
    return locate_missing(entry, file, folders, kept);
}

lf_status lf_dataset_kept(const lf_dataset_file *file, char path[LF_PATH_BYTES]) {
    char cache[LF_PATH_BYTES];
    size_t size = strlen(file->path);
    /* An archive stays as it is; anything else is kept as the server sent it, and zlib will see. */
    if (!lf_archive_named(file->path)) size = (size_t)locate_bare(file->path);
    LF_TRY(lf_cache_folder(cache));
    return lf_path_format(path, "%s/files/%.*s", cache, (int)size, file->path);
}

const char *lf_dataset_mend(const lf_dataset *entry, const lf_dataset_file *file,
                            char mend[LF_MEND_BYTES]) {
    if (file->url || file->archive)
        snprintf(mend, LF_MEND_BYTES, "delete it and run \"levelfield data fetch %s\"",
                 entry->name);
    else
        snprintf(mend, LF_MEND_BYTES, "put the published one in its place");
    return mend;
}

lf_status lf_dataset_refuse(const lf_dataset *entry, const lf_dataset_file *file, const char *path,
                            const char *found) {
    char mend[LF_MEND_BYTES];
    return lf_fail(LF_BAD_INPUT,
                   "%s: not the published file: its content has %s %s, expected %s; %s", path,
                   lf_checksum_kind(file), found, lf_checksum_stated(file),
                   lf_dataset_mend(entry, file, mend));
}

lf_status lf_dataset_check(const lf_dataset *entry, const lf_dataset_file *file, const char *path) {
    char found[LF_SHA256_TEXT], mend[LF_MEND_BYTES];
    const lf_status status = lf_checksum_of(file, path, found);
    if (status == LF_BAD_INPUT)
        return lf_fail(status, "%s; %s", lf_message(), lf_dataset_mend(entry, file, mend));
    LF_TRY(status);
    if (strcmp(found, lf_checksum_stated(file)) == 0) return LF_OK;
    return lf_dataset_refuse(entry, file, path, found);
}

void lf_dataset_disk_path(char path[LF_PATH_BYTES]) {
    size_t size = lf_archive_part(path);
    if (size > 0) path[size] = '\0';
}

static const char *locate_name_at(const void *entries, size_t i) {
    return ((const lf_dataset *const *)entries)[i]->name;
}

lf_status lf_dataset_require(const char *name, const lf_dataset **entry) {
    *entry = lf_dataset_find(name);
    if (*entry) return LF_OK;
    const lf_dataset *const *all;
    size_t n = lf_dataset_list(&all);
    const char *near = lf_suggest(name, n, locate_name_at, all);
    if (near)
        return lf_fail(LF_NOT_FOUND, "no data set is called \"%s\"; the nearest is \"%s\"", name,
                       near);
    return lf_fail(LF_NOT_FOUND,
                   "no data set is called \"%s\"; \"levelfield data list\" shows all %zu", name, n);
}
