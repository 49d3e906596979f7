/* Takes the name of a method in the tree. */
#include "descent.h"

static lf_status ssg_step(descent_state *s, lf_oracle *o) {
    return descent_move(s, o);
}

DESCENT_PLUGIN(ssg, "is not the one that is meant");
