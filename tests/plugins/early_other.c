/* Describes itself otherwise each time: its table says how often it was opened. */
#include "early.h"

#include <fcntl.h>
#include <unistd.h>

static lf_status early_other_step(void *state, lf_oracle *o) {
    return descent_move(state, o);
}

static lf_param early_other_table[] = {
    LF_REAL(descent_params, eta, 0.5, 0, 100, "step size"),
    LF_COUNT(descent_params, b, 10, 1, 1e6, "batch"),
    LF_COUNT(descent_params, after, 0, 0, 1e9, "unused"),
    {0},
};

const lf_algorithm lf_algorithm_early_other = {.abi = LF_ABI,
                                               .name = "early_other",
                                               .doc = "has another default each time",
                                               .source = "made for tests",
                                               .view = LF_VIEW_PLAIN,
                                               .params = early_other_table,
                                               .params_size = sizeof(descent_params),
                                               .state_size = sizeof(descent_state),
                                               .init = descent_init,
                                               .step = early_other_step,
                                               .iterate = descent_iterate};

__attribute__((constructor)) static void early_other_early(void) {
    const int fd = open("early_other.opened", O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1) return;
    early_other_table[1].value = 10 + (double)lseek(fd, 0, SEEK_CUR);
    close(fd);
}
