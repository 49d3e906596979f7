/**
 * @file calls.c
 * @brief Two filters: the first names what is allowed, the second takes away what loading needed.
 *
 * All 64 bits of an argument are compared, also where the kernel looks at 32 of them: bits above
 * those only make a call refused. A filter sees numbers, not what pointers point to; whatever they
 * point to, the calls that are left reach only this process, and names that Landlock looks at.
 */
#include "harness/process/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A call that is allowed with some arguments only. */
typedef struct {
    int call;
    struct scmp_arg_cmp argument[2]; /* .op 0: no condition */
} calls_rule;

#define EQUAL(which, value)                                                                        \
    { which, SCMP_CMP_EQ, value }
#define AT_MOST(which, value)                                                                      \
    { which, SCMP_CMP_LE, value }
#define ONLY_BITS(which, bits)                                                                     \
    { which, SCMP_CMP_MASKED_EQ, ~(scmp_datum_t)(bits), 0 }
/* A number and flags beside it, which may be there or not. */
#define EQUAL_BUT(which, value, flags)                                                             \
    { which, SCMP_CMP_MASKED_EQ, ~(scmp_datum_t)(flags), value }

/* What computing needs: memory, clocks and waiting, what it does at signals, who and where it is,
 * the end. Some of these do not exist on all machines; the library passes over them. */
static const int calls_computing[] = {
    SCMP_SYS(brk),
    SCMP_SYS(mmap),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(getrusage),
    SCMP_SYS(sched_yield),
    SCMP_SYS(pause),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(uname),
    SCMP_SYS(sysinfo),
    SCMP_SYS(getcpu),
    SCMP_SYS(getrandom),
    SCMP_SYS(close),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

/* Waiting is at words of its own memory: at those of a file, such as the C library, other processes
 * that have it mapped would be met. */
#define CALLS_FUTEX(operation)                                                                     \
    {                                                                                              \
        SCMP_SYS(futex), {                                                                         \
            EQUAL_BUT(1, (operation) | FUTEX_PRIVATE_FLAG, FUTEX_CLOCK_REALTIME)                   \
        }                                                                                          \
    }

static const calls_rule calls_computing_if[] = {
    /* advice that does not reach through to a shared file */
    {SCMP_SYS(madvise), {AT_MOST(2, MADV_DONTNEED)}},
    {SCMP_SYS(madvise), {EQUAL(2, MADV_FREE)}},
    {SCMP_SYS(madvise), {EQUAL(2, MADV_HUGEPAGE)}},
    {SCMP_SYS(madvise), {EQUAL(2, MADV_NOHUGEPAGE)}},
    /* the clocks of other processes have negative numbers */
    {SCMP_SYS(clock_gettime), {AT_MOST(0, CLOCK_TAI)}},
    {SCMP_SYS(clock_getres), {AT_MOST(0, CLOCK_TAI)}},
    {SCMP_SYS(clock_nanosleep), {AT_MOST(0, CLOCK_TAI)}},
    {SCMP_SYS(ppoll), {EQUAL(1, 0)}}, /* pause(), where that is no call */
    /* without the operations that lend a priority to another process */
    CALLS_FUTEX(FUTEX_WAIT),
    CALLS_FUTEX(FUTEX_WAKE),
    CALLS_FUTEX(FUTEX_WAIT_BITSET),
    CALLS_FUTEX(FUTEX_WAKE_BITSET),
    /* its own limits, to look at */
    {SCMP_SYS(prlimit64), {EQUAL(0, 0), EQUAL(2, 0)}},
    {SCMP_SYS(sched_getaffinity), {EQUAL(0, 0)}},
    {SCMP_SYS(write), {AT_MOST(0, STDERR_FILENO)}},
    {SCMP_SYS(writev), {AT_MOST(0, STDERR_FILENO)}},
    {SCMP_SYS(close_range), {EQUAL(2, 0)}},
};

/* What loading needs besides, and is gone with the second stage. */
static const int calls_loading[] = {
    SCMP_SYS(read),   SCMP_SYS(readv),      SCMP_SYS(pread64),  SCMP_SYS(lseek),
    SCMP_SYS(fstat),  SCMP_SYS(newfstatat), SCMP_SYS(stat),     SCMP_SYS(lstat),
    SCMP_SYS(access), SCMP_SYS(faccessat),  SCMP_SYS(readlink), SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd), SCMP_SYS(getdents64),
};

static const calls_rule calls_loading_if[] = {
    /* Landlock decides which files; O_PATH would open any of them, if not to read */
    {SCMP_SYS(openat),
     {ONLY_BITS(2, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK | O_NOCTTY |
                       O_LARGEFILE)}},
    {SCMP_SYS(fcntl), {AT_MOST(1, F_GETFL)}}, /* and flags of exec, and a second descriptor */
    /* the second filter: it only takes away, and tells nobody */
    {SCMP_SYS(seccomp), {EQUAL(0, SECCOMP_SET_MODE_FILTER), EQUAL(1, 0)}},
};

/* The C library asks for an older call where these are not there. */
static const int calls_newer[] = {SCMP_SYS(clone3), SCMP_SYS(statx), SCMP_SYS(openat2),
                                  SCMP_SYS(faccessat2)};

#define COUNT(list) (sizeof(list) / sizeof *(list))

lf_status lf_calls_look(void) {
    const uint32_t action = SECCOMP_RET_ERRNO;
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "this kernel filters no system calls (seccomp: %s), so that --audit is not "
                   "possible here: it needs CONFIG_SECCOMP_FILTER, and a container that allows it",
                   strerror(errno));
}

/* Add one action for each call of a list, whatever its arguments. */
static int calls_add(scmp_filter_ctx filter, uint32_t action, size_t n, const int *call) {
    int error = 0;
    for (size_t i = 0; error == 0 && i < n; i++)
        error = seccomp_rule_add_array(filter, action, call[i], 0, NULL);
    return error;
}

static int calls_add_if(scmp_filter_ctx filter, uint32_t action, size_t n, const calls_rule *rule) {
    int error = 0;
    for (size_t i = 0; error == 0 && i < n; i++) {
        unsigned conditions = 0;
        while (conditions < COUNT(rule[i].argument) && rule[i].argument[conditions].op != 0)
            conditions++;
        error = seccomp_rule_add_array(filter, action, rule[i].call, conditions, rule[i].argument);
    }
    return error;
}

/* The descriptor that may be written to beside standard error, and where the keeper is met. */
static int calls_keep = STDERR_FILENO;
static const void *calls_meet;

/* First stage: what is not named fails. Its own number is what it may send signals to. */
static int calls_allow(scmp_filter_ctx filter) {
    const scmp_datum_t self = (scmp_datum_t)getpid(), keep = (scmp_datum_t)calls_keep;
    const struct scmp_arg_cmp meet =
        EQUAL_BUT(0, (scmp_datum_t)(uintptr_t)calls_meet, LF_CALLS_MEET - 1);
    const calls_rule own[] = {
        {SCMP_SYS(futex), {meet, EQUAL(1, FUTEX_WAIT)}},
        {SCMP_SYS(futex), {meet, EQUAL(1, FUTEX_WAKE)}},
        {SCMP_SYS(write), {EQUAL(0, keep)}},
        {SCMP_SYS(kill), {EQUAL(0, self)}},
        {SCMP_SYS(tgkill), {EQUAL(0, self)}},
        {SCMP_SYS(sched_getaffinity), {EQUAL(0, self)}},
    };
    const uint32_t allow = SCMP_ACT_ALLOW;
    int error = calls_add(filter, allow, COUNT(calls_computing), calls_computing);
    if (error == 0)
        error = calls_add_if(filter, allow, COUNT(calls_computing_if), calls_computing_if);
    if (error == 0) error = calls_add(filter, allow, COUNT(calls_loading), calls_loading);
    if (error == 0) error = calls_add_if(filter, allow, COUNT(calls_loading_if), calls_loading_if);
    if (error == 0) error = calls_add_if(filter, allow, COUNT(own), own);
    if (error == 0)
        error = calls_add(filter, SCMP_ACT_ERRNO(ENOSYS), COUNT(calls_newer), calls_newer);
    return error;
}

/* Second stage: what only loading needed fails, and a mapping of a file. */
static int calls_refuse(scmp_filter_ctx filter) {
    const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
    const calls_rule file = {SCMP_SYS(mmap), {{3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0}}};
    int error = calls_add_if(filter, refuse, 1, &file);
    if (error == 0) error = calls_add(filter, refuse, COUNT(calls_loading), calls_loading);
    for (size_t i = 0; error == 0 && i < COUNT(calls_loading_if); i++)
        error = calls_add(filter, refuse, 1, &calls_loading_if[i].call);
    return error;
}

/* A filter of `fill`, in force from here on; `otherwise` is what happens to all other calls. */
static lf_status calls_load(uint32_t otherwise, int (*fill)(scmp_filter_ctx filter)) {
    scmp_filter_ctx filter = seccomp_init(otherwise);
    if (filter == NULL) return lf_fail(LF_IO, "no filter of system calls can be made");
    int error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    /* it is set already, and the second stage may not set it */
    if (error == 0) error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
    if (error == 0) error = fill(filter);
    if (error == 0) error = seccomp_load(filter);
    seccomp_release(filter);
    return error == 0 ? LF_OK : lf_fail(LF_IO, "a filter of system calls: %s", strerror(-error));
}

lf_status lf_calls_enter(int keep, const void *meet) {
    calls_meet = meet;
    calls_keep = keep > STDERR_FILENO ? keep : STDERR_FILENO;
    return calls_load(SCMP_ACT_ERRNO(EPERM), calls_allow);
}

lf_status lf_calls_close(void) {
    return calls_load(SCMP_ACT_ALLOW, calls_refuse);
}
