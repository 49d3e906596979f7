/* Leaves a process behind, with all its descriptors. */
#include "descent.h"

#include <stdio.h>
#include <unistd.h>

static lf_status forks_child_step(descent_state *s, lf_oracle *o) {
    if (s->steps == s->p.after + 1) {
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                pause();
        fprintf(stderr, "%d\n", (int)child);
    }
    return descent_move(s, o);
}

DESCENT_PLUGIN(forks_child, "leaves a process behind");
