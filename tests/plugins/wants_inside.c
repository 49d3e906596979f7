/* Declares a function of the harness for itself, hoping that the loader finds it. */
#include "descent.h"

extern const void *lf_oracle_meter(const lf_oracle *o);

static lf_status wants_inside_step(descent_state *s, lf_oracle *o) {
    return lf_oracle_meter(o) ? descent_move(s, o) : LF_BAD_ARGUMENT;
}

DESCENT_PLUGIN(wants_inside, "wants what is hidden");
