/**
 * @file completion.h
 * @brief Completions of the command line for a shell, made from the commands' tables.
 */
#pragma once

#include <stdio.h>

#include "cli/command.h"

/** A script for bash, to be sourced. */
void lf_completion_bash(FILE *out);
/** A function for zsh, to lie on its fpath as _levelfield. */
void lf_completion_zsh(FILE *out);
/** A script for fish. */
void lf_completion_fish(FILE *out);

/* ---- what the three share ---- */

/** The shell command that prints the names of a kind ("algorithms"; "": everything), one a line. */
#define LF_COMPLETION_NAMES "levelfield list %s 2>/dev/null | sed -n 's/^  \\([^ ]*\\).*/\\1/p'"

/** What `levelfield list` calls the names that may stand there; NULL: anything, such as a file. */
const char *lf_completion_names_of_option(const lf_option *option);
const char *lf_completion_names_of_operand(const lf_command *command);

/** list <- "a b c" of "[a|b|c]" in a usage line, words to be typed as they are; false if they are
 *  something else. */
bool lf_completion_list(const char *usage, char list[128]);

/** Is this the first command of its family ("data")? family <- that word. */
bool lf_completion_family(const lf_command *const *command, char family[32]);

/** Print the first word of every command, each once, before each of them `before`. */
void lf_completion_first_words(const char *before, FILE *out);
/** Print the second words of a family's commands in the same way. */
void lf_completion_second_words(const char *family, const char *before, FILE *out);

/** Print in single quotes; `special` characters get a backslash. */
void lf_completion_quote(const char *text, const char *special, FILE *out);
