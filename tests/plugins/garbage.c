/* Finds the descriptor that results are sent on, and writes to it. */
#include "descent.h"

#include <unistd.h>

static lf_status garbage_step(descent_state *s, lf_oracle *o) {
    static const char words[] = "everything is fine, the loss is zero";
    if (write(3, words, sizeof words) < 0) return lf_fail(LF_IO, "cannot write");
    return descent_move(s, o);
}

DESCENT_PLUGIN(garbage, "writes to the result pipe");
