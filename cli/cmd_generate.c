/**
 * @file cmd_generate.c
 * @brief levelfield generate: the manual page and completions, for the build. Not in the help.
 */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "version.h"

/* One character as it is: a hyphen that can be copied, a backslash that is one. */
static void manual_put(char c, FILE *out) {
    if (c == '\\')
        fputs("\\e", out);
    else if (c == '-')
        fputs("\\-", out);
    else
        fputc(c, out);
}

/* No line that man would take for a request; a new line where the text has one. */
static void manual_text(const char *text, FILE *out) {
    bool begin = true;
    for (; *text; text++) {
        if (begin && (*text == '.' || *text == '\'')) fputs("\\&", out);
        begin = *text == '\n';
        if (*text == '\n')
            fputs("\n.br\n", out);
        else
            manual_put(*text, out);
    }
    fputc('\n', out);
}

static void manual_option(const lf_option *option, FILE *out) {
    char text[512];
    fputs(".TP\n", out);
    if (option->letter) fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", out);
    for (const char *c = option->name; *c; c++)
        manual_put(*c, out);
    fputs("\\fR", out);
    if (option->kind != LF_OPTION_FLAG) fprintf(out, " \\fI%s\\fR", option->value);
    fputc('\n', out);
    lf_help_option(option, text, sizeof text);
    manual_text(text, out);
}

/* In the order of the help: usage, what it does, options, examples. */
static void manual_command(const lf_command *command, FILE *out) {
    fprintf(out, ".SS \"levelfield %s%s%s%s\"\n", command->name,
            command->options[0].name ? " [OPTION]..." : "", command->operands[0] ? " " : "",
            command->operands);
    manual_text(command->about, out);
    for (const lf_option *option = command->options; option->name; option++)
        manual_option(option, out);
    fputs(".PP\nFor example:\n.PP\n.nf\n.RS 4\n", out);
    for (const char *c = command->example; *c; c++)
        manual_put(*c, out);
    fputs("\n.RE\n.fi\n", out);
}

static void manual_end(FILE *out) {
    fputs(".SH \"EXIT STATUS\"\n"
          "0 done, 1 a check or claim failed, 2 usage, 3 input, 4 some runs failed, "
          "130 interrupted.\n"
          ".SH ENVIRONMENT\n"
          ".TP\n\\fBLEVELFIELD_DATA\\fR\nFolders, separated by colons, in which data sets are "
          "looked for before the cache.\n"
          ".TP\n\\fBLEVELFIELD_REPORTS\\fR\nFolders, separated by colons, in which experiment "
          "files are looked for before those that came with levelfield.\n"
          ".TP\n\\fBLEVELFIELD_BITS\\fR\nWhat \\fB\\-\\-bits\\fR is if it is not given.\n"
          ".TP\n\\fBLEVELFIELD_KERNELS\\fR\navx512, avx2 or plain: kernels of dense algebra, in "
          "place of the widest ones that this processor runs; all have the same bits.\n"
          ".TP\n\\fBOPENBLAS_CORETYPE\\fR\nWhat \\fB\\-\\-blas\\-core\\fR is if it is not given.\n"
          ".TP\n\\fBLEVELFIELD_OFFLINE\\fR\nIf set to anything but 0, nothing is downloaded.\n"
          ".TP\n\\fBCURL_CA_BUNDLE\\fR, \\fBSSL_CERT_FILE\\fR\nA file of the certificates that "
          "are trusted in downloads, in place of the system's.\n"
          ".TP\n\\fBXDG_CACHE_HOME\\fR\nThe cache is \\fIlevelfield\\fR in this folder; "
          "\\fI~/.cache\\fR if it is not set.\n"
          ".TP\n\\fBTMPDIR\\fR\nWhere temporary folders are made; \\fI/tmp\\fR if it is not set.\n"
          ".TP\n\\fBNO_COLOR\\fR\nNo colours, whatever the terminal.\n",
          out);
}

/* levelfield(1), for man. */
static void manual_write(FILE *out) {
    fprintf(out, ".TH LEVELFIELD 1 \"\" \"levelfield %s\" \"User Commands\"\n", LF_VERSION);
    fputs(".SH NAME\n"
          "levelfield \\- compare stochastic optimisation methods on equal terms\n"
          ".SH SYNOPSIS\n"
          ".B levelfield\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
          ".SH DESCRIPTION\n"
          "Every method asks the same metered oracles for the same stream of samples, gets the "
          "same budget, and is judged by the same evaluation. Results go to standard output, "
          "everything else to standard error. Every command has \\fB\\-\\-help\\fR.\n"
          ".SH COMMANDS\n",
          out);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (!(*command)->hidden) manual_command(*command, out);
    manual_end(out);
}

static const struct {
    const char *what;
    void (*write)(FILE *out);
} generate_table[] = {{"man", manual_write},
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

LF_COMMAND_PLAIN(
    generate, generate, .name = "generate", .operands = "man|bash|zsh|fish",
    .doc = "the manual page, or completions for a shell",
    .about = "Prints levelfield's manual page, or a script with completions for a shell, made from "
             "the tables that also make this help. `cmake --install` puts them in their places.",
    .example = "levelfield generate bash", .hidden = true, .least = 1, .most = 1);
