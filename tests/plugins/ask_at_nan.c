/* Asks at a point that is none, hoping not to be charged. */
#include "descent.h"

#include <math.h>

enum { NOWHERE = 64 };

static lf_status ask_at_nan_step(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    const double one = 1;
    double nowhere[NOWHERE];
    if (s->d > NOWHERE) return lf_fail(LF_UNSUPPORTED, "at most %d variables", NOWHERE);
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    for (size_t j = 0; j < s->d; j++)
        nowhere[j] = NAN;
    LF_TRY(lf_oracle_vjp(o, &batch, nowhere, &one, s->g));
    return descent_move(s, o);
}

DESCENT_PLUGIN(ask_at_nan, "asks at NaN");
