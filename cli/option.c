/**
 * @file option.c
 * @brief getopt_long fed from a command's table, with suggestions for misspelt options.
 *
 * getopt_long does the reading, so that bundled letters, shortened long names, --name=value and
 * "--" work as everywhere else. Its messages are replaced: ours suggest, and fit on one line.
 */
#include "cli/option.h"

#include <assert.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

enum {
    OPTION_MOST = 64,   /* options of one command, a bit of uint64_t each */
    OPTION_BASE = 1000, /* getopt's value of option i is OPTION_BASE + i: beyond every letter */
    OPTION_ASKED = 999  /* --help */
};

/* The table in getopt's own form. */
typedef struct {
    struct option longs[OPTION_MOST + 2];
    char letters[2 * OPTION_MOST + 3];
} option_forms;

size_t lf_option_count(const lf_option *options) {
    size_t n = 0;
    while (options[n].name)
        n++;
    return n;
}

/* The table as getopt wants it, with --help added to every command. */
static void option_translate(const lf_option *options, option_forms *forms) {
    char *letter = forms->letters;
    *letter++ = ':'; /* report a missing value apart from an unknown option */
    size_t n = 0;
    assert(lf_option_count(options) <= OPTION_MOST);
    for (; options[n].name; n++) {
        bool takes_value = options[n].kind != LF_OPTION_FLAG;
        forms->longs[n] = (struct option){options[n].name, takes_value, NULL, OPTION_BASE + (int)n};
        if (!options[n].letter) continue;
        *letter++ = options[n].letter;
        if (takes_value) *letter++ = ':';
    }
    forms->longs[n] = (struct option){"help", no_argument, NULL, OPTION_ASKED};
    forms->longs[n + 1] = (struct option){0};
    *letter++ = 'h';
    *letter = '\0';
}

/* The option behind getopt's answer; NULL if there is none. */
static const lf_option *option_of(const lf_option *options, int answer) {
    size_t n = lf_option_count(options);
    if (answer >= OPTION_BASE && (size_t)(answer - OPTION_BASE) < n)
        return &options[answer - OPTION_BASE];
    for (size_t i = 0; i < n; i++)
        if (options[i].letter && options[i].letter == answer) return &options[i];
    return NULL;
}

/* Say what is wrong with the word that getopt stopped at. */
static void option_complain(const lf_command *command, const option_forms *forms, int answer,
                            const char *word) {
    const lf_option *option = option_of(command->options, optopt);
    if (answer == ':' && option) {
        lf_message_usage("%s: --%s needs a value (%s)", command->name, option->name, option->value);
        return;
    }
    if (optopt && (option || optopt == OPTION_ASKED)) {
        lf_message_usage("%s: --%s takes no value", command->name, option ? option->name : "help");
        return;
    }
    if (optopt) {
        lf_message_usage("%s: unknown option -%c (levelfield %s --help lists them)", command->name,
                         optopt, command->name);
        return;
    }
    /* An unknown long name, cut where its value begins; or what another command calls it. */
    static const char *const same[][2] = {
        {"algorithm", "method"}, {"method", "algorithm"}, {"output", "out"}};
    char given[64];
    snprintf(given, sizeof given, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *names[OPTION_MOST + 1];
    size_t n = 0;
    for (; forms->longs[n].name; n++)
        names[n] = forms->longs[n].name;
    const char *nearest = lf_suggest_among(given, n, names);
    for (size_t i = 0; !nearest && i < sizeof same / sizeof same[0]; i++)
        for (size_t k = 0; k < n && strcmp(given, same[i][0]) == 0; k++)
            if (strcmp(names[k], same[i][1]) == 0) nearest = names[k];
    if (nearest)
        lf_message_usage("%s: unknown option --%s; did you mean --%s?", command->name, given,
                         nearest);
    else
        lf_message_usage("%s: unknown option --%s (levelfield %s --help lists them)", command->name,
                         given, command->name);
}

/* Defaults are set as if they had been typed: one way of reading values, one way of being wrong. */
static bool option_defaults(const lf_command *command, void *values) {
    for (const lf_option *option = command->options; option->name; option++)
        if (option->standard && !lf_value_set(command->name, option, option->standard, 0, values))
            return false;
    return true;
}

/* What is left after the options. getopt has moved it to the end of argv. */
static bool option_operands(const lf_command *command, int argc, char **argv, lf_texts *operands) {
    for (int i = optind; i < argc; i++) {
        operands->text[operands->n++] = argv[i];
        if (argv[i][0]) continue; /* as a variable that was never set leaves one */
        lf_message_usage("%s: word %zu is empty: levelfield %s %s", command->name, operands->n,
                         command->name, command->operands ? command->operands : "");
        return false;
    }
    if (operands->n < command->least) {
        lf_message_usage("%s: a word is missing: levelfield %s %s", command->name, command->name,
                         command->operands);
        return false;
    }
    if (operands->n > command->most) {
        lf_message_usage("%s: '%s' is one word too many (levelfield %s --help)", command->name,
                         operands->text[command->most], command->name);
        return false;
    }
    return true;
}

/* What takes one value takes it once: of two budgets the user means one, and we do not know which.
 */
static bool option_is_new(const lf_command *command, const lf_option *option, uint64_t *given) {
    const uint64_t bit = (uint64_t)1 << (option - command->options);
    const bool again = *given & bit;
    *given |= bit;
    if (!again || option->kind == LF_OPTION_TEXTS || option->kind == LF_OPTION_FLAG) return true;
    lf_message_usage("%s: --%s is given twice, and takes one value", command->name, option->name);
    return false;
}

lf_option_outcome lf_option_read(const lf_command *command, int argc, char **argv, void *values,
                                 lf_texts *operands) {
    option_forms forms;
    option_translate(command->options, &forms);
    memset(values, 0, command->values_size);
    operands->n = 0;
    operands->text = calloc((size_t)argc, sizeof *operands->text);
    if (!operands->text || !option_defaults(command, values)) return LF_OPTION_WRONG;
    opterr = 0; /* the complaints are ours */
    optind = 0; /* forget the word that an earlier call stopped in, which may be freed by now */
    for (uint64_t given = 0;;) {
        int answer = getopt_long(argc, argv, forms.letters, forms.longs, NULL);
        if (answer == -1) break;
        if (answer == 'h' || answer == OPTION_ASKED) return LF_OPTION_HELP;
        const lf_option *option = option_of(command->options, answer);
        if (!option) {
            option_complain(command, &forms, answer, argv[optind - 1]);
            return LF_OPTION_WRONG;
        }
        if (!option_is_new(command, option, &given) ||
            !lf_value_set(command->name, option, optarg, (size_t)argc, values))
            return LF_OPTION_WRONG;
    }
    return option_operands(command, argc, argv, operands) ? LF_OPTION_READY : LF_OPTION_WRONG;
}

void lf_option_release(const lf_command *command, void *values, lf_texts *operands) {
    for (const lf_option *option = command->options; option->name; option++)
        if (option->kind == LF_OPTION_TEXTS)
            free(((lf_texts *)((char *)values + option->offset))->text);
    free(operands->text);
    operands->text = NULL;
}
