/* A parameter that lies outside its struct. */
#include "descent.h"

static lf_status broken_table_step(void *state, lf_oracle *o) {
    return descent_move(state, o);
}

const lf_algorithm lf_algorithm_broken_table = {.abi = LF_ABI,
                                                .name = "broken_table",
                                                .doc = "",
                                                .source = "",
                                                .view = LF_VIEW_PLAIN,
                                                .params = descent_table,
                                                .params_size = sizeof(double),
                                                .state_size = sizeof(descent_state),
                                                .init = descent_init,
                                                .step = broken_table_step,
                                                .iterate = descent_iterate};
