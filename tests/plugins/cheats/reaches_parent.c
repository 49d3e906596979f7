/* Reaches for the process that started it: its memory, its life. */
#include "cheat.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MEMORY, VECTORS, SIGNALS, TRACE };

static bool reaches_parent_may(int how, pid_t parent) {
    char path[64], byte;
    const struct iovec to = {&byte, 1}, from = {(void *)(uintptr_t)&environ, 1};
    snprintf(path, sizeof path, "/proc/%d/mem", (int)parent);
    switch (how) {
    case MEMORY:
        return open(path, O_RDWR) >= 0;
    case VECTORS:
        return process_vm_readv(parent, &to, 1, &from, 1, 0) == 1;
    case SIGNALS:
        return kill(parent, 0) == 0;
    default:
        return ptrace(PTRACE_SEIZE, parent, NULL, NULL) == 0;
    }
}

static lf_status reaches_parent_step(cheat_state *s, lf_oracle *o) {
    if (s->steps == 1 && reaches_parent_may(s->p.how, getppid()))
        cheat_gained(s, 1, "other processes");
    else if (s->steps == 1)
        cheat_not_let();
    return cheat_move(s, o);
}

CHEAT_PLUGIN(reaches_parent, "memory|vectors|signals|trace");
