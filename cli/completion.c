/**
 * @file completion.c
 * @brief What completions for all shells share: which words can stand where.
 *
 * Names of methods, problems, data sets and experiments are asked for when they are needed, so that
 * a script that was installed once knows what is there now.
 */
#include "cli/completion.h"

#include <string.h>

const char *lf_completion_names_of_option(const lf_option *option) {
    if (option->value && strcmp(option->value, "ID") == 0) return NULL; /* an experiment's own */
    if (strcmp(option->name, "algorithm") == 0) return "algorithms";
    if (strcmp(option->name, "problem") == 0) return "problems";
    return NULL;
}

/* Read off the usage line, which is written for people but always in the same words. */
const char *lf_completion_names_of_operand(const lf_command *command) {
    if (strstr(command->operands, "PAPER") || strstr(command->operands, "EXPERIMENT"))
        return "experiments";
    if (strstr(command->operands, "PROBLEM")) return "problems";
    if (strncmp(command->name, "data ", 5) == 0 && strstr(command->operands, "NAME"))
        return "datasets";
    if (strcmp(command->name, "show") == 0) return "";
    return NULL;
}

/* What is to be replaced is in capitals, everywhere. */
bool lf_completion_list(const char *usage, char list[128]) {
    size_t length = strspn(usage, "[abcdefghijklmnopqrstuvwxyz_0123456789|]");
    if (length == 0 || length >= 128 || usage[length] != '\0' || !strchr(usage, '|')) return false;
    size_t used = 0;
    for (; *usage; usage++)
        if (!strchr("[]", *usage)) list[used++] = *usage == '|' ? ' ' : *usage;
    list[used] = '\0';
    return true;
}

bool lf_completion_family(const lf_command *const *command, char family[32]) {
    const char *blank = strchr((*command)->name, ' ');
    if (!blank) return false;
    size_t length = (size_t)(blank - (*command)->name) + 1;
    snprintf(family, 32, "%.*s", (int)length - 1, (*command)->name);
    return command == lf_command_table || strncmp(command[-1]->name, (*command)->name, length) != 0;
}

void lf_completion_first_words(const char *before, FILE *out) {
    char family[32];
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        if ((*command)->hidden) continue;
        if (!strchr((*command)->name, ' '))
            fprintf(out, "%s%s", before, (*command)->name);
        else if (lf_completion_family(command, family))
            fprintf(out, "%s%s", before, family);
    }
}

void lf_completion_second_words(const char *family, const char *before, FILE *out) {
    size_t length = strlen(family);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (strncmp((*command)->name, family, length) == 0 && (*command)->name[length] == ' ')
            fprintf(out, "%s%s", before, (*command)->name + length + 1);
}

/* A quote within quotes: end them, one in double quotes, begin them again. All three shells agree.
 */
void lf_completion_quote(const char *text, const char *special, FILE *out) {
    fputc('\'', out);
    for (; *text; text++) {
        if (strchr(special, *text)) fputc('\\', out);
        if (*text == '\'')
            fputs("'\"'\"'", out);
        else
            fputc(*text, out);
    }
    fputc('\'', out);
}
