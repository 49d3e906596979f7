/**
 * @file completion_zsh.c
 * @brief One zsh function: _arguments does the work, a line of it for each option.
 */
#include <string.h>

#include "cli/completion.h"

/* "[what it does]:FILE:what it can be": `_files` where nothing better is known. A blank before the
 * name of a function makes _arguments call it with our word and none of its own. */
static void zsh_option(const lf_option *option, FILE *out) {
    const char *names = lf_completion_names_of_option(option);
    char list[128];
    const char *many = option->kind == LF_OPTION_TEXTS ? "*" : "";
    if (option->letter)
        fprintf(out, " \\\n      '%s'{-%c,--%s}", many, option->letter, option->name);
    else
        fprintf(out, " \\\n      '%s'--%s", many, option->name);
    fputs("'['", out);
    lf_completion_quote(option->doc, "[]:\\", out);
    fputs("']'", out);
    if (option->kind == LF_OPTION_FLAG) return;
    lf_completion_quote(":", "", out);
    lf_completion_quote(option->value, "[]:\\", out);
    if (lf_completion_list(option->value, list))
        fprintf(out, "':(%s)'", list);
    else if (names)
        fprintf(out, "': _levelfield_names %s'", names);
    else
        fputs("':_files'", out);
}

static void zsh_command(const lf_command *command, FILE *out) {
    char list[128];
    const char *names = lf_completion_names_of_operand(command);
    fprintf(out, "  ('%s') _arguments -s -S \\\n      '(- *)'{-h,--help}'[help on this command]'",
            command->name);
    for (const lf_option *option = command->options; option->name; option++)
        zsh_option(option, out);
    if (names)
        fprintf(out, " \\\n      '*:name: _levelfield_names %s'", names);
    else if (lf_completion_list(command->operands, list))
        fprintf(out, " \\\n      '*:kind:(%s)'", list);
    else if (command->most)
        fputs(" \\\n      '*:file:_files'", out);
    fputs(" ;;\n", out);
}

/* "word:what it does" of the commands of a family. */
static void zsh_second_words(const char *family, FILE *out) {
    size_t length = strlen(family);
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        const char *name = (*command)->name;
        if (strncmp(name, family, length) != 0 || name[length] != ' ') continue;
        fprintf(out, " %s:", name + length + 1);
        lf_completion_quote((*command)->doc, ":", out);
    }
}

/* The same of all that can come first; a family is explained by what follows it. */
static void zsh_first_words(FILE *out) {
    char family[32];
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        const char *name = (*command)->name;
        if (lf_completion_family(command, family)) {
            fprintf(out, " '%s:", family);
            lf_completion_second_words(family, " ", out);
            fputc('\'', out);
        }
        if ((*command)->hidden || strchr(name, ' ')) continue;
        fprintf(out, " %s:", name);
        lf_completion_quote((*command)->doc, ":", out);
    }
}

static void zsh_families(FILE *out) {
    char family[32];
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        if (!lf_completion_family(command, family)) continue;
        fprintf(out, "  (%s)\n    shift words; (( CURRENT-- ))\n", family);
        fputs("    if (( CURRENT == 2 )); then\n      commands=(", out);
        zsh_second_words(family, out);
        fputs(")\n      _describe command commands\n      return\n    fi\n"
              "    command+=\" $words[2]\" ;;\n",
              out);
    }
}

void lf_completion_zsh(FILE *out) {
    fputs("#compdef levelfield\n"
          "# zsh completion for levelfield, made by levelfield generate zsh\n"
          "_levelfield_names() {\n"
          "  local -a names\n",
          out);
    fprintf(out, "  names=(${(f)\"$(" LF_COMPLETION_NAMES, "$1");
    fputs(")\"})\n  compadd -a names\n}\n\n"
          "_levelfield() {\n"
          "  local -a commands\n"
          "  local command=$words[2]\n"
          "  if (( CURRENT == 2 )); then\n    commands=(",
          out);
    zsh_first_words(out);
    fputs(")\n    _describe command commands\n    return\n  fi\n  case $command in\n", out);
    zsh_families(out);
    fputs("  esac\n  shift words; (( CURRENT-- ))\n  case $command in\n", out);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (!(*command)->hidden) zsh_command(*command, out);
    fputs("  esac\n}\n\n_levelfield \"$@\"\n", out);
}
