#include "harness/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/process/interrupt.h"

/* Room beyond the limit before the kernel refuses memory: the parent looks every 50 ms and kills
 * with a clear cause; this is for what grows faster than it looks, or is asked for in one piece. */
static const size_t child_slack_bytes = (size_t)256 << 20;

static void child_default_signals(void) {
    sigset_t none;
    for (int signal_number = 1; signal_number < NSIG; signal_number++)
        signal(signal_number, SIG_DFL); /* SIGKILL and SIGSTOP refuse, which is fine */
    signal(SIGXFSZ, SIG_IGN);           /* a checkpoint that is too large is not written */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Where 0 to 3 can be replaced without losing it; no second one where few may be open. */
static int child_aside(int fd) {
    return fd > LF_CHILD_FD ? fd : fcntl(fd, F_DUPFD, LF_CHILD_FD + 1);
}

/* 0, 1: /dev/null; 2: the log; 3: the results; nothing else. */
static void child_descriptors(int data_fd, int log_fd) {
    const int data = child_aside(data_fd);
    const int log = log_fd < 0 ? log_fd : child_aside(log_fd);
    close(STDIN_FILENO);
    const int nothing = open("/dev/null", O_RDWR);
    if (data < 0 || (log < 0 && log_fd >= 0) || nothing < 0) _exit(1);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(log < 0 ? nothing : log, STDERR_FILENO);
    dup2(data, LF_CHILD_FD);
    closefrom(LF_CHILD_FD + 1);
}

/* SQLite shares the index of its log with other processes by a mapping, which a fork inherits: a
 * stray pointer of a plugin could write there. Nothing here uses it any more. */
static void child_mappings(void) {
    static const char index_name[] = "/results.sqlite-shm\n";
    char line[LF_PATH_BYTES + 128];
    uintptr_t from, to;
    FILE *file = fopen("/proc/self/maps", "r");
    while (file && fgets(line, sizeof line, file)) {
        const size_t n = strlen(line), tail = sizeof index_name - 1;
        if (n < tail || strcmp(line + n - tail, index_name) != 0) continue;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &from, &to) == 2)
            munmap((void *)from, to - from);
    }
    if (file) fclose(file);
}

/* Bytes of private writable memory now, which is what RLIMIT_DATA counts; under a sanitizer its
 * shadow is most of it. */
static size_t child_data_bytes(void) {
    unsigned long data = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%*u %*u %*u %*u %*u %lu", &data) != 1) data = 0;
    fclose(file);
    return data * (size_t)sysconf(_SC_PAGESIZE);
}

void lf_child_limit(size_t memory_bytes) {
    const size_t now = child_data_bytes();
    if (memory_bytes == 0 || now == 0) return;
    const rlim_t most = now + 2 * memory_bytes + child_slack_bytes;
    setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
}

/* exit() in a plugin: end at once, before handlers that belong to the parent's work run. */
static void child_on_exit(int status, void *unused) {
    (void)unused;
    _exit(status);
}

void lf_child_begin(pid_t parent, int data_fd, int log_fd) {
    lf_fork_end_with(parent);
    setsid();
    child_default_signals();
    if (lf_interrupt_signal() != 0) _exit(1); /* it came for us in the line above */
    child_descriptors(data_fd, log_fd);
    child_mappings();
    /* One byte, not none: a core handler behind a pipe is asked even at 0. */
    setrlimit(RLIMIT_CORE, &(struct rlimit){1, 1});
    on_exit(child_on_exit, NULL);
}

static lf_fork_hooks forking_hooks;

void lf_fork_hook(const lf_fork_hooks *hooks) {
    forking_hooks = *hooks;
}

pid_t lf_fork(void) {
    fflush(NULL);
    if (forking_hooks.before) forking_hooks.before();
    const pid_t child = fork();
    const int failure = errno; /* a hook may change it */
    if (child == 0 && forking_hooks.child) forking_hooks.child();
    if (child != 0 && forking_hooks.parent) forking_hooks.parent();
    errno = failure;
    return child;
}

void lf_fork_end_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it ended before the line above */
}
