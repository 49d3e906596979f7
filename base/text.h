/**
 * @file text.h
 * @brief Text put together piece by piece, and text from outside made fit to be kept.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/** Text that grows. Zeroed: empty. */
typedef struct {
    char *bytes; /**< NUL-terminated; NULL while nothing was added, or when memory ran short */
    size_t used, capacity;
    bool failed; /**< memory ran short: `bytes` is NULL for good */
} lf_text;

void lf_text_add(lf_text *text, const char *piece);
/** The same with a printf-style text. */
void lf_text_format(lf_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lf_text_arguments(lf_text *text, const char *format, va_list arguments);

/** n malloc'ed texts and the array of them; NULL is fine for any. */
void lf_text_list_free(char **list, size_t n);

/** The first control character of a text, a line's end among them; 0: it has none. What is kept and
 *  shown in lines, as budgets and parameters are, has none. */
int lf_text_control(const char *text);
/** Is it UTF-8, as JSON, stores and reports are? */
bool lf_text_is_utf8(const char *text);
/** In place: control characters become '?', but a line's end becomes a blank, or stays where
 *  `lines` are wanted, as tabs do; if the text is not UTF-8, all beyond ASCII becomes '?'. So it
 * can go into JSON, a store, a report. */
void lf_text_clean(char *text, bool lines);
