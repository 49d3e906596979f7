/**
 * @file cmd_generate.c
 * @brief levelfield generate: the manual page and completions, for the build. Not in the help.
 */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/manual.h"

static const struct {
    const char *what;
    void (*write)(FILE *out);
} generate_table[] = {{"man", lf_manual_write},
                      {"bash", lf_completion_bash},
                      {"zsh", lf_completion_zsh},
                      {"fish", lf_completion_fish}};

static lf_exit generate_run(const void *values, const lf_texts *operands) {
    (void)values;
    for (size_t i = 0; i < sizeof generate_table / sizeof *generate_table; i++)
        if (strcmp(operands->text[0], generate_table[i].what) == 0) {
            generate_table[i].write(stdout);
            return LF_EXIT_DONE;
        }
    return lf_message_usage("generate: there is no '%s'; expected man, bash, zsh or fish",
                            operands->text[0]);
}

static const lf_option generate_options[] = {{0}};

const lf_command lf_command_generate = {
    .name = "generate",
    .operands = "man|bash|zsh|fish",
    .doc = "the manual page, or completions for a shell",
    .about = "Prints levelfield's manual page, or a script with completions for a shell, made from "
             "the tables that also make this help. `cmake --install` puts them in their places.",
    .example = "levelfield generate bash",
    .hidden = true,
    .options = generate_options,
    .least = 1,
    .most = 1,
    .run = generate_run,
};
