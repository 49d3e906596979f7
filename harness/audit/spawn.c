#include "harness/audit/spawn.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/audit/keeper.h"
#include "numeric/bits.h"

enum { SPAWN_WORDS = 8, SPAWN_VARIABLES = 16 };

static const char *const spawn_own[] = {"/proc/self/exe", "method-process", NULL};
static const char *const *spawn_words = spawn_own;

/* Of the environment that goes along: bits, and where libraries and an interpreter's modules are.
 */
static const char *const spawn_passed[] = {
    "LEVELFIELD_KERNELS", "OPENBLAS_CORETYPE", "GLIBC_TUNABLES",
    "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",  "LD_LIBRARY_PATH",
    "PYTHONHOME",         "PYTHONPATH",        "LEVELFIELD_LIBRARY"};

void lf_audit_command(const char *const *words) {
    spawn_words = words;
}

/* text <- "NAME=value" of a variable that is set. */
static char *spawn_variable(const char *name) {
    const char *value = getenv(name);
    char *text = NULL;
    if (value && asprintf(&text, "%s=%s", name, value) < 0) text = NULL;
    return text;
}

static lf_status spawn_start(int channel_fd, char *const *words, char *const *environment,
                             pid_t *process) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return lf_fail(LF_NO_MEMORY, "no memory to start the method's process");
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, channel_fd, LF_AUDIT_FD);
    posix_spawn_file_actions_addclosefrom_np(&actions, LF_AUDIT_FD + 1);
    const int error = posix_spawn(process, words[0], &actions, NULL, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return LF_OK;
    *process = 0;
    return lf_fail(LF_IO, "the method's process cannot be started: %s", strerror(error));
}

lf_status lf_audit_spawn(int channel_fd, pid_t *process) {
    char *words[SPAWN_WORDS + 1] = {NULL};
    const bool fast = lf_bits_mode() == LF_BITS_FAST;
    char *environment[SPAWN_VARIABLES] = {
        (char *)"OPENBLAS_NUM_THREADS=1", (char *)"OMP_NUM_THREADS=1",
        (char *)(fast ? "LEVELFIELD_BITS=fast" : "LEVELFIELD_BITS=portable")}; /* read only */
    size_t n = 3;
    for (size_t i = 0; i < SPAWN_WORDS && spawn_words[i]; i++)
        words[i] = (char *)spawn_words[i];
    for (size_t i = 0; i < sizeof spawn_passed / sizeof *spawn_passed; i++)
        if ((environment[n] = spawn_variable(spawn_passed[i]))) n++;
    const lf_status status = spawn_start(channel_fd, words, environment, process);
    for (size_t i = 3; i < n; i++)
        free(environment[i]);
    return status;
}
