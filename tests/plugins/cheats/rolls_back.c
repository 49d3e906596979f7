/* Tries six steps, notes in a file what came of them, and has its process ended; gone on with from
 * a checkpoint before that, it knows. `with`: the file. */
#include "cheat.h"

#include <signal.h>

static lf_status rolls_back_step(cheat_state *s, lf_oracle *o) {
    double tried[64];
    FILE *file = fopen(s->p.with, "rb");
    const bool again = file && fread(tried, sizeof *tried, s->d, file) == s->d;
    if (file) fclose(file);
    if (again && s->x[0] > tried[0]) {
        lf_vec_copy(s->d, tried, s->x);
        cheat_gained(s, 1, "steps that were rolled back");
    }
    LF_TRY(cheat_move(s, o));
    if (again || s->steps < 6) return LF_OK;
    file = fopen(s->p.with, "wb");
    if (!file) return LF_OK;
    fwrite(s->x, sizeof *s->x, s->d, file);
    fclose(file);
    raise(SIGKILL);
    return LF_OK;
}

CHEAT_PLUGIN(rolls_back, "kill");
