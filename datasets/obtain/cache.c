/**
 * @file cache.c
 * @brief Maps and stores table images.
 */
#include "datasets/obtain/cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "datasets/obtain/checksum.h"
#include "datasets/obtain/part.h"
#include "datasets/table/image.h"

/* Bytes of a note's line, with room to spare. */
enum { CACHE_NOTE = 256 };

lf_status lf_cache_identity(const lf_dataset *entry, char hex[LF_SHA256_TEXT]) {
    char line[256];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    snprintf(line, sizeof line, "%s %u\n", entry->name, entry->version);
    lf_sha256_add(&hash, line, strlen(line));
    for (const lf_dataset_file *file = entry->files; file && file->path; file++) {
        snprintf(line, sizeof line, "%s\n", lf_checksum_stated(file));
        lf_sha256_add(&hash, line, strlen(line));
    }
    return lf_sha256_finish(&hash, hex);
}

static lf_status cache_path(const char *identity, const char *ending, char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES];
    LF_TRY(lf_cache_folder(folder));
    return lf_path_format(path, "%s/parsed/%s.%s", folder, identity, ending);
}

/* line <- what is noted of a file that was found right. */
static void cache_describe(const struct stat *info, char line[CACHE_NOTE]) {
    snprintf(line, CACHE_NOTE, "%lld bytes, inode %llu, modified %lld.%09ld, changed %lld.%09ld\n",
             (long long)info->st_size, (unsigned long long)info->st_ino,
             (long long)info->st_mtim.tv_sec, info->st_mtim.tv_nsec,
             (long long)info->st_ctim.tv_sec, info->st_ctim.tv_nsec);
}

/* Was this file, unchanged since, found right before? */
static bool cache_is_noted(const char *identity, const struct stat *info) {
    char path[LF_PATH_BYTES], line[CACHE_NOTE], *note = NULL;
    size_t size_bytes = 0;
    if (cache_path(identity, "note", path) != LF_OK) return false;
    if (lf_file_read(path, CACHE_NOTE, &note, &size_bytes) != LF_OK) return false;
    cache_describe(info, line);
    const bool same = strcmp(note, line) == 0;
    free(note);
    return same;
}

static lf_status cache_note(const char *identity, const struct stat *info) {
    char path[LF_PATH_BYTES], line[CACHE_NOTE];
    LF_TRY(cache_path(identity, "note", path));
    cache_describe(info, line);
    return lf_file_write(path, line, strlen(line));
}

/* Map a whole file for reading; NULL if it cannot be had. Nobody shortens it under us: the cache
 * replaces files by renaming, and the old one lives on while it is mapped. */
static void *cache_map(const char *path, struct stat *info) {
    void *bytes = MAP_FAILED;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
    if (fd < 0) return NULL;
    if (fstat(fd, info) == 0 && S_ISREG(info->st_mode) && info->st_size > 0)
        bytes = mmap(NULL, (size_t)info->st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void lf_cache_load(const char *identity, lf_data **data) {
    char path[LF_PATH_BYTES];
    struct stat info;
    *data = NULL;
    if (cache_path(identity, "lfd", path) != LF_OK) return;
    void *bytes = cache_map(path, &info);
    if (!bytes) return;
    const size_t size_bytes = (size_t)info.st_size;
    const bool large = size_bytes >= LF_CACHE_LARGE;
    const bool known = large && cache_is_noted(identity, &info);
    const lf_image_origin origin = known ? LF_IMAGE_KNOWN : LF_IMAGE_MAPPED;
    if (lf_image_open(bytes, size_bytes, origin, data) != LF_OK) {
        munmap(bytes, size_bytes);
        return;
    }
    if (strcmp((*data)->sha256, identity) == 0) {
        if (large && !known) cache_note(identity, &info); /* without it the next open checks too */
        return;
    }
    lf_data_close(*data); /* a sound file under a wrong name */
    *data = NULL;
}

void lf_cache_verify(const char *identity) {
    char path[LF_PATH_BYTES];
    lf_data *data;
    if (cache_path(identity, "note", path) != LF_OK) return;
    unlink(path);
    lf_cache_load(identity, &data);
    if (!data && cache_path(identity, "lfd", path) == LF_OK) unlink(path);
    lf_data_close(data);
}

void lf_cache_hold(const char *key, lf_draft *part) {
    char path[LF_PATH_BYTES];
    part->fd = -1;
    if (cache_path(key, "lfd", path) == LF_OK && lf_folder_make_for(path) == LF_OK &&
        lf_part_await(part, path) != LF_OK)
        part->fd = -1;
}

void lf_cache_leave(lf_draft *part) {
    if (part->fd < 0) return;
    lf_part_restart(part);
    lf_part_leave(part);
}

/* The table is mapped and stays whole whatever becomes of its file's name; a note spares the next
 * open the checksum. */
static void cache_commit(lf_draft *part, const char *identity, const lf_data *data) {
    struct stat info;
    size_t size_bytes;
    const bool named =
        cache_path(identity, "lfd", part->path) == LF_OK && lf_part_commit(part) == LF_OK;
    lf_image_bytes(data, &size_bytes);
    if (named && size_bytes >= LF_CACHE_LARGE && stat(part->path, &info) == 0)
        cache_note(identity, &info);
    lf_cache_leave(part);
}

lf_status lf_cache_keep(lf_draft *part, lf_builder *builder, const char *identity, lf_data **data) {
    if (part->fd < 0) return lf_builder_finish(builder, identity, data);
    const lf_status status =
        lf_builder_finish_in(builder, identity, part->fd, part->temporary, data);
    if (status == LF_OK) cache_commit(part, identity, *data);
    lf_cache_leave(part);
    /* No array was given back yet, so that a table that memory holds is not lost. */
    if (status == LF_IO && lf_builder_small(builder))
        return lf_builder_finish(builder, identity, data);
    return status;
}
