/**
 * @file command.h
 * @brief A command as data: its words, its options, and the function behind it.
 *
 * One table per command drives parsing and help, so that they cannot disagree; whatever else is
 * made of the options (completions, a manual page) is made from the same table.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/message.h"

/** What the user typed, in order. */
typedef struct {
    size_t n;
    const char **text;
} lf_texts;

/** Kinds of option, and the type of the field that each one fills. */
typedef enum {
    LF_OPTION_FLAG,    /**< bool: takes no value */
    LF_OPTION_TEXT,    /**< const char *: the last one given, never empty; NULL if none */
    LF_OPTION_TEXTS,   /**< lf_texts: may be given several times */
    LF_OPTION_CHOICE,  /**< const char *: one of the words in `value`, separated by '|' */
    LF_OPTION_COUNT,   /**< size_t, 1 to 1e9 */
    LF_OPTION_SECONDS, /**< double: "90", "90s", "15m", "2h" */
    LF_OPTION_PERIOD,  /**< double: the same, or 0 */
    LF_OPTION_BYTES    /**< size_t: "500000", "512K", "300M", "2G" */
} lf_option_kind;

/** One option of a command. */
typedef struct {
    const char *name; /**< long name, without the dashes; NULL ends a table */
    char letter;      /**< short name; '\0': none */
    lf_option_kind kind;
    size_t offset;        /**< bytes into the command's values */
    const char *value;    /**< what to write for it in help: "FILE", or the words of a choice */
    const char *standard; /**< the default, as it would be typed; NULL: none */
    const char *doc;      /**< one line */
} lf_option;

typedef struct lf_command {
    const char *name;         /**< "run", or two words: "data fetch" */
    const char *operands;     /**< what follows the options in the usage line */
    const char *doc;          /**< one line */
    const char *about;        /**< paragraphs of the command's own help */
    const char *example;      /**< lines that can be typed */
    bool hidden;              /**< for the build, not for people: kept out of help */
    const lf_option *options; /**< ended by {0}; or lf_no_options */
    size_t least, most;       /**< operands accepted */
    size_t values_size;       /**< bytes of the struct that the options fill */
    lf_exit (*run)(const void *values, const lf_texts *operands);
} lf_command;

/** Of a command without a choice to make. */
extern const lf_option lf_no_options[];

/** The command lf_command_NAME that WORD_run() carries out, with WORD_options, which fill a
 *  WORD_values, or without any. What follows are its other fields. */
#define LF_COMMAND(NAME, WORD, ...)                                                                \
    const lf_command lf_command_##NAME = {.options = WORD##_options,                               \
                                          .values_size = sizeof(WORD##_values),                    \
                                          .run = WORD##_run,                                       \
                                          __VA_ARGS__}
#define LF_COMMAND_PLAIN(NAME, WORD, ...)                                                          \
    const lf_command lf_command_##NAME = {.options = lf_no_options, .run = WORD##_run, __VA_ARGS__}

/** X(name): every command, in the order of the help. */
#define LF_COMMAND_LIST(X)                                                                         \
    X(list), X(show), X(run), X(tune), X(reproduce), X(status), X(collect), X(plot), X(report),    \
        X(export), X(compare), X(optima), X(publish), X(suite), X(checklist), X(verify),           \
        X(track_record), X(track_check), X(track_show), X(track_history), X(track_bisect),         \
        X(data_list), X(data_fetch), X(data_verify), X(data_path), X(data_split), X(data_export),  \
        X(new_algorithm), X(new_problem), X(doctor), X(help), X(version), X(generate), X(decide),  \
        X(task), X(method_process)

#define LF_COMMAND_SYMBOL(name) lf_command_##name
extern const lf_command LF_COMMAND_LIST(LF_COMMAND_SYMBOL);
/** The same; ended by NULL. */
extern const lf_command *const lf_command_table[];
