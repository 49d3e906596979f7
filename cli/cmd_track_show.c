/**
 * @file cmd_track_show.c
 * @brief levelfield track show: several baselines side by side.
 */
#include <stdlib.h>

#include "cli/track.h"

static lf_exit track_show_run(const void *values, const lf_texts *operands) {
    (void)values;
    lf_track *track = calloc(operands->n, sizeof *track);
    lf_status status = track ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for baselines");
    for (size_t i = 0; i < operands->n && status == LF_OK; i++)
        status = lf_track_load(operands->text[i], &track[i]);
    if (status == LF_OK) status = lf_track_print_history(track, operands->text, operands->n);
    for (size_t i = 0; track && i < operands->n; i++)
        lf_track_clear(&track[i]);
    free(track);
    return lf_message_exit(status);
}

static const lf_option track_show_options[] = {{0}};

const lf_command lf_command_track_show = {
    .name = "track show",
    .operands = "FILE...",
    .doc = "baselines side by side, as a history",
    .about = "Prints where and when each baseline was recorded, and for every problem, method and "
             "metric the median oracle calls to the hardest target and the median final value. "
             "Arrows say whether calls (or, without targets, the final value) went down or up.",
    .example = "levelfield track show tests/baseline.txt\n"
               "levelfield track show v1.txt v2.txt v3.txt",
    .options = track_show_options,
    .least = 1,
    .most = 100,
    .run = track_show_run,
};
