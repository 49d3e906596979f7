/**
 * @file status.c
 * @brief Status texts, and the message of the last failure of each thread.
 */
#include <levelfield/status.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Long enough for two paths and a sentence; a longer message is cut, never overrun. */
enum { STATUS_MESSAGE_BYTES = 4096 };

static _Thread_local char status_message[STATUS_MESSAGE_BYTES];

/* The text is made apart and copied, because an argument may be lf_message() itself. */
static void status_write(const char *format, va_list arguments, const char *tail) {
    char text[STATUS_MESSAGE_BYTES];
    if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s", tail);
    memcpy(status_message, text, sizeof text);
}

const char *lf_status_text(lf_status status) {
#define STATUS_CASE(code, value, text)                                                             \
    case code:                                                                                     \
        return text;
    switch (status) { LF_STATUS_LIST(STATUS_CASE) }
#undef STATUS_CASE
    return "unknown status"; /* a plugin may return any number */
}

lf_status lf_fail(lf_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    status_write(format, arguments, "");
    va_end(arguments);
    return status;
}

lf_status lf_fail_within(lf_status status, const char *format, ...) {
    char tail[STATUS_MESSAGE_BYTES];
    memcpy(tail, status_message, sizeof tail);
    va_list arguments;
    va_start(arguments, format);
    status_write(format, arguments, tail);
    va_end(arguments);
    return status;
}

const char *lf_message(void) {
    return status_message;
}
