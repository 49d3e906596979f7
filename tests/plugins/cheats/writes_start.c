/* Writes where init was given its start, in a step that is refused in the end: is that what is
 * judged?
 */
#include "cheat.h"

static double *writes_start_there;

static lf_status writes_start_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                   lf_arena *arena) {
    writes_start_there = (double *)(uintptr_t)x0;
    return cheat_init(state, params, o, x0, arena);
}

static lf_status writes_start_step(void *state, lf_oracle *o) {
    cheat_state *s = state;
    while (cheat_move(s, o) == LF_OK)
        lf_vec_copy(s->d, s->x, writes_start_there);
    return LF_BUDGET_SPENT;
}

CHEAT_TABLE("then");
const lf_algorithm lf_algorithm_writes_start = {
    CHEAT_FIELDS(writes_start, LF_VIEW_PLAIN), .state_size = sizeof(cheat_state),
    .init = writes_start_init, .step = writes_start_step, .iterate = cheat_iterate};
