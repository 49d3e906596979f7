/* Takes memory, b MiB at a time, and uses it. */
#include "descent.h"

#include <stdlib.h>
#include <string.h>

static lf_status eat_memory_step(descent_state *s, lf_oracle *o) {
    for (;;) {
        void *piece = malloc(s->p.b << 20);
        if (piece == NULL) return lf_fail(LF_NO_MEMORY, "no room for %zu MiB", s->p.b);
        memset(piece, (int)s->steps++, s->p.b << 20);
        *(void *volatile *)piece = o; /* no compiler may see that all this is for nothing */
    }
}

DESCENT_PLUGIN(eat_memory, "eats memory");
