/**
 * @file store_claim.c
 * @brief One writer a folder: two commands at once would mix their plans and repeat each other's
 * runs.
 *
 * A lock of the process on an empty file, so that it ends with the process, however that ends, and
 * is not handed on to the processes of runs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/store/store.h"

/* Who holds it, for the message; 0: it is free by now, or nobody can say. */
static long claim_holder(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const bool held = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    return held ? (long)lock.l_pid : 0;
}

/* The descriptor is never closed: closing it would give the lock up. Where the file system knows no
 * locks, whoever starts two commands has to know it. */
lf_status lf_store_claim(const char *dir) {
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/.writer", dir));
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return lf_fail(LF_IO, "%s: cannot open: %s", path, strerror(errno));
    const struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN)) return LF_OK;
    char who[48] = ""; /* nobody here, if it is on another machine or in another container */
    const long holder = claim_holder(fd);
    if (holder > 0) snprintf(who, sizeof who, " (process %ld)", holder);
    close(fd);
    return lf_fail(LF_IO,
                   "%s: another levelfield%s stores its results there; wait until it is done, or "
                   "choose another folder with --out",
                   dir, who);
}

lf_status lf_store_writer(const char *dir, long *pid) {
    char path[LF_PATH_BYTES];
    *pid = 0;
    LF_TRY(lf_path_format(path, "%s/.writer", dir));
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return LF_OK; /* nobody ever was */
    *pid = claim_holder(fd);
    close(fd);
    return LF_OK;
}
