/* Asks at a point that is none, hoping not to be charged. */
#include "descent.h"

#include <math.h>

static lf_status ask_at_nan_step(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    const double one = 1;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    for (size_t j = 0; j < s->d; j++)
        s->g[j] = NAN;
    LF_TRY(lf_oracle_vjp(o, &batch, s->g, &one, s->g));
    return descent_move(s, o);
}

DESCENT_PLUGIN(ask_at_nan, "asks at NaN");
