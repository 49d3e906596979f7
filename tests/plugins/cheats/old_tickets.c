/* Draws once and then only asks, with the ticket it has: allowed, and each answer is charged. */
#include "cheat.h"

static lf_status old_tickets_step(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    if (s->steps == 1) {
        LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
        s->kept[0] = (double)batch.n;
        s->kept[1] = (double)batch.draw;
        __builtin_memcpy(&s->kept[2], &batch.seal, sizeof batch.seal);
    }
    batch = (lf_batch){s->role, 0, (size_t)s->kept[0], (uint64_t)s->kept[1], 0};
    __builtin_memcpy(&batch.seal, &s->kept[2], sizeof batch.seal);
    LF_TRY(cheat_ask(s, o, &batch));
    cheat_go(s);
    return LF_OK;
}

CHEAT_PLUGIN(old_tickets, "replayed");
