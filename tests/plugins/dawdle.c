/* Takes its time, a millisecond a step, and no CPU: a run of known length on a busy machine. */
#include "descent.h"

#include <time.h>

static lf_status dawdle_step(descent_state *s, lf_oracle *o) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return descent_move(s, o);
}

DESCENT_PLUGIN(dawdle, "a millisecond a step");
