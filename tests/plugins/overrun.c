/* Asks past the budget in mid-step, swallows the refusal, and says that all is well. */
#include "descent.h"

static lf_status overrun_step(descent_state *s, lf_oracle *o) {
    if (descent_move(s, o) != LF_OK)
        for (size_t j = 0; j < s->d; j++)
            s->x[j] = 0; /* the minimiser, had it been paid for */
    return LF_OK;
}

DESCENT_PLUGIN(overrun, "ignores refusals");
