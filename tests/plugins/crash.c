/* Reads where nothing is. */
#include "descent.h"

#include <signal.h>

static lf_status crash_step(descent_state *s, lf_oracle *o) {
    (void)o;
    raise(SIGSEGV); /* as a stray pointer would, but not for an optimiser to reason about */
    s->x[0] = 1;
    return LF_OK;
}

DESCENT_PLUGIN(crash, "crashes");
