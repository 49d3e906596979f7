/* Gives up as a failed assertion does. */
#include "descent.h"

#include <stdlib.h>

static lf_status abort_step(descent_state *s, lf_oracle *o) {
    (void)s, (void)o;
    abort();
}

DESCENT_PLUGIN(abort, "aborts");
