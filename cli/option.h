/**
 * @file option.h
 * @brief The command line, read by a command's option table.
 */
#pragma once

#include "cli/command.h"

/** What became of reading a command line. */
typedef enum {
    LF_OPTION_READY, /**< values and operands are filled in */
    LF_OPTION_HELP,  /**< the command's help was asked for */
    LF_OPTION_WRONG  /**< one line on standard error says what is wrong */
} lf_option_outcome;

/**
 * Read argv[1 ..] (argv[0] is skipped) into `values` (command->values_size bytes): defaults first,
 * then what was given. Long names may be shortened as far as they stay unique; options and operands
 * may be mixed; "--" ends the options. The texts are argv's own.
 */
lf_option_outcome lf_option_read(const lf_command *command, int argc, char **argv, void *values,
                                 lf_texts *operands);

/** Free the lists that reading made. */
void lf_option_release(const lf_command *command, void *values, lf_texts *operands);

/** Entries of a table ended by {0}. */
size_t lf_option_count(const lf_option *options);

/**
 * Store `text` (NULL for a flag) in the option's field of `values`. `most` is the room that a list
 * is given when its first text arrives. False after one line on standard error that names the
 * command, the option, the text and what was expected.
 */
bool lf_value_set(const char *command, const lf_option *option, const char *text, size_t most,
                  void *values);
