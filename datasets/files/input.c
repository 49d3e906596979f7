/**
 * @file input.c
 * @brief Lines out of a stream of bytes.
 */
#include "datasets/files/input.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/files/bytes.h"

enum { TEXT_CHUNK_BYTES = 1 << 17 };

struct lf_input {
    lf_bytes *bytes;
    bool ended;        /* there is no more to read */
    size_t line;       /* number of the line last given out */
    size_t begin, end; /* what is read and not given out: buffer[begin .. end) */
    size_t capacity;   /* bytes of the buffer, with one to spare for a NUL */
    char *buffer;
};

lf_status lf_input_open(const char *path, lf_input **text) {
    *text = NULL;
    lf_input *t = calloc(1, sizeof *t);
    if (!t) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    lf_status status = lf_bytes_open(path, &t->bytes);
    if (status == LF_OK)
        *text = t;
    else
        lf_input_close(t);
    return status;
}

void lf_input_close(lf_input *text) {
    if (!text) return;
    lf_bytes_close(text->bytes);
    free(text->buffer);
    free(text);
}

/* Read more behind `end`; sets `ended` at the end of the file. */
static lf_status text_fill(lf_input *t) {
    size_t room = t->capacity - 1 - t->end, got = 0;
    /* Small reads keep a short file from touching a large buffer. */
    if (room > TEXT_CHUNK_BYTES) room = TEXT_CHUNK_BYTES;
    LF_TRY(lf_bytes_read(t->bytes, t->buffer + t->end, room, &got));
    t->ended = got < room;
    t->end += got;
    return LF_OK;
}

/* Make room behind `end`: move what is left to the front, and grow if that is not enough. */
static lf_status text_make_room(lf_input *t) {
    size_t left = t->end - t->begin;
    if (left > LF_INPUT_LINE_BYTES)
        return lf_input_fail(t, t->line + 1, 1, "a line longer than %zu bytes",
                             LF_INPUT_LINE_BYTES);
    if (left > 0) memmove(t->buffer, t->buffer + t->begin, left);
    t->begin = 0;
    t->end = left;
    if (t->capacity - left > TEXT_CHUNK_BYTES) return LF_OK;
    size_t capacity = 2 * (left + TEXT_CHUNK_BYTES);
    char *grown = realloc(t->buffer, capacity);
    if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory for a line", lf_input_path(t));
    t->buffer = grown;
    t->capacity = capacity;
    return LF_OK;
}

/* A whole file without LF, whose lines end in CR, would be a single line. */
static lf_status text_check_ends(const lf_input *t, const char *line, size_t size) {
    const char *cr = t->line == 1 && size > 0 ? memchr(line, '\r', size - 1) : NULL;
    if (!cr) return LF_OK;
    return lf_input_fail(t, 1, (size_t)(cr - line) + 1,
                         "the line ends in CR alone, expected LF, or CR and LF; tr '\\r' '\\n' "
                         "<FILE >NEW makes them such");
}

lf_status lf_input_next(lf_input *text, char **line, size_t *size) {
    size_t searched = 0; /* bytes known to hold no LF, so that a long line is searched once */
    *line = NULL;
    *size = 0;
    for (;;) {
        const size_t left = text->end - text->begin;
        char *start =
            left > 0 ? text->buffer + text->begin : NULL; /* at first there is no buffer */
        char *feed = left > searched ? memchr(start + searched, '\n', left - searched) : NULL;
        if (feed || (text->ended && left > 0)) {
            *line = start;
            *size = feed ? (size_t)(feed - start) : left;
            start[*size] = '\0';
            text->begin += *size + (feed ? 1 : 0);
            text->line++;
            return feed ? LF_OK : text_check_ends(text, start, *size);
        }
        if (text->ended) return LF_OK;
        searched = left;
        LF_TRY(text_make_room(text));
        LF_TRY(text_fill(text));
    }
}

lf_status lf_input_digest(lf_input *text, char hex[LF_SHA256_TEXT]) {
    text->begin = text->end;
    text->ended = true;
    return lf_bytes_digest(text->bytes, hex);
}

size_t lf_input_line(const lf_input *text) {
    return text->line;
}

const char *lf_input_path(const lf_input *text) {
    return lf_bytes_path(text->bytes);
}

size_t lf_input_mark(const lf_input *text, const char *line, size_t size) {
    static const char mark[3] = {'\xEF', '\xBB', '\xBF'};
    const bool marked =
        text->line == 1 && size >= sizeof mark && memcmp(line, mark, sizeof mark) == 0;
    return marked ? sizeof mark : 0;
}

lf_status lf_input_fail(const lf_input *text, size_t line, size_t column, const char *format, ...) {
    char what[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%zu:%zu: %s", lf_input_path(text), line, column, what);
}

lf_status lf_input_zero(const lf_input *text, const char *line) {
    return lf_input_fail(text, text->line, strlen(line) + 1,
                         "found a zero byte, expected text; UTF-16 is converted by iconv");
}

const char *lf_input_show(char shown[LF_INPUT_SHOWN], const char *bytes, size_t size) {
    size_t used = 0, shown_bytes = size < 40 ? size : 40;
    shown[used++] = '"';
    for (size_t i = 0; i < shown_bytes; i++) {
        unsigned char c = (unsigned char)bytes[i];
        const char *form = c >= ' ' && c != 127 && c != '"' ? "%c" : "\\x%02x";
        used += (size_t)snprintf(shown + used, LF_INPUT_SHOWN - used, c < 128 ? form : "%c", c);
    }
    snprintf(shown + used, LF_INPUT_SHOWN - used, "\"%s", size > shown_bytes ? "..." : "");
    return shown;
}
