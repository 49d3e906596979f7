/**
 * @file forged_key.h
 * @brief Solves for the key of seals that are linear in the fields of a ticket, and makes its own.
 *
 * Two draws give what a step of `draw` adds to a seal, draws of b and of b + 1 samples what a step
 * of n adds: then any draw and any n can be signed. This is the attack that worked.
 */
#pragma once

#include "cheat.h"

enum { FREE_DRAWS, FULL_FOR_ONE, FULL_FOR_NONE };

typedef struct {
    lf_batch at;
    uint64_t draw, n; /* what one more of each adds to the seal */
} forged_key;

static lf_status forged_key_find(cheat_state *s, lf_oracle *o, forged_key *key) {
    lf_batch next, larger;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &key->at));
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &next));
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b + 1, &larger));
    key->draw = next.seal - key->at.seal;
    key->n = larger.seal - next.seal - key->draw;
    return LF_OK;
}

static lf_batch forged_key_ticket(const forged_key *key, uint64_t draw, size_t n) {
    lf_batch b = key->at;
    b.seal += (draw - b.draw) * key->draw + (n - b.n) * key->n;
    b.draw = draw;
    b.n = n;
    return b;
}

/* Ten free questions a step, beside what a step has to cost. */
static lf_status forged_key_step(cheat_state *s, lf_oracle *o) {
    forged_key key;
    LF_TRY(forged_key_find(s, o, &key));
    for (unsigned k = 0; k < 10; k++) {
        const bool full = s->p.how != FREE_DRAWS;
        const lf_batch forged = forged_key_ticket(&key, full ? LF_DRAW_FULL : 1000 + k,
                                                  !full ? s->p.b : s->p.how == FULL_FOR_ONE);
        if (cheat_ask(s, o, &forged) != LF_OK || lf_vec_norm(s->d, s->g) == 0) continue;
        cheat_gained(s, full ? lf_oracle_component(o, s->role, 0)->samples : s->p.b, "gradients");
        cheat_go(s);
    }
    return LF_OK;
}
#define FORGED_KEY_WAYS "free_draws|full_for_one|full_for_none"
