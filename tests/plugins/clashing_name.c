/* Calls itself by another's name. */
#include "descent.h"

const lf_algorithm lf_algorithm_clashing_name = {.abi = LF_ABI,
                                                 .name = "fail",
                                                 .doc = "",
                                                 .source = "",
                                                 .params = descent_table,
                                                 .params_size = sizeof(descent_params),
                                                 .state_size = sizeof(descent_state),
                                                 .init = descent_init,
                                                 .iterate = descent_iterate};
