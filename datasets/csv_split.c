/**
 * @file csv_split.c
 * @brief The grammar of RFC 4180: fields, quotes, and records over several lines.
 */
#include "datasets/csv_split.h"

#include <stdlib.h>
#include <string.h>

lf_status csv_split_open(const char *path, const lf_csv_format *format, csv_splitter *splitter) {
    memset(splitter, 0, sizeof *splitter);
    splitter->format = format;
    splitter->separator = format->separator ? format->separator : ',';
    return lf_input_open(path, &splitter->text);
}

void csv_split_close(csv_splitter *splitter) {
    lf_input_close(splitter->text);
    free(splitter->bytes);
    free(splitter->cell);
    memset(splitter, 0, sizeof *splitter);
}

static lf_status split_refuse(const csv_splitter *s, size_t line, size_t column, const char *what) {
    return lf_input_fail(s->text, line, column, "%s", what);
}

static size_t split_column(const csv_splitter *s) {
    return (size_t)(s->at - s->line) + 1;
}

/* Make the file's next line the one being read; *found is false at the end of the file. */
static lf_status split_next_line(csv_splitter *s, bool *found) {
    char *line;
    size_t size;
    LF_TRY(lf_input_next(s->text, &line, &size));
    *found = line != NULL;
    if (!line) return LF_OK;
    s->line = s->at = line;
    s->end = line + size;
    /* The byte-order mark that some spreadsheets write is no part of the first name. */
    if (lf_input_line(s->text) == 1 && size >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0)
        s->at += 3;
    if (memchr(line, '\0', size))
        return split_refuse(s, lf_input_line(s->text), strlen(line) + 1,
                            "found a zero byte, expected text");
    return LF_OK;
}

/* Append a byte to the record. */
static lf_status split_put(csv_splitter *s, char c) {
    if (s->used == s->capacity) {
        size_t capacity = 2 * s->capacity + 4096;
        /* A quote that is never closed would take in the whole rest of the file. */
        if (s->used > LF_INPUT_LINE_BYTES)
            return split_refuse(s, s->cell[s->cells - 1].line, s->cell[s->cells - 1].column,
                                "a record longer than a line may be; is a quote left open?");
        char *grown = realloc(s->bytes, capacity);
        if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory", lf_input_path(s->text));
        s->bytes = grown;
        s->capacity = capacity;
    }
    s->bytes[s->used++] = c;
    return LF_OK;
}

/* Begin a field here. Cells hold offsets, not pointers, because the bytes may move as they grow. */
static lf_status split_new_cell(csv_splitter *s) {
    if (s->cells == CSV_CELLS)
        return split_refuse(s, lf_input_line(s->text), split_column(s),
                            "a record of more than 1,000,000 fields");
    if (s->cells == s->cell_room) {
        size_t room = 2 * s->cell_room + 64;
        csv_cell *grown = realloc(s->cell, room * sizeof *grown);
        if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory", lf_input_path(s->text));
        s->cell = grown;
        s->cell_room = room;
    }
    s->cell[s->cells++] = (csv_cell){.start = s->used,
                                     .line = lf_input_line(s->text),
                                     .column = split_column(s),
                                     .quoted = s->at < s->end && *s->at == '"'};
    return LF_OK;
}

/* At the end of the line, or at the CR of a CR LF. */
static bool split_at_end(const csv_splitter *s) {
    return s->at == s->end || (s->at + 1 == s->end && *s->at == '\r');
}

/* A field without quotes, up to the separator or the end of the line. */
static lf_status split_plain(csv_splitter *s) {
    for (; !split_at_end(s) && *s->at != s->separator; s->at++) {
        if (*s->at == '"')
            return split_refuse(s, lf_input_line(s->text), split_column(s),
                                "found a quote inside an unquoted field, expected the whole field "
                                "in quotes and this quote doubled");
        LF_TRY(split_put(s, *s->at));
    }
    return LF_OK;
}

/* The rest of a field behind its opening quote, over line ends, up to and with the closing one. */
static lf_status split_quoted(csv_splitter *s) {
    for (;;) {
        while (s->at == s->end) {
            bool found;
            LF_TRY(split_put(s, '\n'));
            LF_TRY(split_next_line(s, &found));
            if (found) continue;
            const csv_cell *open = &s->cell[s->cells - 1];
            return split_refuse(s, open->line, open->column,
                                "the quote opened here is never closed");
        }
        char c = *s->at++;
        if (c == '"' && (s->at == s->end || *s->at != '"')) return LF_OK;
        if (c == '"') s->at++;
        LF_TRY(split_put(s, c));
    }
}

/* One field with its NUL, leaving `at` on the separator or the end of the record. */
static lf_status split_field(csv_splitter *s) {
    while (s->format->blank_after && s->at < s->end && *s->at == ' ')
        s->at++;
    LF_TRY(split_new_cell(s));
    csv_cell *cell = &s->cell[s->cells - 1];
    if (cell->quoted) {
        s->at++;
        LF_TRY(split_quoted(s));
        if (!split_at_end(s) && *s->at != s->separator)
            return split_refuse(s, lf_input_line(s->text), split_column(s),
                                "found text after a closing quote, expected a separator");
    } else {
        LF_TRY(split_plain(s));
    }
    cell->size = s->used - cell->start;
    return split_put(s, '\0');
}

lf_status csv_split_next(csv_splitter *splitter, bool *found) {
    csv_splitter *s = splitter;
    do {
        LF_TRY(split_next_line(s, found));
        if (!*found) return LF_OK;
    } while (s->format->comment && s->at < s->end && *s->at == s->format->comment);
    s->used = s->cells = 0;
    for (;;) {
        LF_TRY(split_field(s));
        if (split_at_end(s)) return LF_OK;
        s->at++; /* the separator */
    }
}
