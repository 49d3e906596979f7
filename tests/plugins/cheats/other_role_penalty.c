/* The same by a method of compositions, of the constraints. */
#include "cheat.h"

static lf_status other_role_penalty_step(cheat_state *s, lf_oracle *o) {
    lf_batch all;
    const lf_status status = lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, 1, &all);
    if (status == LF_OK) cheat_gained(s, all.n, "rows of a role that is not counted");
    return status == LF_OK ? cheat_move(s, o) : status;
}

CHEAT_PLUGIN_FOR(other_role_penalty, LF_VIEW_COMPOSITION, "constraint");
