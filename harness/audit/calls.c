/**
 * @file calls.c
 * @brief Two filters: the first names what is allowed, the second takes away what loading needed.
 *
 * All 64 bits of an argument are compared, also where the kernel looks at 32 of them: bits above
 * those only make a call refused. A filter sees numbers, not what pointers point to; whatever they
 * point to, the calls that are left reach only this process, and names that Landlock looks at.
 */
#include "harness/audit/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int call;                        /* negative: this machine's kernel has no such call */
    struct scmp_arg_cmp argument[2]; /* what they must be; .op 0: anything */
} calls_rule;

#define ANY(name)                                                                                  \
    { SCMP_SYS(name) }
#define EQUAL(which, value)                                                                        \
    { which, SCMP_CMP_EQ, value }
#define AT_MOST(which, value)                                                                      \
    { which, SCMP_CMP_LE, value }
#define ONLY_BITS(which, bits)                                                                     \
    { which, SCMP_CMP_MASKED_EQ, ~(scmp_datum_t)(bits), 0 }
/* A number and flags beside it, which may be there or not. */
#define EQUAL_BUT(which, value, flags)                                                             \
    { which, SCMP_CMP_MASKED_EQ, ~(scmp_datum_t)(flags), value }

/* Clocks of other processes have negative numbers. */
#define OWN_CLOCK(name)                                                                            \
    {                                                                                              \
        SCMP_SYS(name), {                                                                          \
            AT_MOST(0, CLOCK_TAI)                                                                  \
        }                                                                                          \
    }
/* Without the operations that lend a priority to another process. */
#define FUTEX(operation)                                                                           \
    {                                                                                              \
        SCMP_SYS(futex), {                                                                         \
            EQUAL_BUT(1, operation, FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)                     \
        }                                                                                          \
    }

/* clang-format off */
static const calls_rule calls_computing[] = {
    /* memory; no advice that would reach a file */
    ANY(brk), ANY(mmap), ANY(munmap), ANY(mremap), ANY(mprotect),
    {SCMP_SYS(madvise), {AT_MOST(2, MADV_DONTNEED)}}, {SCMP_SYS(madvise), {EQUAL(2, MADV_FREE)}},
    {SCMP_SYS(madvise), {EQUAL(2, MADV_HUGEPAGE)}}, {SCMP_SYS(madvise), {EQUAL(2, MADV_NOHUGEPAGE)}},
    /* clocks and waiting; where there is no pause() it is made of ppoll() */
    OWN_CLOCK(clock_gettime), OWN_CLOCK(clock_getres), OWN_CLOCK(clock_nanosleep), ANY(nanosleep),
    ANY(gettimeofday), ANY(time), ANY(times), ANY(getrusage), ANY(restart_syscall), ANY(sched_yield),
    ANY(pause), {SCMP_SYS(ppoll), {EQUAL(1, 0)}},
    FUTEX(FUTEX_WAIT), FUTEX(FUTEX_WAKE), FUTEX(FUTEX_WAIT_BITSET), FUTEX(FUTEX_WAKE_BITSET),
    /* what it does at signals; those that it sends to itself are added with its number */
    ANY(rt_sigaction), ANY(rt_sigprocmask), ANY(rt_sigreturn), ANY(sigaltstack),
    /* who and where it is */
    ANY(getpid), ANY(gettid), ANY(getuid), ANY(geteuid), ANY(getgid), ANY(getegid), ANY(uname),
    ANY(sysinfo), ANY(getcpu), ANY(getrandom), {SCMP_SYS(prlimit64), {EQUAL(0, 0), EQUAL(2, 0)}},
    {SCMP_SYS(sched_getaffinity), {EQUAL(0, 0)}},
    /* messages, and the end */
    {SCMP_SYS(write), {AT_MOST(0, STDERR_FILENO)}}, {SCMP_SYS(writev), {AT_MOST(0, STDERR_FILENO)}},
    ANY(close), {SCMP_SYS(close_range), {EQUAL(2, 0)}}, ANY(exit), ANY(exit_group),
};

/* Gone with the second stage. Landlock decides which files; O_PATH would open any, if not to read. */
static const calls_rule calls_loading[] = {
    {SCMP_SYS(openat), {ONLY_BITS(2, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK |
                                     O_NOCTTY | O_LARGEFILE)}},
    ANY(read), ANY(readv), ANY(pread64), ANY(lseek), ANY(getdents64), ANY(fstat), ANY(newfstatat),
    ANY(stat), ANY(lstat), ANY(access), ANY(faccessat), ANY(readlink), ANY(readlinkat), ANY(getcwd),
    {SCMP_SYS(fcntl), {AT_MOST(1, F_GETFL)}, }, /* and to duplicate, and flags of exec */
    /* the second filter: it only takes away, and tells nobody */
    {SCMP_SYS(seccomp), {EQUAL(0, SECCOMP_SET_MODE_FILTER), EQUAL(1, 0)}},
};
/* clang-format on */

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

static int calls_add(scmp_filter_ctx filter, uint32_t action, const calls_rule *rule) {
    unsigned n = 0;
    while (n < COUNT(rule->argument) && rule->argument[n].op != 0)
        n++;
    return seccomp_rule_add_array(filter, action, rule->call, n, rule->argument);
}

/* First stage: what is not named fails. Its own number is what it may send signals to. */
static int calls_allow(scmp_filter_ctx filter) {
    const scmp_datum_t self = (scmp_datum_t)getpid();
    const calls_rule own[] = {
        {SCMP_SYS(kill), {EQUAL(0, self)}},
        {SCMP_SYS(tgkill), {EQUAL(0, self)}},
        {SCMP_SYS(sched_getaffinity), {EQUAL(0, self)}},
    };
    int error = 0;
    for (size_t i = 0; error == 0 && i < COUNT(calls_computing); i++)
        error = calls_add(filter, SCMP_ACT_ALLOW, &calls_computing[i]);
    for (size_t i = 0; error == 0 && i < COUNT(calls_loading); i++)
        error = calls_add(filter, SCMP_ACT_ALLOW, &calls_loading[i]);
    for (size_t i = 0; error == 0 && i < COUNT(own); i++)
        error = calls_add(filter, SCMP_ACT_ALLOW, &own[i]);
    for (size_t i = 0; error == 0 && i < COUNT(calls_newer); i++)
        error = calls_add(filter, SCMP_ACT_ERRNO(ENOSYS), &(calls_rule){calls_newer[i]});
    return error;
}

/* Second stage: what only loading needed fails, and a mapping of a file. */
static int calls_refuse(scmp_filter_ctx filter) {
    const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
    const calls_rule file = {SCMP_SYS(mmap), {{3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0}}};
    int error = calls_add(filter, refuse, &file);
    for (size_t i = 0; error == 0 && i < COUNT(calls_loading); i++)
        error = calls_add(filter, refuse, &(calls_rule){calls_loading[i].call});
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

lf_status lf_calls_enter(void) {
    return calls_load(SCMP_ACT_ERRNO(EPERM), calls_allow);
}

lf_status lf_calls_close(void) {
    return calls_load(SCMP_ACT_ALLOW, calls_refuse);
}
