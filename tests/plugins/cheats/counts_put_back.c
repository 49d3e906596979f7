/* Puts the meter's counts back after it asked. `at`: how far lf_oracle_mask, which leads from a
 * handle to what is behind it, is behind lf_oracle_draw(): whoever has the library can see it. The
 * counts are what grew by as much as was asked for. */
#include "cheat.h"

#include <string.h>

enum { WORDS = 64, MOVES = 3 };

static lf_status counts_put_back_step(cheat_state *s, lf_oracle *o) {
    const uintptr_t mask = *(const uintptr_t *)((uintptr_t)&lf_oracle_draw + s->p.at);
    uint64_t *inside = (uint64_t *)((uintptr_t)o ^ mask), before[WORDS];
    memcpy(before, inside, sizeof before);
    for (unsigned k = 0; k < MOVES && cheat_move(s, o) == LF_OK; k++)
        ;
    for (size_t i = 0; i < WORDS; i++)
        if (inside[i] - before[i] == MOVES * s->p.b) inside[i] = before[i];
    return cheat_move(s, o);
}

CHEAT_PLUGIN(counts_put_back, "meter");
