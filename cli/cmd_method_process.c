/**
 * @file cmd_method_process.c
 * @brief levelfield method-process: the method's side of an audited run. For the process of a run,
 * not for people.
 */
#include "cli/command.h"
#include "harness/audit/method_process.h"
#include "harness/registry/registry.h"

static lf_exit method_process_run(const void *values, const lf_texts *operands) {
    static const lf_method_host host = {.open = lf_plugin_algorithm};
    (void)values, (void)operands;
    return lf_method_serve(&host) == 0 ? LF_EXIT_DONE : LF_EXIT_INPUT;
}

static const lf_option method_process_options[] = {{0}};

const lf_command lf_command_method_process = {
    .name = "method-process",
    .operands = "",
    .doc = "run a method for an audited run",
    .about = "Opens a method and serves the process of its run, on a channel that this gave it.",
    .example = "levelfield method-process",
    .hidden = true,
    .options = method_process_options,
    .least = 0,
    .most = 0,
    .run = method_process_run,
};
