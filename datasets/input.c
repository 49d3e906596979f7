/**
 * @file input.c
 * @brief Lines out of zlib, which reads plain files too.
 */
#include "datasets/input.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/file.h"

enum { TEXT_CHUNK_BYTES = 1 << 17 };

struct lf_input {
    gzFile file;
    lf_sha256 hash;
    bool ended;        /* zlib has no more */
    size_t line;       /* number of the line last given out */
    size_t begin, end; /* what is read and not given out: buffer[begin .. end) */
    size_t capacity;   /* bytes of the buffer, with one to spare for a NUL */
    char *buffer;
    char path[LF_PATH_BYTES];
};

static bool text_named_gz(const char *path) {
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

/* zlib takes anything that is not gzip as plain text, which would hide a damaged start. */
static lf_status text_check_kind(const lf_input *t) {
    if (!text_named_gz(t->path) || !gzdirect(t->file)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: not a gzip file, though its name ends in .gz", t->path);
}

lf_status lf_input_open(const char *path, lf_input **text) {
    *text = NULL;
    lf_input *t = calloc(1, sizeof *t);
    if (!t) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    lf_status status = lf_path_format(t->path, "%s", path);
    errno = 0;
    if (status == LF_OK) t->file = gzopen(path, "rb");
    if (status == LF_OK && !t->file)
        status = lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", path,
                         errno ? strerror(errno) : "out of memory");
    if (status == LF_OK) {
        gzbuffer(t->file, TEXT_CHUNK_BYTES);
        lf_sha256_start(&t->hash);
        status = text_check_kind(t);
    }
    if (status == LF_OK)
        *text = t;
    else
        lf_input_close(t);
    return status;
}

void lf_input_close(lf_input *text) {
    if (!text) return;
    if (text->file) gzclose(text->file);
    lf_sha256_drop(&text->hash);
    free(text->buffer);
    free(text);
}

/* Word zlib's complaint. A short file and a damaged one are mended in the same way, but the user
 * learns more from the first: a download or a copy that stopped. */
static lf_status text_stream_fail(const lf_input *t) {
    int code = Z_OK;
    const char *why = gzerror(t->file, &code);
    if (code == Z_BUF_ERROR)
        return lf_fail(LF_BAD_INPUT,
                       "%s: the compressed file is cut short: it ends after line %zu, before its "
                       "trailer",
                       t->path, t->line);
    if (code == Z_DATA_ERROR)
        return lf_fail(LF_BAD_INPUT, "%s: the compressed file is damaged after line %zu (%s)",
                       t->path, t->line, why);
    return lf_fail(LF_IO, "%s: cannot read: %s", t->path, code == Z_ERRNO ? strerror(errno) : why);
}

/* Read more behind `end`; sets `ended` at the end of the file. */
static lf_status text_fill(lf_input *t) {
    size_t room = t->capacity - 1 - t->end;
    /* Small reads keep a short file from touching a large buffer, and fit gzread's int. */
    if (room > TEXT_CHUNK_BYTES) room = TEXT_CHUNK_BYTES;
    errno = 0;
    int got = gzread(t->file, t->buffer + t->end, (unsigned)room);
    int code = Z_OK;
    if (got == 0) gzerror(t->file, &code);
    if (got < 0 || code != Z_OK) return text_stream_fail(t);
    t->ended = got == 0;
    lf_sha256_add(&t->hash, t->buffer + t->end, (size_t)got);
    t->end += (size_t)got;
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
    size_t capacity = 2 * left + 2 * TEXT_CHUNK_BYTES;
    char *grown = realloc(t->buffer, capacity);
    if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory for a line", t->path);
    t->buffer = grown;
    t->capacity = capacity;
    return LF_OK;
}

lf_status lf_input_next(lf_input *text, char **line, size_t *size) {
    size_t searched = 0; /* bytes known to hold no LF, so that a long line is searched once */
    *line = NULL;
    *size = 0;
    for (;;) {
        char *start = text->buffer + text->begin;
        size_t left = text->end - text->begin;
        char *feed = left > searched ? memchr(start + searched, '\n', left - searched) : NULL;
        if (feed || (text->ended && left > 0)) {
            *line = start;
            *size = feed ? (size_t)(feed - start) : left;
            start[*size] = '\0';
            text->begin += *size + (feed ? 1 : 0);
            text->line++;
            return LF_OK;
        }
        if (text->ended) return LF_OK;
        searched = left;
        LF_TRY(text_make_room(text));
        LF_TRY(text_fill(text));
    }
}

lf_status lf_input_digest(lf_input *text, char hex[LF_SHA256_TEXT]) {
    /* What is left is not wanted as lines: each chunk overwrites the one before. */
    while (!text->ended) {
        text->begin = text->end = 0;
        LF_TRY(text_make_room(text));
        LF_TRY(text_fill(text));
    }
    text->begin = text->end;
    return lf_sha256_finish(&text->hash, hex);
}

size_t lf_input_line(const lf_input *text) {
    return text->line;
}

const char *lf_input_path(const lf_input *text) {
    return text->path;
}

lf_status lf_input_fail(const lf_input *text, size_t line, size_t column, const char *format, ...) {
    char what[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%zu:%zu: %s", text->path, line, column, what);
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

lf_status lf_input_hash(const char *path, char hex[LF_SHA256_TEXT]) {
    lf_input *text;
    LF_TRY(lf_input_open(path, &text));
    lf_status status = lf_input_digest(text, hex);
    lf_input_close(text);
    return status;
}
