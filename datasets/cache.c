/**
 * @file cache.c
 * @brief Maps and stores table images.
 */
#include "datasets/cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "datasets/image.h"

lf_status lf_cache_identity(const lf_dataset *entry, char hex[LF_SHA256_TEXT]) {
    char line[256];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    snprintf(line, sizeof line, "%s %u\n", entry->name, entry->version);
    lf_sha256_add(&hash, line, strlen(line));
    for (const lf_dataset_file *file = entry->files; file && file->path; file++) {
        snprintf(line, sizeof line, "%s\n", file->sha256);
        lf_sha256_add(&hash, line, strlen(line));
    }
    return lf_sha256_finish(&hash, hex);
}

static lf_status cache_path(const char *identity, char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES];
    LF_TRY(lf_cache_folder(folder));
    return lf_path_format(path, "%s/parsed/%s.lfd", folder, identity);
}

/* Map a whole file for reading; NULL if it cannot be had. Nobody shortens it under us: the cache
 * replaces files by renaming, and the old one lives on while it is mapped. */
static void *cache_map(const char *path, size_t *size_bytes) {
    struct stat info;
    void *bytes = MAP_FAILED;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        *size_bytes = (size_t)info.st_size;
        bytes = mmap(NULL, *size_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    close(fd);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void lf_cache_load(const char *identity, lf_data **data) {
    char path[LF_PATH_BYTES];
    size_t size_bytes = 0;
    *data = NULL;
    if (cache_path(identity, path) != LF_OK) return;
    void *bytes = cache_map(path, &size_bytes);
    if (!bytes) return;
    if (lf_image_open(bytes, size_bytes, LF_IMAGE_MAPPED, data) != LF_OK) {
        munmap(bytes, size_bytes);
        return;
    }
    if (strcmp((*data)->sha256, identity) == 0) return;
    lf_data_close(*data); /* a sound file under a wrong name */
    *data = NULL;
}

lf_status lf_cache_store(const lf_data *data) {
    char path[LF_PATH_BYTES];
    size_t size_bytes;
    const void *bytes = lf_image_bytes(data, &size_bytes);
    LF_TRY(cache_path(data->sha256, path));
    LF_TRY(lf_folder_make_for(path));
    return lf_file_write(path, bytes, size_bytes);
}
