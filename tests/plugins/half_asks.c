/* Plays by the rules, but asks about the first objective alone, whatever others there are. */
#include "descent.h"

static lf_status half_asks_step(void *state, lf_oracle *o) {
    return descent_move(state, o);
}

const lf_algorithm lf_algorithm_half_asks = {
    .abi = LF_ABI,
    .name = "half_asks",
    .doc = "the first of several objectives",
    .source = "made for tests",
    .view = LF_VIEW_COMPOSITION,
    .params = descent_table,
    .params_size = sizeof(descent_params),
    .state_size = sizeof(descent_state),
    .init = descent_init,
    .step = half_asks_step,
    .iterate = descent_iterate,
};
