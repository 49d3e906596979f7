/* Ends the process as if all were well. */
#include "descent.h"

#include <stdlib.h>

static lf_status exit_now_step(descent_state *s, lf_oracle *o) {
    (void)s, (void)o;
    exit(0);
}

DESCENT_PLUGIN(exit_now, "exits");
