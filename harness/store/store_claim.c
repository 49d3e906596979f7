/**
 * @file store_claim.c
 * @brief One writer a folder: two commands at once would mix their plans and repeat each other's
 * runs.
 *
 * A lock on a file, which belongs to the descriptor: it shuts out other threads of the process,
 * too, and ends with the process, however that ends. The processes of runs inherit the descriptor
 * and close it first of all. No lock of this kind tells whose it is, so the file does.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/store/store.h"

/* A file that is locked. */
typedef struct claim {
    int fd;
    struct claim *next;
} claim;

static _Thread_local claim *claim_first; /* of this thread, which carries out one command */

/* Has this thread claimed it already? */
static bool claim_is_own(int fd) {
    struct stat info, own;
    if (fstat(fd, &info) != 0) return false;
    for (const claim *c = claim_first; c; c = c->next)
        if (fstat(c->fd, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino)
            return true;
    return false;
}

/* Who holds it, for the message; 0: it is free by now, or nobody can say. A number that is nobody's
 * here is one of another machine or another container. */
static long claim_holder(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char text[24] = "";
    if (fcntl(fd, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
    const ssize_t n = pread(fd, text, sizeof text - 1, 0);
    const long pid = n > 0 ? strtol(text, NULL, 10) : 0;
    if (pid <= 0 || pid > INT_MAX) return 0;
    return kill((pid_t)pid, 0) == 0 || errno == EPERM ? pid : 0;
}

/* Without room on the disk nobody can say whose it is. */
static lf_status claim_keep(int fd) {
    claim *own = malloc(sizeof *own);
    if (!own) {
        close(fd);
        return lf_fail(LF_NO_MEMORY, "no memory to claim a folder");
    }
    *own = (claim){fd, claim_first};
    claim_first = own;
    if (ftruncate(fd, 0) == 0) dprintf(fd, "%ld\n", (long)getpid());
    return LF_OK;
}

static lf_status claim_refused(int fd, const char *dir) {
    char who[48] = "";
    const long holder = claim_holder(fd);
    if (holder > 0) snprintf(who, sizeof who, " (process %ld)", holder);
    close(fd);
    return lf_fail(LF_IO,
                   "%s: another levelfield%s stores its results there; wait until it is done, or "
                   "choose another folder",
                   dir, who);
}

/* Where the file system knows no locks, whoever starts two commands has to know it. */
lf_status lf_store_claim(const char *dir) {
    const struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/.writer", dir));
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0 && errno == ELOOP) /* who sent the folder may mean a file of whoever has it now */
        return lf_fail(LF_IO, "%s: it is a link, and the lock of a folder is none; remove it",
                       path);
    if (fd < 0) return lf_fail(LF_IO, "%s: cannot open: %s", path, strerror(errno));
    if (claim_is_own(fd)) {
        close(fd);
        return LF_OK;
    }
    if (fcntl(fd, F_OFD_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
        return claim_refused(fd, dir);
    return claim_keep(fd);
}

/* Unlocked first: a process that was forked meanwhile may have the descriptor, too. */
void lf_store_release(void) {
    const struct flock none = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    while (claim_first) {
        claim *own = claim_first;
        claim_first = own->next;
        fcntl(own->fd, F_OFD_SETLK, &none);
        close(own->fd);
        free(own);
    }
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
