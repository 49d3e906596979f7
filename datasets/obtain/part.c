/**
 * @file part.c
 * @brief Parts of files: a fixed hidden name, and a lock on it.
 */
#include "datasets/obtain/part.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Between opening and locking it, another process may have finished or removed it: is what we hold
 * still what has the name? *size_bytes <- its size. */
static bool part_current(const lf_draft *part, uint64_t *size_bytes) {
    struct stat held, named;
    if (fstat(part->fd, &held) != 0 || lstat(part->temporary, &named) != 0) return false;
    *size_bytes = (uint64_t)held.st_size;
    return held.st_dev == named.st_dev && held.st_ino == named.st_ino && S_ISREG(held.st_mode);
}

static lf_status part_try(lf_draft *part, int how) {
    /* A link of that name is not ours, and what it leads to is not written. */
    const int flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    part->fd = open(part->temporary, flags, 0666);
    if (part->fd < 0)
        return lf_fail(LF_IO, "%s: cannot write: %s; choose a folder that can be written",
                       part->temporary, strerror(errno));
    int code;
    do
        code = flock(part->fd, LOCK_EX | how);
    while (code != 0 && errno == EINTR);
    /* For a download a file system without locks has nobody to share with; any other refusal is no
     * reason to stop. */
    if (code == 0 || (how && errno != EWOULDBLOCK)) return LF_OK;
    close(part->fd);
    part->fd = -1;
    if (!how) return lf_fail(LF_UNSUPPORTED, "%s: no locks: %s", part->path, strerror(errno));
    return lf_fail(LF_UNSUPPORTED, "%s: another process is downloading this file; wait for it",
                   part->path);
}

static lf_status part_open(lf_draft *part, const char *path, int how, uint64_t *have_bytes) {
    const char *name = lf_path_name(path);
    part->fd = -1;
    LF_TRY(lf_path_format(part->path, "%s", path));
    LF_TRY(lf_path_format(part->temporary, "%.*s.%s.part", (int)(name - path), path, name));
    for (int attempt = 0; attempt < 100; attempt++) {
        LF_TRY(part_try(part, how));
        if (part_current(part, have_bytes)) return LF_OK;
        close(part->fd);
        part->fd = -1;
    }
    return lf_fail(LF_IO,
                   "%s: cannot write: it is no regular file, or others keep replacing it; "
                   "remove it",
                   part->temporary);
}

lf_status lf_part_open(lf_draft *part, const char *path, uint64_t *have_bytes) {
    return part_open(part, path, LOCK_NB, have_bytes);
}

lf_status lf_part_await(lf_draft *part, const char *path) {
    uint64_t have_bytes;
    const lf_status status = part_open(part, path, 0, &have_bytes);
    if (status == LF_UNSUPPORTED) return lf_draft_open(part, path);
    LF_TRY(status);
    fcntl(part->fd, F_SETFL, O_RDWR); /* a table is not written from its beginning to its end */
    return lf_part_restart(part);
}

lf_status lf_part_restart(lf_draft *part) {
    if (ftruncate(part->fd, 0) == 0) return LF_OK;
    return lf_fail(LF_IO, "%s: cannot empty it: %s", part->temporary, strerror(errno));
}

lf_status lf_part_commit(lf_draft *part) {
    /* The second handle keeps the lock until the name is given: else another process could take the
     * part in between, and write to what is the file by then. */
    const int lock = dup(part->fd);
    const lf_status status = lf_draft_commit(part);
    if (lock >= 0) close(lock);
    return status;
}

void lf_part_leave(lf_draft *part) {
    struct stat info;
    if (part->fd < 0) return;
    if (fstat(part->fd, &info) == 0 && info.st_size == 0) unlink(part->temporary);
    close(part->fd);
    part->fd = -1;
}
