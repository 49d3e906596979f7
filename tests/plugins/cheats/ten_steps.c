/* Makes ten steps in one, or says it is done when it is not, or goes on where it was refused. */
#include "cheat.h"

enum { TEN, DONE, REFUSED, AT_NAN };

static lf_status ten_steps_step(cheat_state *s, lf_oracle *o) {
    lf_status status = LF_OK;
    if (s->p.how == DONE && s->steps == 4) return LF_FINISHED;
    for (unsigned k = 0; s->p.how == TEN && k < 9; k++)
        LF_TRY(cheat_move(s, o));
    if (s->p.how == AT_NAN) {
        lf_batch batch;
        LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
        lf_vec_copy(s->d, s->x, s->kept);
        s->x[0] = 0.0 / 0.0;
        status = cheat_ask(s, o, &batch);
        lf_vec_copy(s->d, s->kept, s->x);
        LF_TRY(status);
    }
    status = cheat_move(s, o);
    if (s->p.how != REFUSED || status == LF_OK) return status;
    cheat_go(s); /* with the old slope */
    return LF_OK;
}

CHEAT_PLUGIN(ten_steps, "ten|done|refused|at_nan");
