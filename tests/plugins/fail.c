/* Returns an error with its reason. */
#include "descent.h"

static lf_status fail_step(descent_state *s, lf_oracle *o) {
    (void)o;
    return lf_fail(LF_BAD_INPUT, "the model has no minimum in step %zu", s->steps);
}

DESCENT_PLUGIN(fail, "fails");
