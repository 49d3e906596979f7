/* Rounds upward from some step on; with an odd b in iterate, which the harness calls. */
#include "descent.h"

#include <fenv.h>

static lf_status sets_rounding_step(descent_state *s, lf_oracle *o) {
    LF_TRY(descent_move(s, o));
    if (s->p.b % 2 == 0) fesetround(FE_UPWARD);
    return LF_OK;
}

static lf_point sets_rounding_iterate(const void *state) {
    const descent_state *s = state;
    if (s->p.b % 2 == 1 && s->steps > s->p.after) fesetround(FE_UPWARD);
    return descent_iterate(s);
}

#define descent_iterate sets_rounding_iterate
DESCENT_PLUGIN(sets_rounding, "rounds upward");
