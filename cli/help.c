/**
 * @file help.c
 * @brief Help on standard output.
 *
 * Everything is made from the tables that also drive parsing. Only the orientation and the frame of
 * the overall help are written out.
 */
#include "cli/help.h"

#include <string.h>

#include "base/terminal.h"

enum {
    HELP_WIDTH = 90, /* columns */
    HELP_COLUMN = 28 /* where explanations begin */
};

/* A blank goes before each word but the first of a line; a newline in the text starts a new line.
 */
void lf_help_wrap(FILE *out, const char *text, int at, int from) {
    int column = at;
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > from && column + 1 + length > HELP_WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        int gap = column < from ? from - column : column > from;
        fprintf(out, "%*s%.*s", gap, "", length, text);
        column += gap + length;
        text += length;
        if (*text == '\n') {
            fputc('\n', out);
            column = 0;
        }
        if (*text) text++;
    }
    fputc('\n', out);
}

/* A heading, or a command's own words: bold where there is a terminal. */
static void help_bold(FILE *out, const char *text) {
    const int fd = fileno(out);
    fprintf(out, "%s%s%s", lf_terminal_as(fd, LF_TERMINAL_BOLD), text,
            lf_terminal_as(fd, LF_TERMINAL_PLAIN));
}

/* "  left      explanation", the explanation on its own line if left is long. */
static void help_entry(FILE *out, const char *left, const char *text) {
    int at = fprintf(out, "  %s", left);
    if (at + 2 > HELP_COLUMN) {
        fputc('\n', out);
        at = 0;
    }
    lf_help_wrap(out, text, at, HELP_COLUMN);
}

void lf_help_option(const lf_option *option, char *text, size_t size) {
    snprintf(text, size, "%s%s%s%s%s", option->doc,
             option->kind == LF_OPTION_TEXTS ? "; may be given several times" : "",
             option->standard ? " (default " : "", option->standard ? option->standard : "",
             option->standard ? ")" : "");
}

/* "  -j, --jobs N   what it does (default 1)". Options without a letter are indented as if they had
 * one, so that the long names line up. */
static void help_option(FILE *out, const lf_option *option) {
    char left[128], text[512];
    char letter[8] = "   ";
    if (option->letter) snprintf(letter, sizeof letter, "-%c,", option->letter);
    snprintf(left, sizeof left, "%s --%s%s%s", letter, option->name,
             option->kind == LF_OPTION_FLAG ? "" : " ",
             option->kind == LF_OPTION_FLAG ? "" : option->value);
    lf_help_option(option, text, sizeof text);
    help_entry(out, left, text);
}

/* Line by line as they stand, so that they can be copied. */
static void help_examples(FILE *out, const char *lines) {
    while (*lines) {
        int length = (int)strcspn(lines, "\n");
        fprintf(out, "  %.*s\n", length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Usage, what it does, every option, examples, exit codes: the order in which people read. */
void lf_help_command(const lf_command *command, FILE *out) {
    fprintf(out, "Usage: levelfield %s", command->name);
    if (command->options[0].name) fputs(" [OPTION]...", out);
    fprintf(out, "%s%s\n\n", command->operands[0] ? " " : "", command->operands);
    lf_help_wrap(out, command->about, 0, 0);
    help_bold(out, "\nOptions:\n");
    for (const lf_option *option = command->options; option->name; option++)
        help_option(out, option);
    help_entry(out, "-h, --help", "this text");
    help_bold(out, "\nExamples:\n");
    help_examples(out, command->example);
    fputs("\nExit codes: 0 done, 1 a check failed, 2 usage, 3 input, 4 run failures, "
          "130 interrupted.\n",
          out);
}

void lf_help_family(const char *family, FILE *out) {
    size_t length = strlen(family);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (strncmp((*command)->name, family, length) == 0 && (*command)->name[length] == ' ')
            help_entry(out, (*command)->name, (*command)->doc);
}

void lf_help_all(FILE *out) {
    fputs("Usage: levelfield COMMAND [OPTION]... [ARGUMENT]...\n\n"
          "Compares stochastic optimisation methods on equal terms: the same samples, the same\n"
          "metered budget, the same evaluation.\n\n",
          out);
    help_bold(out, "Commands:\n");
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (!(*command)->hidden) help_entry(out, (*command)->name, (*command)->doc);
    fputs("\n  -h, --help                this text; after a command, its own\n"
          "      --version             version, commit and compiler\n\n"
          "Results go to standard output, everything else to standard error.\n"
          "Exit codes: 0 done, 1 a check failed, 2 usage, 3 input, 4 run failures, "
          "130 interrupted.\n\n"
          "Example: levelfield reproduce demo\n",
          out);
}

void lf_help_orientation(FILE *out) {
    fputs("levelfield compares stochastic optimisation methods on equal terms: the same samples,\n"
          "the same metered budget, the same evaluation.\n\nThree commands to try:\n"
          "  levelfield reproduce demo    compare some methods on generated data, write a report\n"
          "  levelfield list              every method, problem, data set and experiment\n"
          "  levelfield run --help        how to make a comparison of your own\n\n"
          "levelfield --help names all commands.\n",
          out);
}
