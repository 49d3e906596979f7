/**
 * @file completion_fish.c
 * @brief fish's completions: one `complete` for each word, with the condition under which it fits.
 */
#include <string.h>

#include "cli/completion.h"

/* The beginning of a line: only where the words so far are (`only`) or begin with (`at`) these. */
static void fish_line(const char *condition, const char *words, FILE *out) {
    fprintf(out, "complete -c levelfield -n '__levelfield_%s %s'", condition, words);
}

static void fish_doc(const char *doc, FILE *out) {
    fputs(" -d ", out);
    lf_completion_quote(doc, "\\", out);
    fputc('\n', out);
}

static void fish_option(const lf_command *command, const lf_option *option, FILE *out) {
    const char *names = lf_completion_names_of_option(option);
    char list[128];
    fish_line("at", command->name, out);
    fprintf(out, " -l %s", option->name);
    if (option->letter) fprintf(out, " -s %c", option->letter);
    if (option->kind != LF_OPTION_FLAG && lf_completion_list(option->value, list))
        fprintf(out, " -x -a '%s'", list);
    else if (names)
        fprintf(out, " -x -a '(__levelfield_names %s)'", names);
    else if (option->kind != LF_OPTION_FLAG)
        fputs(" -r", out);
    fish_doc(option->doc, out);
}

static void fish_command(const lf_command *command, FILE *out) {
    const char *names = lf_completion_names_of_operand(command);
    const char *blank = strchr(command->name, ' ');
    char family[32] = "", list[128];
    if (blank) snprintf(family, sizeof family, "%.*s", (int)(blank - command->name), command->name);
    fish_line("only", family, out);
    fprintf(out, " -f -a %s", blank ? blank + 1 : command->name);
    fish_doc(command->doc, out);
    for (const lf_option *option = command->options; option->name; option++)
        fish_option(command, option, out);
    fish_line("at", command->name, out);
    fputs(" -l help -s h -d 'help on this command'\n", out);
    if (!names && !lf_completion_list(command->operands, list)) return;
    fish_line("at", command->name, out);
    if (names)
        fprintf(out, " -f -a '(__levelfield_names %s)'\n", names);
    else
        fprintf(out, " -f -a '%s'\n", list);
}

void lf_completion_fish(FILE *out) {
    char family[32];
    fputs("# fish completion for levelfield, made by levelfield generate fish\n"
          "function __levelfield_only\n"
          "  set -l words (commandline -opc)[2..-1]\n"
          "  test \"$words\" = \"$argv\"\n"
          "end\n"
          "function __levelfield_at\n"
          "  set -l words (commandline -opc)[2..-1]\n"
          "  set -l n (count $argv)\n"
          "  test (count $words) -ge $n; and test \"$words[1..$n]\" = \"$argv\"\n"
          "end\n"
          "function __levelfield_names\n  ",
          out);
    fprintf(out, LF_COMPLETION_NAMES, "$argv");
    fputs("\nend\n", out);
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        if ((*command)->hidden) continue;
        if (lf_completion_family(command, family)) {
            fish_line("only", "", out);
            fprintf(out, " -f -a %s -d '", family);
            lf_completion_second_words(family, " ", out);
            fputs("'\n", out);
        }
        fish_command(*command, out);
    }
}
