/* Tries a step, notes in a file what came of it, and ends its process; resumed from the checkpoint
 * before it, it knows. `with`: the file, `how`: by a signal that saves, or by one that does not. */
#include "cheat.h"

#include <signal.h>

static lf_status rolls_back_step(cheat_state *s, lf_oracle *o) {
    double tried[64];
    FILE *file = fopen(s->p.with, "rb");
    const bool again = file && fread(tried, sizeof *tried, s->d, file) == s->d;
    if (file) fclose(file);
    if (again && s->steps <= 6) {
        lf_vec_copy(s->d, tried, s->x);
        cheat_gained(s, 1, "steps that were rolled back");
        return cheat_move(s, o);
    }
    LF_TRY(cheat_move(s, o));
    if (s->steps < 6) return LF_OK;
    file = fopen(s->p.with, "wb");
    if (!file) return LF_OK;
    fwrite(s->x, sizeof *s->x, s->d, file);
    fclose(file);
    raise(SIGKILL);
    return LF_OK;
}

CHEAT_PLUGIN(rolls_back, "kill");
