/* Changes its tickets: more samples, fewer, the draw after this one, another signature. */
#include "descent.h"

static lf_status forged_batch_refused(descent_state *s, lf_oracle *o, lf_batch forged,
                                      const char *what) {
    const double one = 1;
    if (lf_oracle_vjp(o, &forged, s->x, &one, s->g) == LF_BAD_ARGUMENT) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "a ticket with another %s was taken", what);
}

static lf_status forged_batch_step(descent_state *s, lf_oracle *o) {
    lf_batch batch, forged;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    forged = batch;
    forged.n = 1000;
    LF_TRY(forged_batch_refused(s, o, forged, "n"));
    forged.n = 1;
    LF_TRY(forged_batch_refused(s, o, forged, "n"));
    forged = batch;
    forged.draw++;
    LF_TRY(forged_batch_refused(s, o, forged, "draw"));
    forged.draw = LF_DRAW_FULL;
    LF_TRY(forged_batch_refused(s, o, forged, "draw"));
    forged = batch;
    forged.role = LF_ROLE_INNER;
    LF_TRY(forged_batch_refused(s, o, forged, "role"));
    forged = batch;
    forged.component = 1;
    LF_TRY(forged_batch_refused(s, o, forged, "component"));
    forged = batch;
    forged.seal ^= 1;
    LF_TRY(forged_batch_refused(s, o, forged, "seal"));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

DESCENT_PLUGIN(forged_batch, "forges tickets");
