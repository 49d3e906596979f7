/* Divides zero by zero. */
#include "descent.h"

#include <math.h>

static lf_status nan_step(descent_state *s, lf_oracle *o) {
    LF_TRY(descent_move(s, o));
    s->x[s->d - 1] = NAN;
    return LF_OK;
}

DESCENT_PLUGIN(nan, "produces NaN");
