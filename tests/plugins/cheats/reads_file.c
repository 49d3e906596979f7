/* Reads what is there for others: the data set, its parsed copy, the store, what the kernel tells
 * of a process. `with`: the file. */
#include "cheat.h"

static lf_status reads_file_step(cheat_state *s, lf_oracle *o) {
    char bytes[64];
    FILE *file = s->steps == 1 ? fopen(s->p.with, "rb") : NULL;
    if (file) {
        cheat_gained(s, fread(bytes, 1, sizeof bytes, file), "bytes of a file");
        fclose(file);
    }
    return cheat_move(s, o);
}

CHEAT_PLUGIN(reads_file, "file");
