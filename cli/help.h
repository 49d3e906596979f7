/**
 * @file help.h
 * @brief Help texts, made from the commands' tables.
 */
#pragma once

#include <stdio.h>

#include "cli/command.h"

/** What levelfield is, and every command with its line. */
void lf_help_all(FILE *out);

/** One command: usage, what it does, options, examples, exit codes. */
void lf_help_command(const lf_command *command, FILE *out);

/** text <- what an option does, its default, and whether it may be given several times. */
void lf_help_option(const lf_option *option, char *text, size_t size);

/** The commands of a family, such as "data". */
void lf_help_family(const char *family, FILE *out);

/** The command line argv (argc words, the program's name first), once more from its beginning. */
lf_exit lf_command_dispatch(int argc, char **argv);

/** For `levelfield` alone: what it is and three commands to try. */
void lf_help_orientation(FILE *out);

/** Print words from column `from` on, broken before column 90; the first line starts where the
 *  cursor is, at column `at`. */
void lf_help_wrap(FILE *out, const char *text, int at, int from);
