#include "harness/run/idle.h"

#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool idle_not;

static lf_status idle_answer(bool busy) {
    if (!busy) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "a method is at work in this process, and may neither open nor use a session, "
                   "carry out a command, nor register or load anything");
}

lf_status lf_run_idle(void) {
    return idle_answer(atomic_load(&idle_not));
}

lf_status lf_run_enter(void) {
    return idle_answer(atomic_exchange(&idle_not, true));
}

void lf_run_leave(void) {
    atomic_store(&idle_not, false);
}
