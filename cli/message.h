/**
 * @file message.h
 * @brief What is said to the person at the keyboard: always standard error, one line at a time.
 */
#pragma once

#include <levelfield/status.h>

/** Exit codes of every command. */
typedef enum {
    LF_EXIT_DONE = 0,
    LF_EXIT_CHECK =
        1, /**< a check failed: results differ, a checksum is wrong, something to mend */
    LF_EXIT_USAGE = 2, /**< the command line is wrong */
    LF_EXIT_INPUT = 3, /**< data, experiment, plugin or output folder cannot be used */
    LF_EXIT_RUNS = 4,  /**< some runs failed; the others are kept */
    LF_EXIT_INTERRUPTED = 130
} lf_exit;

/** Say one line (printf-style, without its newline). */
void lf_message_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Say that the command line is wrong, and how. Always LF_EXIT_USAGE, so it can be returned. */
lf_exit lf_message_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The exit code that goes with `status`; this thread's message is said where that is a failure. */
lf_exit lf_message_exit(lf_status status);

/** From now on lines go to `said`, in whatever thread they are said; NULL: to standard error again.
 *  For a program that carries out commands inside itself. */
void lf_message_listen(void (*said)(const char *line));
