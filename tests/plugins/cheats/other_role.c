/* Asks about the constraints as the inner functions of their penalty, or the other way round: the
 * same rows, under a role that the costs of its own view do not count. */
#include "cheat.h"

static lf_status other_role_step(cheat_state *s, lf_oracle *o) {
    lf_batch all;
    const lf_status status = lf_oracle_full(o, LF_ROLE_INNER, 0, &all);
    if (status == LF_OK) cheat_gained(s, all.n, "rows of a role that is not counted");
    return status == LF_OK ? cheat_move(s, o) : status;
}

CHEAT_PLUGIN_FOR(other_role, LF_VIEW_CONSTRAINED, "inner");
