#include "harness/pool/forking.h"

#include <errno.h>
#include <stdio.h>
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
