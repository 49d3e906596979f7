/**
 * @file cmd_task.c
 * @brief levelfield task and method-process: what a Slurm task runs on its node, and the method's
 * side of an audited run. For scripts and processes, not for people.
 */
#include <stdlib.h>

#include "cli/carry_out.h"
#include "cli/command.h"
#include "harness/audit/method_process.h"
#include "harness/engine/slurm.h"
#include "harness/registry/registry.h"

/* The kernels of OpenBLAS are chosen as in any other command; --blas-core is in the environment. */
static lf_exit task_run(const void *values, const lf_texts *operands) {
    (void)values;
    char *end;
    const unsigned long task = strtoul(operands->text[1], &end, 10);
    if (*end) return lf_message_usage("task: '%s' is no number", operands->text[1]);
    const lf_session session = {0};
    const lf_exit code = lf_session_begin(&session);
    if (code != LF_EXIT_DONE) return code;
    const lf_status status = lf_slurm_task(operands->text[0], task, lf_session_memory());
    if (status == LF_INTERRUPTED) {
        lf_message_say("%s; runs under way are saved", lf_message());
        return LF_EXIT_INTERRUPTED;
    }
    return lf_message_exit(status);
}

LF_COMMAND_PLAIN(
    task, task, .name = "task", .operands = "PLAN NUMBER",
    .doc = "carry out one task of a Slurm plan",
    .about = "Runs the share of one task of the plan in this folder, and leaves a shard for each "
             "run that ends.",
    .example = "levelfield task levelfield-out/run/slurm/0123456789abcdef 0", .hidden = true,
    .least = 2, .most = 2);

static lf_exit method_process_run(const void *values, const lf_texts *operands) {
    static const lf_method_host host = {.open = lf_plugin_algorithm};
    (void)values, (void)operands;
    return lf_method_serve(&host) == 0 ? LF_EXIT_DONE : LF_EXIT_INPUT;
}

LF_COMMAND_PLAIN(
    method_process, method_process, .name = "method-process", .operands = "",
    .doc = "run a method for an audited run",
    .about = "Opens a method and serves the process of its run, on a channel that this gave it.",
    .example = "levelfield method-process", .hidden = true);
