/* Talks too much, on both channels. */
#include "descent.h"

#include <stdio.h>

static lf_status raise_stderr_step(descent_state *s, lf_oracle *o) {
    for (int i = 1; i <= 1000; i++) {
        fprintf(stderr, "step %zu, line %d: \001 is no text, nor is \xff\n", s->steps, i);
        printf("this goes nowhere\n");
    }
    return descent_move(s, o);
}

DESCENT_PLUGIN(raise_stderr, "talks");
