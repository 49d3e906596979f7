/**
 * @file message.c
 * @brief Lines on standard error, and the exit code of a status.
 *
 * Below the command line nothing prints: failures arrive as a status and one message, and leave as
 * one line here.
 */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/terminal.h"

/* Longer than any message of base/status.c; a longer line is cut. */
enum { MESSAGE_BYTES = 4500 };

static void (*message_listener)(const char *line);

void lf_message_listen(void (*said)(const char *line)) {
    message_listener = said;
}

/* One line whatever the text holds, and nothing that moves a terminal: libraries like to put
 * newlines into theirs, and names of a user's file may hold anything. */
static void message_line(const char *format, va_list arguments) {
    char text[MESSAGE_BYTES];
    if (vsnprintf(text, sizeof text, format, arguments) < 0) return;
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r' || *c == '\t')
            *c = ' ';
        else if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    if (message_listener)
        message_listener(text);
    else
        fprintf(stderr, "%slevelfield:%s %s\n", lf_terminal_as(STDERR_FILENO, LF_TERMINAL_BOLD),
                lf_terminal_as(STDERR_FILENO, LF_TERMINAL_PLAIN), text);
}

void lf_message_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message_line(format, arguments);
    va_end(arguments);
}

lf_exit lf_message_usage(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message_line(format, arguments);
    va_end(arguments);
    return LF_EXIT_USAGE;
}

lf_exit lf_message_exit(lf_status status) {
    const char *message = lf_message();
    if (status == LF_OK) return LF_EXIT_DONE;
    lf_message_say("%s", message[0] ? message : lf_status_text(status));
    switch (status) {
    case LF_BAD_ARGUMENT:
        return LF_EXIT_USAGE;
    case LF_INTERRUPTED:
        return LF_EXIT_INTERRUPTED;
    default:
        return LF_EXIT_INPUT;
    }
}
