/* Has the answer written over the point it asks about, to see it half done; `apart`: as allowed. */
#include "cheat.h"

static lf_status answers_over_step(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    lf_vec_copy(s->d, s->x, s->kept);
    lf_vec_zero(s->d, s->g);
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    double *to[] = {s->kept, s->kept + s->d - 1, s->y, s->g};
    if (lf_oracle_vjp(o, &batch, s->kept, s->y, to[s->p.how]) == LF_OK)
        cheat_gained(s, s->p.b, "answers in the wrong place");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(answers_over, "point|end_of_point|weights|apart");
