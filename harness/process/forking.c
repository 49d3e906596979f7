#include "harness/process/forking.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

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
