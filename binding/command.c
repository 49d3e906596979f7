/**
 * @file command.c
 * @brief The command line for a program that is not levelfield: binding/.
 */
#include "binding/binding.h"

#include <fenv.h>
#include <stdlib.h>

#include "base/c_locale.h"
#include "base/float_env.h"
#include "cli/dispatch.h"
#include "cli/message.h"
#include "harness/run/idle.h"

int lf_binding_command(int words, const char *const *word, void (*said)(const char *line)) {
    if (lf_run_idle() != LF_OK) {
        if (said) said(lf_message());
        return LF_EXIT_USAGE;
    }
    char **argv = calloc((size_t)words + 2, sizeof *argv);
    if (!argv) return LF_EXIT_INPUT;
    argv[0] = (char *)"levelfield"; /* words are read, never written */
    for (int i = 0; i < words; i++)
        argv[i + 1] = (char *)word[i];
    lf_message_listen(said);
    fenv_t modes; /* those that a module of the interpreter changed would round tables and tests */
    fegetenv(&modes);
    lf_float_env_reset();
    const locale_t before = lf_c_locale_enter();
    const int code = lf_command_main(words + 1, argv);
    lf_c_locale_leave(before);
    fesetenv(&modes);
    lf_message_listen(NULL);
    free(argv);
    return code;
}
