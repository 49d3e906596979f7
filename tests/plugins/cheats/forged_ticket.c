/* Draws a ticket, changes one thing in it, and asks with what came of it. */
#include "cheat.h"

enum { PAID, NO_N, ONE_N, MORE_N, MOST_N, ROLE, NO_ROLE, COMPONENT, EVERY, NEXT, FULL, SEAL };

static lf_batch forged_ticket_of(lf_batch b, int how) {
    switch (how) {
    case NO_N:
        b.n = 0;
        break;
    case ONE_N:
        b.n = 1;
        break;
    case MORE_N:
        b.n = 1000;
        break;
    case MOST_N:
        b.n = SIZE_MAX;
        break;
    case ROLE:
        b.role = b.role == LF_ROLE_INNER ? LF_ROLE_OBJECTIVE : LF_ROLE_INNER;
        break;
    case NO_ROLE:
        b.role = (lf_role)1000000;
        break;
    case COMPONENT:
        b.component++;
        break;
    case EVERY:
        b.component = (uint32_t)LF_EVERY;
        break;
    case NEXT:
        b.draw++;
        break;
    case FULL:
        b.draw = LF_DRAW_FULL;
        break;
    default:
        break;
    }
    return b;
}

/* Each bit of the seal in turn; else the one change. */
static lf_status forged_ticket_step(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    for (unsigned bit = 0; bit < (s->p.how == SEAL ? 64 : 1); bit++) {
        lf_batch forged = forged_ticket_of(batch, s->p.how);
        if (s->p.how == SEAL) forged.seal ^= (uint64_t)1 << bit;
        if (cheat_ask(s, o, &forged) == LF_OK) cheat_gained(s, 1, "answers to changed tickets");
    }
    if (s->p.how != PAID) LF_TRY(cheat_ask(s, o, &batch));
    cheat_go(s);
    return LF_OK;
}

CHEAT_PLUGIN(forged_ticket,
             "paid|no_n|one_n|more_n|most_n|role|no_role|component|every|next|full|seal");
