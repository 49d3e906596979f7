/* Tries seals at random, a thousand a step, for a draw that it has not made; `paid`: for one
 * that it has, and the last try is the right one. */
#include "cheat.h"

enum { BLIND, PAID };

static lf_status guessed_seal_step(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    lf_batch guess = batch;
    if (s->p.how == BLIND) guess.draw++;
    for (unsigned k = 0; k < 1000; k++) {
        const bool mine = s->p.how == PAID && k == 999;
        guess.seal = mine ? batch.seal : guess.seal * 0x9e3779b97f4a7c15u + 1;
        if (cheat_ask(s, o, &guess) == LF_OK) cheat_gained(s, 1, "seals");
    }
    LF_TRY(cheat_ask(s, o, &batch));
    cheat_go(s);
    return LF_OK;
}

CHEAT_PLUGIN(guessed_seal, "blind|paid");
