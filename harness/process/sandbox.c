/**
 * @file sandbox.c
 * @brief The two stages: limits and descriptors, then files, then system calls.
 *
 * Landlock is asked without the C library's help, which has no functions for it, and what the
 * kernel's own headers lack, as they are older than many kernels, is written out here.
 */
#include "harness/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/process/calls.h"

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

static lf_status landlock_look(void) {
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

/* From here on: of files only `readable` (ends with NULL; what is not there is passed over) is
 * read, and nothing is written; where the kernel knows how, no TCP, and no signal or abstract
 * socket to a process outside. @return LF_OK, LF_UNSUPPORTED or LF_IO. */
static lf_status landlock_enter(const char *const *readable) {
    const long version = landlock_version();
    if (version < 1) return landlock_look();
    const landlock_rights *all =
        &landlock_all[version < LANDLOCK_KNOWN ? version - 1 : LANDLOCK_KNOWN - 1];
    const int rules = (int)syscall(SYS_landlock_create_ruleset, all, sizeof *all, 0);
    if (rules < 0) return lf_fail(LF_IO, "Landlock, version %ld: %s", version, strerror(errno));
    const lf_status status = landlock_restrict(rules, readable);
    close(rules);
    return status;
}

/* What loading needs at a time; an import of Python holds a few. */
enum { SANDBOX_DESCRIPTORS = 64 };

lf_status lf_sandbox_look(void) {
    LF_TRY(lf_calls_look());
    return landlock_look();
}

/* A thread that is there already would stay outside. */
static lf_status sandbox_alone(void) {
    struct stat threads;
    if (stat("/proc/self/task", &threads) != 0)
        return lf_fail(LF_UNSUPPORTED, "--audit counts threads in /proc, which is not there: %s",
                       strerror(errno));
    if (threads.st_nlink == 3) return LF_OK; /* a folder for each, and the two of any folder */
    return lf_fail(LF_UNSUPPORTED,
                   "a method's process begins with one thread, not %zu: libraries that start "
                   "threads when they are loaded cannot be audited",
                   (size_t)threads.st_nlink - 2);
}

/* What is not a right but a property of the process. */
static lf_status sandbox_tie(pid_t keeper) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return lf_fail(LF_IO, "a method's process: %s", strerror(errno));
    if (getppid() != keeper)
        return lf_fail(LF_IO, "the process that started this one, %d, has ended", (int)keeper);
    return LF_OK;
}

static lf_status sandbox_limits(void) {
    const struct rlimit none = {0, 0};
    struct rlimit few = {0};
    signal(SIGXFSZ, SIG_IGN); /* a message that cannot be written is lost, nothing else */
    int failed = getrlimit(RLIMIT_NOFILE, &few);
    if (few.rlim_max > SANDBOX_DESCRIPTORS) few.rlim_max = SANDBOX_DESCRIPTORS;
    few.rlim_cur = few.rlim_max;
    failed |= setrlimit(RLIMIT_CORE, &none) | setrlimit(RLIMIT_FSIZE, &none);
    if ((failed | setrlimit(RLIMIT_NOFILE, &few)) != 0)
        return lf_fail(LF_IO, "limits of a method's process: %s", strerror(errno));
    return LF_OK;
}

static lf_status sandbox_descriptors(int keep) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0)
        return lf_fail(LF_IO, "/dev/null: %s", strerror(errno));
    if (keep > STDERR_FILENO) close_range(STDERR_FILENO + 1, (unsigned)keep - 1, 0);
    closefrom(keep > STDERR_FILENO ? keep + 1 : STDERR_FILENO + 1);
    return LF_OK;
}

/* Nothing else is mapped where the keeper is waited for, so that no other process is met there; a
 * kernel before 6.10 knows no such seal. */
static void sandbox_seal_words(const void *meet) {
    enum { CALL_MSEAL = 462 }; /* the same on every machine */
    if (meet) syscall(CALL_MSEAL, meet, (size_t)LF_CALLS_MEET, 0);
}

lf_status lf_sandbox_enter(const lf_sandbox_setup *setup) {
    LF_TRY(lf_sandbox_look());
    LF_TRY(sandbox_alone());
    LF_TRY(sandbox_tie(setup->keeper));
    LF_TRY(sandbox_limits());
    LF_TRY(sandbox_descriptors(setup->keep));
    LF_TRY(landlock_enter(setup->readable));
    sandbox_seal_words(setup->meet);
    return lf_calls_enter(setup->keep, setup->meet);
}

lf_status lf_sandbox_close(void) {
    closefrom(STDERR_FILENO + 1);
    return lf_calls_close();
}

lf_status lf_sandbox_seal(pid_t process) {
    const struct rlimit none = {0, 0};
    if (prlimit(process, RLIMIT_NOFILE, &none, NULL) == 0) return LF_OK;
    return lf_fail(LF_IO, "limits of the method's process %d: %s", (int)process, strerror(errno));
}
