/* Asks twice about one batch at one point, as if a repetition were free. */
#include "descent.h"

static lf_status evaluate_twice_step(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

DESCENT_PLUGIN(evaluate_twice, "asks twice");
