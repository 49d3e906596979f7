/**
 * @file cmd_help.c
 * @brief levelfield help and version: the words for --help and --version.
 */
#include <stdio.h>

#include "cli/help.h"
#include "version.h"

/* `help data list` is `data list --help`, with the same complaints about what there is not. */
static lf_exit help_run(const void *values, const lf_texts *operands) {
    (void)values;
    char program[] = "levelfield", asked[] = "--help";
    char *words[5] = {program};
    int n = 1;
    for (size_t i = 0; i < operands->n; i++)
        words[n++] = (char *)operands->text[i];
    words[n++] = asked;
    return lf_command_dispatch(n, words);
}

static lf_exit version_run(const void *values, const lf_texts *operands) {
    (void)values, (void)operands;
    printf("levelfield %s (%s, %s, %s)\n", LF_VERSION, LF_COMMIT, LF_COMPILER, LF_BUILD_TYPE);
    return LF_EXIT_DONE;
}

LF_COMMAND_PLAIN(
    help, help, .name = "help", .operands = "[COMMAND]",
    .doc = "what a command does, and all commands",
    .about = "Shows the help of a command, as COMMAND --help does; without one, all commands.",
    .example = "levelfield help run\nlevelfield help data list", .most = 2);

LF_COMMAND_PLAIN(version, version, .name = "version", .operands = "",
                 .doc = "version, commit and compiler",
                 .about = "Shows version, commit, compiler and kind of build, as --version does.",
                 .example = "levelfield version");
