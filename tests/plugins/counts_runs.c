/* Plays by the rules, and leaves a mark for each run, so that a test can count them. */
#include "descent.h"

#include <stdio.h>
#include <stdlib.h>

static lf_status counts_runs_step(descent_state *s, lf_oracle *o) {
    const char *path = getenv("LF_TEST_COUNT_FILE");
    FILE *file = path && s->steps == 1 ? fopen(path, "a") : NULL;
    if (file) {
        fputs("x\n", file);
        fclose(file);
    }
    return descent_move(s, o);
}

DESCENT_PLUGIN(counts_runs, "leaves a mark for each run");
