/**
 * @file dispatch.c
 * @brief From a command line to a command: finds it, reads its options, runs it.
 *
 * A command is one or two words ("run", "data fetch"), so both are tried. Everything else that is
 * known about a command is in its table; nothing here depends on a particular one.
 */
#include "cli/dispatch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/suggest.h"
#include "cli/carry_out.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/option.h"
#include "datasets/files/bytes.h"
#include "harness/store/store.h"
#include "numeric/bits.h"
#include "version.h"

/* What takes less than a second is not worth a line. */
static const uint64_t progress_least_bytes = (uint64_t)64 << 20;
static const double progress_every_seconds = 0.5;

static double progress_began, progress_last; /* [s]; 0: no file is being read, nothing is shown */

/* The rest takes as long a byte as what is done. */
static void progress_show(const char *path, uint64_t done_bytes, uint64_t total_bytes) {
    const double now = lf_clock(), share = (double)done_bytes / (double)total_bytes;
    if (progress_began == 0) progress_began = progress_last = now;
    if (now - progress_last < progress_every_seconds || done_bytes == 0) return;
    progress_last = now;
    fprintf(stderr, "\r%s: %.0f %% read, %.0f s left\033[K", path, 100 * share,
            (now - progress_began) * (1 - share) / share);
}

static void progress_watch(const char *path, uint64_t done_bytes, uint64_t total_bytes) {
    if (total_bytes >= progress_least_bytes) progress_show(path, done_bytes, total_bytes);
    if (total_bytes > 0) return;
    if (progress_last > progress_began) fputs("\r\033[K", stderr);
    progress_began = progress_last = 0;
}

/* From now on say it, in this process and those that it starts, if standard error is a terminal. */
static void progress_begin(void) {
    if (isatty(STDERR_FILENO)) lf_bytes_watch_by(progress_watch);
}

const lf_option lf_no_options[] = {{0}};

#define DISPATCH_ENTRY(name) &lf_command_##name
const lf_command *const lf_command_table[] = {LF_COMMAND_LIST(DISPATCH_ENTRY), NULL};
#undef DISPATCH_ENTRY

/* A family is the first word of two-word commands. */
static bool dispatch_is_family(const char *word) {
    size_t length = strlen(word);
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (strncmp((*command)->name, word, length) == 0 && (*command)->name[length] == ' ')
            return true;
    return false;
}

/* The command that argv begins with, and how many words its name takes. */
static const lf_command *dispatch_find(int argc, char **argv, int *words) {
    char both[64]; /* longer than any command; what is longer matches none */
    snprintf(both, sizeof both, "%s %s", argv[1], argc > 2 ? argv[2] : "");
    for (const lf_command *const *command = lf_command_table; *command; command++) {
        *words = strchr((*command)->name, ' ') ? 2 : 1;
        if (strcmp((*command)->name, *words == 2 ? both : argv[1]) == 0) return *command;
    }
    return NULL;
}

/* `argv[1]` names no command, or a family without a known second word. */
static lf_exit dispatch_unknown(int argc, char **argv) {
    char word[64];
    bool family = dispatch_is_family(argv[1]);
    if (family && argc > 2)
        snprintf(word, sizeof word, "%s %s", argv[1], argv[2]);
    else
        snprintf(word, sizeof word, "%s", argv[1]);
    if (family && (argc == 2 || strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
        lf_help_family(argv[1], argc > 2 ? stdout : stderr);
        return argc > 2 ? LF_EXIT_DONE : LF_EXIT_USAGE;
    }
    const char *names[64];
    size_t n = 0;
    for (const lf_command *const *command = lf_command_table; *command && n < 64; command++)
        if (!(*command)->hidden) names[n++] = (*command)->name;
    const char *nearest = lf_suggest_among(word, n, names);
    if (nearest) return lf_message_usage("unknown command '%s'; did you mean '%s'?", word, nearest);
    if (family)
        return lf_message_usage("unknown command '%s' (levelfield %s --help lists what there is)",
                                word, argv[1]);
    return lf_message_usage("unknown command '%s' (levelfield --help lists them)", word);
}

/* Read the options into the struct that the command declared, and hand it over. One spare byte
 * keeps calloc from being asked for nothing. */
static lf_exit dispatch_run(const lf_command *command, int argc, char **argv) {
    lf_texts operands = {0};
    void *values = calloc(1, command->values_size + 1);
    if (!values) return lf_message_usage("out of memory");
    lf_exit code = LF_EXIT_USAGE;
    switch (lf_option_read(command, argc, argv, values, &operands)) {
    case LF_OPTION_READY:
        code = command->run(values, &operands);
        lf_store_release(); /* a process of another language goes on */
        break;
    case LF_OPTION_HELP:
        lf_help_command(command, stdout);
        code = LF_EXIT_DONE;
        break;
    case LF_OPTION_WRONG:
        break;
    }
    lf_option_release(command, values, &operands);
    free(values);
    return code;
}

/* Before any command: the options of levelfield itself. */
lf_exit lf_command_dispatch(int argc, char **argv) {
    if (argc < 2) {
        lf_help_orientation(stdout);
        return LF_EXIT_DONE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        lf_help_all(stdout);
        return LF_EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) argv[1] += 2; /* the command has the same name */
    int words;
    const lf_command *command = dispatch_find(argc, argv, &words);
    if (!command) return dispatch_unknown(argc, argv);
    return dispatch_run(command, argc - words, argv + words);
}

int lf_command_main(int argc, char **argv) {
    lf_begin_limited();
    progress_begin();
    lf_exit code = lf_bits_check() == LF_OK ? lf_command_dispatch(argc, argv)
                                            : lf_message_exit(LF_BAD_ARGUMENT);
    /* A full disk behind standard output must not look like success. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == LF_EXIT_DONE) {
        lf_message_say("standard output could not be written");
        code = LF_EXIT_INPUT;
    }
    return (int)code;
}
