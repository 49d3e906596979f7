/**
 * @file scratch.h
 * @brief A folder of its own for each test, removed with all that is in it.
 */
#pragma once

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline int scratch_remove_one(const char *path, const struct stat *info, int kind,
                                     struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

/** Remove a folder and everything below. */
static inline void scratch_remove(const char *folder) {
    nftw(folder, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/** Remove all that is in a folder, and keep it. */
static inline void scratch_empty(const char *folder) {
    scratch_remove(folder);
    mkdir(folder, 0700);
}

/** cmocka setup: *state <- the path of a new empty folder. */
static inline int scratch_setup(void **state) {
    const char *base = getenv("TMPDIR");
    char *folder = malloc(4096);
    if (!folder) return -1;
    snprintf(folder, 4096, "%s/levelfield-test-XXXXXX", base ? base : "/tmp");
    *state = folder;
    return mkdtemp(folder) ? 0 : -1;
}

/** cmocka teardown. */
static inline int scratch_teardown(void **state) {
    if (!*state) return 0;
    scratch_remove(*state);
    free(*state);
    return 0;
}

/** folder/name in a static buffer, one of four in turn. */
static inline const char *scratch_path(void **state, const char *name) {
    static char path[4][4096];
    static unsigned turn;
    char *mine = path[turn++ % 4];
    snprintf(mine, 4096, "%s/%s", (const char *)*state, name);
    return mine;
}

/** Write `size` bytes to folder/name; the path, or NULL. */
static inline const char *scratch_write(void **state, const char *name, const void *bytes,
                                        size_t size) {
    const char *path = scratch_path(state, name);
    FILE *file = fopen(path, "wb");
    if (!file) return NULL;
    int wrong = fwrite(bytes, 1, size, file) != size;
    wrong |= fclose(file) != 0;
    return wrong ? NULL : path;
}

/** The number of entries in a folder, hidden ones too. */
static inline int scratch_count(const char *folder) {
    DIR *dir = opendir(folder);
    int count = 0;
    if (!dir) return -1;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}
