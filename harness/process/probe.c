#include "harness/process/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "harness/process/child.h"

/* How often a child is looked at that poll cannot wait for, and the longest that a clock that jumps
 * can hold the limit up. */
static const double probe_look_seconds = 0.05;

/* Take in what has come; false at the end of it, or of what is taken. */
static bool probe_listen(int fd, lf_probe_result *result) {
    while (result->n < LF_PROBE_BYTES) {
        const ssize_t n = read(fd, result->bytes + result->n, LF_PROBE_BYTES - result->n);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 && errno == EAGAIN;
        result->n += (size_t)n;
    }
    result->end = LF_PROBE_ENDLESS;
    return false;
}

/* The child stays unreaped, so that its number is not another's when its session is killed. */
static bool probe_ended(pid_t child) {
    siginfo_t what = {0};
    return waitid(P_PID, (id_t)child, &what, WEXITED | WNOHANG | WNOWAIT) != 0 || what.si_pid != 0;
}

/* Until the child has ended, by itself or because it is not waited for any longer. Its end of the
 * pipe says nothing: what it started may hold that open, and itself may have closed it. */
static void probe_watch(pid_t child, int fd, double wall_seconds, lf_probe_result *result) {
    const double until = lf_clock() + (wall_seconds > 0 ? wall_seconds : INFINITY);
    struct pollfd wait[] = {{.fd = fd, .events = POLLIN},
                            {.fd = pidfd_open(child, 0), .events = POLLIN}};
    for (;;) {
        const bool ended = probe_ended(child); /* before the last look at what it said */
        if (!probe_listen(fd, result)) wait[0].fd = -1;
        if (ended || result->end == LF_PROBE_ENDLESS) break;
        const double left = until - lf_clock();
        if (left <= 0) {
            result->end = LF_PROBE_LATE;
            break;
        }
        poll(wait, 2, (int)ceil(1e3 * fmin(left, probe_look_seconds)));
    }
    if (wait[1].fd >= 0) close(wait[1].fd);
}

static lf_status probe_fork(void (*task)(const void *context, int fd), const void *context, int fd,
                            pid_t *child) {
    const pid_t parent = getpid();
    *child = lf_fork();
    if (*child < 0) return lf_fail(LF_IO, "no child process: %s", strerror(errno));
    if (*child > 0) return LF_OK;
    lf_child_begin(parent, fd, -1);
    task(context, LF_CHILD_FD);
    _exit(0);
}

static lf_status probe_carry_out(void (*task)(const void *context, int fd), const void *context,
                                 double wall_seconds, lf_probe_result *result) {
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC) != 0) return lf_fail(LF_IO, "no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const lf_status status = probe_fork(task, context, ends[1], &child);
    close(ends[1]);
    if (status == LF_OK) {
        probe_watch(child, ends[0], wall_seconds, result);
        kill(child, SIGKILL);
        kill(-child, SIGKILL); /* what it started */
        while (waitpid(child, &result->wait_status, 0) < 0 && errno == EINTR)
            ;
    }
    close(ends[0]);
    return status;
}

lf_status lf_probe(void (*task)(const void *context, int fd), const void *context,
                   double wall_seconds, lf_probe_result *result) {
    *result = (lf_probe_result){.bytes = malloc(LF_PROBE_BYTES)};
    if (!result->bytes) return lf_fail(LF_NO_MEMORY, "no memory for what a process says");
    const lf_status status = probe_carry_out(task, context, wall_seconds, result);
    if (status == LF_OK) return LF_OK;
    free(result->bytes);
    result->bytes = NULL;
    return status;
}
