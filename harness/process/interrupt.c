#include "harness/process/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int interrupt_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPT_SIGNALS = sizeof interrupt_signals / sizeof interrupt_signals[0] };

static struct sigaction interrupt_before[INTERRUPT_SIGNALS];
static int interrupt_pipe[2] = {-1, -1};
static volatile sig_atomic_t interrupt_came;

/* Runs' processes die with this one (child.h), so ending at once leaves none behind. */
static void interrupt_handle(int number) {
    if (interrupt_came) _exit(128 + number);
    interrupt_came = number;
    const int before = errno;
    if (write(interrupt_pipe[1], "", 1) < 0) errno = before; /* full: it is readable already */
    errno = before;
}

lf_status lf_interrupt_watch(int *fd) {
    if (pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return lf_fail(LF_IO, "no pipe for signals: %s", strerror(errno));
    interrupt_came = 0;
    *fd = interrupt_pipe[0];
    for (int i = 0; i < INTERRUPT_SIGNALS; i++) {
        struct sigaction action = {.sa_handler = interrupt_handle};
        sigemptyset(&action.sa_mask);
        sigaction(interrupt_signals[i], NULL, &interrupt_before[i]);
        if (interrupt_before[i].sa_handler != SIG_IGN)
            sigaction(interrupt_signals[i], &action, NULL);
    }
    return LF_OK;
}

void lf_interrupt_unwatch(void) {
    for (int i = 0; i < INTERRUPT_SIGNALS; i++)
        sigaction(interrupt_signals[i], &interrupt_before[i], NULL);
    close(interrupt_pipe[0]);
    close(interrupt_pipe[1]);
}

int lf_interrupt_signal(void) {
    return interrupt_came;
}
