/* Asks about every sample in its first b steps, and about b of them by chance after that. */
#include "descent.h"

static lf_status late_draw_step(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    if (s->steps > s->p.b) return descent_move(s, o);
    LF_TRY(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

DESCENT_PLUGIN(late_draw, "draws late");
