/**
 * @file landlock.c
 * @brief A Landlock domain with all rights that the running kernel knows, and two that are given.
 *
 * Without the C library's help, which has no functions for it; and the kernel's own headers are
 * older than many kernels, so that what they lack is written out here.
 */
#include "harness/process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A kernel takes a longer struct than its own where the rest is 0. */
typedef struct {
    uint64_t files, network, scopes;
} landlock_rights;

/* The rights of each version of the interface, the last for all later ones. */
static const landlock_rights landlock_all[] = {
    {(1 << 13) - 1, 0, 0}, /* Linux 5.13 */
    {(1 << 14) - 1, 0, 0}, /* 5.19: to link and rename across folders */
    {(1 << 15) - 1, 0, 0}, /* 6.2: to truncate */
    {(1 << 15) - 1, 3, 0}, /* 6.7: to bind and connect TCP sockets */
    {(1 << 16) - 1, 3, 0}, /* 6.10: ioctl of devices */
    {(1 << 16) - 1, 3, 3}, /* 6.12: abstract sockets and signals */
};

enum { LANDLOCK_KNOWN = sizeof landlock_all / sizeof *landlock_all };

/* The version of the interface; < 1 where there is none. */
static long landlock_version(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

lf_status lf_landlock_look(void) {
    if (landlock_version() >= 1) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "this kernel keeps no process from files (Landlock: %s), so that --audit is not "
                   "possible here: it needs Linux 5.13, with landlock among lsm= where it booted, "
                   "and a container that allows it",
                   strerror(errno));
}

/* Reading of one file, or of a folder and all below it. What is not there, or not for this user, is
 * not read later either. */
static lf_status landlock_allow(int rules, const char *path) {
    struct stat file;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return LF_OK;
    const struct landlock_path_beneath_attr rule = {
        .allowed_access =
            LANDLOCK_ACCESS_FS_READ_FILE |
            (fstat(fd, &file) == 0 && S_ISDIR(file.st_mode) ? (uint64_t)LANDLOCK_ACCESS_FS_READ_DIR
                                                            : 0),
        .parent_fd = fd,
    };
    const long done = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    const int error = errno;
    close(fd);
    return done == 0 ? LF_OK : lf_fail(LF_IO, "%s cannot be allowed: %s", path, strerror(error));
}

static lf_status landlock_restrict(int rules, const char *const *readable) {
    for (; *readable; readable++)
        LF_TRY(landlock_allow(rules, *readable));
    if (syscall(SYS_landlock_restrict_self, rules, 0) == 0) return LF_OK;
    return lf_fail(LF_IO, "a method's process cannot be kept from files: %s", strerror(errno));
}

lf_status lf_landlock_enter(const char *const *readable) {
    const long version = landlock_version();
    if (version < 1) return lf_landlock_look();
    const landlock_rights *all =
        &landlock_all[version < LANDLOCK_KNOWN ? version - 1 : LANDLOCK_KNOWN - 1];
    const int rules = (int)syscall(SYS_landlock_create_ruleset, all, sizeof *all, 0);
    if (rules < 0) return lf_fail(LF_IO, "Landlock, version %ld: %s", version, strerror(errno));
    const lf_status status = landlock_restrict(rules, readable);
    close(rules);
    return status;
}
