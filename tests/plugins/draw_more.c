/* Draws three batches and keeps the one that it likes. */
#include "descent.h"

static lf_status draw_more_step(descent_state *s, lf_oracle *o) {
    lf_batch unused;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &unused));
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &unused));
    return descent_move(s, o);
}

DESCENT_PLUGIN(draw_more, "draws more than it uses");
