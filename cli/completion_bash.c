/**
 * @file completion_bash.c
 * @brief One bash function: the command first, then what its option or operand can be.
 *
 * Needs nothing but bash: the helpers of the bash-completion package may be missing.
 */
#include "cli/completion.h"

/* Words that may follow an option, as a case of "COMMAND OPTION". Where it gives none, readline
 * completes files. */
static void bash_option(const lf_command *command, const lf_option *option, FILE *out) {
    const char *names = lf_completion_names_of_option(option);
    char list[128];
    if (option->kind == LF_OPTION_FLAG) return;
    fprintf(out, "    '%s --%s'", command->name, option->name);
    if (option->letter) fprintf(out, " | '%s -%c'", command->name, option->letter);
    fputs(") words=", out);
    if (lf_completion_list(option->value, list))
        fprintf(out, "'%s'", list);
    else if (names)
        fprintf(out, "$(" LF_COMPLETION_NAMES ")", names);
    fputs(" ;;\n", out);
}

/* What may stand where no option's value does. */
static void bash_words(const lf_command *command, FILE *out) {
    const char *names = lf_completion_names_of_operand(command);
    char list[128];
    fprintf(out, "    '%s ',-*) words='--help", command->name);
    for (const lf_option *option = command->options; option->name; option++)
        fprintf(out, " --%s", option->name);
    fputs("' ;;\n", out);
    if (names) {
        fprintf(out, "    '%s ',*) words=$(" LF_COMPLETION_NAMES ") ;;\n", command->name, names);
    } else if (lf_completion_list(command->operands, list))
        fprintf(out, "    '%s ',*) words='%s' ;;\n", command->name, list);
}

static void bash_families(FILE *out) {
    char family[32];
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        if (!lf_completion_family(command, family)) continue;
        fprintf(out, "    %s)\n      command+=\" ${COMP_WORDS[2]}\"\n", family);
        fputs("      [ \"$COMP_CWORD\" -ne 2 ] || words='", out);
        lf_completion_second_words(family, " ", out);
        fputs("' ;;\n", out);
    }
}

void lf_completion_bash(FILE *out) {
    fputs("# bash completion for levelfield, made by levelfield generate bash\n"
          "_levelfield() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "  local command=${COMP_WORDS[1]} words=''\n"
          "  case $command in\n",
          out);
    bash_families(out);
    fputs("  esac\n  [ \"$COMP_CWORD\" -ne 1 ] || words='--help --version", out);
    lf_completion_first_words(" ", out);
    fputs("'\n  [ -n \"$words\" ] || case \"$command $before\" in\n", out);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        for (const lf_option *option = (*command)->options; option->name; option++)
            bash_option(*command, option, out);
    fputs("    *) case \"$command \",$current in\n", out);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (!(*command)->hidden) bash_words(*command, out);
    fputs("    esac ;;\n  esac\n"
          "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
          "}\n"
          "complete -o default -F _levelfield levelfield\n",
          out);
}
