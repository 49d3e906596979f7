/**
 * @file sandbox.c
 * @brief The two stages: limits and descriptors, then files, then system calls.
 */
#include "harness/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/process/calls.h"
#include "harness/process/landlock.h"

/* What loading needs at a time; an import of Python holds a few. */
enum { SANDBOX_DESCRIPTORS = 64 };

lf_status lf_sandbox_look(void) {
    LF_TRY(lf_calls_look());
    return lf_landlock_look();
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

lf_status lf_sandbox_enter(const lf_sandbox_setup *setup) {
    LF_TRY(lf_sandbox_look());
    LF_TRY(sandbox_alone());
    LF_TRY(sandbox_tie(setup->keeper));
    LF_TRY(sandbox_limits());
    LF_TRY(sandbox_descriptors(setup->keep));
    LF_TRY(lf_landlock_enter(setup->readable));
    return lf_calls_enter(setup->keep);
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
