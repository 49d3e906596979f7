/* Says that a refused step leaves its iterate as it was, and moves it all the same. */
#include "descent.h"

static lf_status false_whole_step(void *state, lf_oracle *o) {
    descent_state *s = state;
    const lf_status status = descent_move(s, o);
    for (size_t j = 0; status != LF_OK && j < s->d; j++)
        s->x[j] = 0; /* the minimiser, had it been paid for */
    return status;
}

const lf_algorithm lf_algorithm_false_whole = {.abi = LF_ABI,
                                               .name = "false_whole",
                                               .doc = "",
                                               .source = "made for tests",
                                               .view = LF_VIEW_PLAIN,
                                               .params = descent_table,
                                               .params_size = sizeof(descent_params),
                                               .state_size = sizeof(descent_state),
                                               .init = descent_init,
                                               .step = false_whole_step,
                                               .iterate = descent_iterate,
                                               .whole = true};
