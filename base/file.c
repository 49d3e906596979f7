/**
 * @file file.c
 * @brief Whole-file reads and atomic writes on POSIX.
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool lf_file_readable(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, R_OK) == 0;
}

bool lf_file_same(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Read to the end of the file. It grows as it goes, because the size of a pipe or a /proc file is
 * not known before. */
static lf_status file_read_all(int fd, const char *path, size_t limit_bytes, char **bytes,
                               size_t *size_bytes) {
    size_t size = 0, capacity = 0;
    for (;;) {
        if (size + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *grown = realloc(*bytes, capacity);
            if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu bytes", path, capacity);
            *bytes = grown;
        }
        ssize_t got = read(fd, *bytes + size, capacity - size - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return lf_fail(LF_IO, "%s: cannot read: %s", path, strerror(errno));
        if (got == 0) break;
        size += (size_t)got;
        if (size > limit_bytes)
            return lf_fail(LF_BAD_INPUT, "%s: larger than the %zu bytes expected at most", path,
                           limit_bytes);
    }
    (*bytes)[size] = '\0';
    *size_bytes = size;
    return LF_OK;
}

/* Opening a pipe waits for somebody who writes to it, perhaps for ever; reading from one that
 * nobody writes to ends at once. */
static int file_open(const char *path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0) fcntl(fd, F_SETFL, 0);
    return fd;
}

lf_status lf_file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size_bytes) {
    *bytes = NULL;
    *size_bytes = 0;
    int fd = file_open(path);
    if (fd < 0)
        return lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", path,
                       strerror(errno));
    lf_status status = file_read_all(fd, path, limit_bytes, bytes, size_bytes);
    close(fd);
    if (status == LF_OK) return LF_OK;
    free(*bytes);
    *bytes = NULL;
    return status;
}

lf_status lf_file_write(const char *path, const void *bytes, size_t size_bytes) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, path));
    lf_status status = lf_draft_append(&draft, bytes, size_bytes);
    if (status == LF_OK) return lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    return status;
}

lf_status lf_file_write_own(const char *path, const void *bytes, size_t size_bytes) {
    LF_TRY(lf_path_own(path));
    return lf_file_write(path, bytes, size_bytes);
}

/* One sentence for each way a write fails that a user can mend. */
static lf_status file_fail(const char *path, int error) {
    const char *hint = "";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        hint = "; nothing was changed, make room and try again";
    if (error == EACCES || error == EROFS || error == EPERM)
        hint = "; choose a folder that can be written";
    return lf_fail(LF_IO, "%s: cannot write: %s%s", path, strerror(error), hint);
}

lf_status lf_file_unnamed(const char *folder, int *fd) {
    char path[LF_PATH_BYTES];
    *fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (*fd >= 0) return LF_OK;
    /* Not every file system can make one; what is unlinked while it is open is as good. */
    LF_TRY(lf_path_format(path, "%s/.XXXXXX", folder));
    *fd = mkostemp(path, O_CLOEXEC);
    if (*fd < 0) return file_fail(folder, errno);
    unlink(path);
    return LF_OK;
}

lf_status lf_file_put(int fd, const char *path, size_t offset, const void *bytes,
                      size_t size_bytes) {
    const char *next = bytes;
    while (size_bytes > 0) {
        const ssize_t put = pwrite(fd, next, size_bytes, (off_t)offset);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return file_fail(path, errno);
        next += put;
        offset += (size_t)put;
        size_bytes -= (size_t)put;
    }
    return LF_OK;
}

lf_status lf_file_room(int fd, const char *path, size_t size_bytes) {
    const int error = posix_fallocate(fd, 0, (off_t)size_bytes);
    if (error == 0) return LF_OK;
    const bool none = error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO;
    /* A file system that reserves nothing can still make a file of that size. */
    if (!none && ftruncate(fd, (off_t)size_bytes) == 0) return LF_OK;
    return file_fail(path, error);
}

/* Runs are only ever added to a store; a file under its name would be the end of them all. Its lock
 * and its log are known by name. */
static lf_status draft_spare_store(const char *path) {
    static const char *const beside[] = {".writer", "results.sqlite-wal", "results.sqlite-shm"};
    char head[16] = "";
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (strcmp(lf_path_name(path), beside[i]) == 0)
            return lf_fail(LF_IO,
                           "%s: cannot write: a store of results has a file of that name; choose "
                           "another name",
                           path);
    const int fd = file_open(path);
    const ssize_t n = fd < 0 ? 0 : read(fd, head, sizeof head);
    if (fd >= 0) close(fd);
    if (n < (ssize_t)sizeof head || memcmp(head, "SQLite format 3", sizeof head) != 0) return LF_OK;
    return lf_fail(LF_IO,
                   "%s: cannot write: a store of results has that name, and would be replaced; "
                   "choose another name",
                   path);
}

/* draft->path <- `path`, or the file behind it if it is a link: that is to have the new content,
 * and the link is to stay. Whatever else has the name already, a device say, is not ours to
 * replace. */
static lf_status draft_aim(lf_draft *draft, const char *path) {
    struct stat info;
    LF_TRY(lf_path_format(draft->path, "%s", path));
    if (stat(path, &info) != 0) return errno == ENAMETOOLONG ? file_fail(path, errno) : LF_OK;
    if (S_ISDIR(info.st_mode)) return file_fail(path, EISDIR);
    if (!S_ISREG(info.st_mode))
        return lf_fail(
            LF_IO,
            "%s: cannot write: a device or a pipe has that name, and would be replaced by "
            "a file; choose another name",
            path);
    char *file = realpath(path, NULL);
    const lf_status status =
        file ? lf_path_format(draft->path, "%s", file) : file_fail(path, errno);
    free(file);
    return status;
}

/* A name beside the final one, for a new file or for the one that has none. It is new on this
 * machine; a leftover of a dead process with our number is passed by. 0, or what errno says. */
static int draft_name(lf_draft *draft) {
    static atomic_uint serial;
    char folder[LF_PATH_BYTES], unnamed[32];
    if (lf_path_folder(draft->path, folder) != LF_OK) return ENAMETOOLONG;
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", draft->fd);
    for (int attempt = 0; attempt < 100; attempt++) {
        int made;
        errno = ENAMETOOLONG;
        if (lf_path_format(draft->temporary, "%s/.%.200s.%ld.%u.tmp", folder,
                           lf_path_name(draft->path), (long)getpid(),
                           atomic_fetch_add(&serial, 1)) != LF_OK)
            break;
        if (draft->fd < 0)
            made = draft->fd = open(draft->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        else
            made = linkat(AT_FDCWD, unnamed, AT_FDCWD, draft->temporary, AT_SYMLINK_FOLLOW);
        if (made >= 0) return 0;
        if (errno != EEXIST) break;
    }
    draft->temporary[0] = '\0';
    return errno;
}

/* Without a name until it is whole, where the file system can do that: then nothing is left of it,
 * however the process ends. */
lf_status lf_draft_open(lf_draft *draft, const char *path) {
    char folder[LF_PATH_BYTES];
    draft->fd = -1;
    draft->temporary[0] = '\0';
    LF_TRY(draft_aim(draft, path));
    LF_TRY(draft_spare_store(draft->path));
    LF_TRY(lf_path_folder(draft->path, folder));
    if (access("/proc/self/fd", X_OK) == 0)
        draft->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    const int error = draft->fd >= 0 ? 0 : draft_name(draft);
    return error ? file_fail(draft->path, error) : LF_OK;
}

lf_status lf_draft_append(lf_draft *draft, const void *bytes, size_t size_bytes) {
    const char *next = bytes;
    while (size_bytes > 0) {
        ssize_t put = write(draft->fd, next, size_bytes);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return file_fail(draft->path, errno);
        next += put;
        size_bytes -= (size_t)put;
    }
    return LF_OK;
}

/* A rename is safe against a power cut once the folder is on the disk too. Not every file system
 * can do that, and the file itself is whole by now, so a refusal is no failure. */
static void draft_sync_folder(const char *path) {
    char folder[LF_PATH_BYTES];
    if (lf_path_folder(path, folder) != LF_OK) return;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

lf_status lf_draft_commit(lf_draft *draft) {
    /* Data before name: a crash between the two leaves the old file, never an empty new one. */
    int error = fsync(draft->fd) != 0 ? errno : 0;
    if (!error && !draft->temporary[0]) error = draft_name(draft);
    if (close(draft->fd) != 0 && !error) error = errno; /* network disks report a full disk here */
    draft->fd = -1;
    if (!error && rename(draft->temporary, draft->path) != 0) error = errno;
    if (!error) {
        draft_sync_folder(draft->path);
        return LF_OK;
    }
    if (draft->temporary[0]) unlink(draft->temporary);
    return file_fail(draft->path, error);
}

void lf_draft_discard(lf_draft *draft) {
    if (draft->fd < 0) return;
    close(draft->fd);
    draft->fd = -1;
    if (draft->temporary[0]) unlink(draft->temporary);
}

/* A draft is opened, named and thrown away: nothing else tells as surely. */
lf_status lf_file_writable(const char *path) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, path));
    const int error = draft.temporary[0] ? 0 : draft_name(&draft);
    lf_draft_discard(&draft);
    return error ? file_fail(path, error) : LF_OK;
}
