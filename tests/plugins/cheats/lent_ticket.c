/* Leaves its tickets in a file; a later run with the same seed asks with them and draws nothing. */
#include "cheat.h"

static lf_status lent_ticket_leave(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    FILE *file = fopen(s->p.with, "ab");
    lf_status status;
    while ((status = lf_oracle_draw(o, s->role, 0, s->p.b, &batch)) == LF_OK)
        if (file) fwrite(&batch, sizeof batch, 1, file);
    if (file) fclose(file);
    return status;
}

/* The last tickets of the other run: draws that this one has not made. */
static lf_status lent_ticket_step(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    FILE *file = fopen(s->p.with, "rb");
    if (!file) return lent_ticket_leave(s, o);
    const bool there = fseek(file, -(long)sizeof batch, SEEK_END) == 0 &&
                       fread(&batch, sizeof batch, 1, file) == 1;
    fclose(file);
    if (there && cheat_ask(s, o, &batch) == LF_OK) {
        cheat_gained(s, batch.n, "samples");
        cheat_go(s);
    }
    return cheat_move(s, o);
}

CHEAT_PLUGIN(lent_ticket, "file");
