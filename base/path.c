/**
 * @file path.c
 * @brief Names of files, and folders.
 */
#include "base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* How temporary folders begin. */
static const char folder_prefix[] = "levelfield-";

lf_status lf_path_format(char path[LF_PATH_BYTES], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(path, LF_PATH_BYTES, format, arguments);
    va_end(arguments);
    if (size >= 0 && size < LF_PATH_BYTES) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT, "a path of %d bytes is too long; the limit is %d: %.60s...",
                   size, LF_PATH_BYTES - 1, path);
}

const char *lf_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool lf_path_ends(const char *path, const char *ending) {
    const size_t n = strlen(path), k = strlen(ending);
    return n > k && strcmp(path + n - k, ending) == 0;
}

const char *lf_path_ending(const char *path, const char *const *endings) {
    const size_t n = strlen(path);
    for (; *endings; endings++) {
        const size_t k = strlen(*endings);
        if (n > k && strcasecmp(path + n - k, *endings) == 0) return *endings;
    }
    return NULL;
}

lf_status lf_path_own(const char *path) {
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode)) return LF_OK;
    return lf_fail(LF_IO,
                   "%s: cannot write: a link has that name, and what it leads to would be written "
                   "over; remove the link",
                   path);
}

/* What has the name of a folder that is to be made, and is none. */
static const char *folder_taken(const char *path) {
    struct stat info;
    const bool link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    return link && stat(path, &info) != 0 ? "a link that leads nowhere has that name"
                                          : "a file has that name";
}

/* Each prefix in turn, down to `path`, which must not be there yet if it is to be `anew`. Whether
 * mkdir worked matters less than whether a folder is there afterwards: another process may make the
 * same one at the same time. */
static lf_status folder_make(const char *path, bool anew) {
    char prefix[LF_PATH_BYTES];
    size_t size = strlen(path), first = 0; /* first: bytes of the first one that was made */
    LF_TRY(lf_path_format(prefix, "%s", path));
    while (size > 1 && path[size - 1] == '/')
        size--;
    for (size_t i = 1; i <= size; i++) {
        if (i < size && path[i] != '/') continue;
        prefix[i] = '\0';
        const bool made = mkdir(prefix, 0777) == 0;
        const int error = errno;
        struct stat info;
        if (made && first == 0) first = i;
        if (!made && ((anew && i == size) || stat(prefix, &info) != 0 || !S_ISDIR(info.st_mode))) {
            lf_fail(LF_IO, "%s: cannot make this folder: %s", prefix,
                    error != EEXIST ? strerror(error)
                    : i == size && anew
                        ? "it is there, and nothing is overwritten; choose another name"
                        : folder_taken(prefix));
            for (size_t up = i; anew && first > 0 && up-- > first;) {
                prefix[up] = '\0';
                if (path[up] == '/') rmdir(prefix);
            }
            return LF_IO;
        }
        prefix[i] = path[i];
    }
    return LF_OK;
}

lf_status lf_folder_make(const char *path) {
    return folder_make(path, false);
}

lf_status lf_folder_make_new(const char *path) {
    return folder_make(path, true);
}

lf_status lf_path_folder(const char *path, char folder[LF_PATH_BYTES]) {
    const char *slash = strrchr(path, '/');
    if (!slash) return lf_path_format(folder, ".");
    size_t size = slash == path ? 1 : (size_t)(slash - path);
    return lf_path_format(folder, "%.*s", (int)size, path);
}

lf_status lf_folder_make_for(const char *path) {
    char folder[LF_PATH_BYTES];
    LF_TRY(lf_path_folder(path, folder));
    return lf_folder_make(folder);
}

static int path_remove(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

void lf_folder_remove(const char *path) {
    nftw(path, path_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* mark <- the file that makes a folder a temporary one of ours, in use while it is locked. It is
 * named like the folder: what a user copied or moved out of the way is not one any more. */
static lf_status folder_mark(const char *path, char mark[LF_PATH_BYTES]) {
    return lf_path_format(mark, "%s/.%s", path, lf_path_name(path));
}

/* The lock of the last one; those before it are held, too. */
static int folder_held = -1;

/* The process that made it holds a lock on it until it ends. The file gets its name when it is
 * locked: who finds it under that name and unlocked knows that nobody uses the folder. */
static void folder_lock(const char *path) {
    char fresh[LF_PATH_BYTES], mark[LF_PATH_BYTES];
    if (lf_path_format(fresh, "%s/.new", path) != LF_OK || folder_mark(path, mark) != LF_OK) return;
    const int fd = open(fresh, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0) return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && rename(fresh, mark) == 0) {
        folder_held = fd;
        return;
    }
    unlink(fresh);
    close(fd);
}

/* Did a process that was killed leave it behind? In a folder that somebody else may write to, what
 * is removed could become another thing meanwhile: it stays. */
static bool folder_is_left(const char *path) {
    char mark[LF_PATH_BYTES];
    struct stat info;
    if (folder_mark(path, mark) != LF_OK || lstat(path, &info) != 0) return false;
    if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || info.st_mode & (S_IWGRP | S_IWOTH))
        return false;
    const int fd = open(mark, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    const bool left = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return left;
}

/* What killed processes left in it, whatever for. */
static void folder_sweep(const char *folder) {
    DIR *all = opendir(folder);
    for (struct dirent *one; all && (one = readdir(all));) {
        char path[LF_PATH_BYTES];
        if (strncmp(one->d_name, folder_prefix, strlen(folder_prefix)) == 0 &&
            lf_path_format(path, "%s/%s", folder, one->d_name) == LF_OK && folder_is_left(path))
            lf_folder_remove(path);
    }
    if (all) closedir(all);
}

lf_status lf_folder_temporary(const char *purpose, char path[LF_PATH_BYTES]) {
    const char *base = getenv("TMPDIR");
    const char *named = base && base[0] ? base : "/tmp";
    char folder[PATH_MAX]; /* whole: what is started in another folder is told of it, too */
    if (!realpath(named, folder)) return lf_fail(LF_IO, "TMPDIR %s: %s", named, strerror(errno));
    folder_sweep(folder);
    LF_TRY(lf_path_format(path, "%s/%s%s-XXXXXX", folder, folder_prefix, purpose));
    if (!mkdtemp(path)) return lf_fail(LF_IO, "%s: %s", path, strerror(errno));
    folder_lock(path);
    return LF_OK;
}

lf_status lf_cache_folder(char path[LF_PATH_BYTES]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    /* The XDG rules say to ignore a relative path. */
    if (cache && cache[0] == '/') return lf_path_format(path, "%s/levelfield", cache);
    if (home && home[0] == '/') return lf_path_format(path, "%s/.cache/levelfield", home);
    return lf_fail(LF_NOT_FOUND, "no cache folder: neither XDG_CACHE_HOME nor HOME is set to an "
                                 "absolute path; set XDG_CACHE_HOME to a folder for the cache");
}
