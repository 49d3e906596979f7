/**
 * @file csv_split.c
 * @brief The grammar of RFC 4180: fields, quotes, and records over several lines.
 */
#include "datasets/readers/parts/csv_split.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes of a line that are looked at together. */
enum { SPLIT_BLOCK = 64 };

lf_status csv_split_open(const char *path, const lf_csv_format *format, csv_splitter *splitter) {
    memset(splitter, 0, sizeof *splitter);
    splitter->format = format;
    splitter->separator = format->separator ? format->separator : ',';
    splitter->missing_size = format->missing ? strlen(format->missing) : SIZE_MAX;
    return lf_input_open(path, &splitter->text);
}

void csv_split_close(csv_splitter *splitter) {
    lf_input_close(splitter->text);
    free(splitter->bytes);
    free(splitter->field);
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
    s->at += lf_input_mark(s->text, line, size);
    return memchr(line, '\0', size) ? lf_input_zero(s->text, line) : LF_OK;
}

/* Append a byte to the record. */
static lf_status split_put(csv_splitter *s, char c) {
    if (s->used == s->capacity) {
        size_t capacity = 2 * s->capacity + 4096;
        /* A quote that is never closed would take in the whole rest of the file. */
        if (s->used > LF_INPUT_LINE_BYTES)
            return split_refuse(s, s->field[s->cells - 1].line, s->field[s->cells - 1].column,
                                "a record longer than a line may be; is a quote left open?");
        char *grown = realloc(s->bytes, capacity);
        if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory", lf_input_path(s->text));
        s->bytes = grown;
        s->capacity = capacity;
    }
    s->bytes[s->used++] = c;
    return LF_OK;
}

static lf_status split_make_room(csv_splitter *s, size_t more) {
    if (s->room - s->cells >= more) return LF_OK;
    const size_t room = 2 * s->room + SPLIT_BLOCK;
    lf_csv_field *grown = realloc(s->field, room * sizeof *grown);
    if (!grown) return lf_fail(LF_NO_MEMORY, "%s: no memory", lf_input_path(s->text));
    s->field = grown;
    s->room = room;
    return LF_OK;
}

/* Is an unquoted field the text that stands for a missing one? */
static bool split_missing(const csv_splitter *s, const char *text, size_t size) {
    return size == s->missing_size && (size == 0 || memcmp(text, s->format->missing, size) == 0);
}

/* Begin a field here. Its text is set when the record is whole: the bytes may move as they grow. */
static lf_status split_new_field(csv_splitter *s) {
    if (s->cells == CSV_CELLS)
        return split_refuse(s, lf_input_line(s->text), split_column(s),
                            "a record of more than 1,000,000 fields");
    LF_TRY(split_make_room(s, 1));
    s->field[s->cells++] =
        (lf_csv_field){.line = lf_input_line(s->text), .column = split_column(s)};
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
            const lf_csv_field *open = &s->field[s->cells - 1];
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
    LF_TRY(split_new_field(s));
    const size_t start = s->used;
    const bool quoted = s->at < s->end && *s->at == '"';
    if (quoted) {
        s->at++;
        LF_TRY(split_quoted(s));
        if (!split_at_end(s) && *s->at != s->separator)
            return split_refuse(s, lf_input_line(s->text), split_column(s),
                                "found text after a closing quote, expected a separator");
    } else {
        LF_TRY(split_plain(s));
    }
    const size_t size = s->used - start;
    LF_TRY(split_put(s, '\0'));
    s->field[s->cells - 1].missing = !quoted && split_missing(s, s->bytes + start, size);
    s->empty = s->cells == 1 && !quoted && size == 0;
    return LF_OK;
}

/* One bit for each of 64 bytes: is it this one? Compilers find no instruction for that by
 * themselves. */
static uint64_t split_match(const char *block, char wanted) {
    uint64_t bits = 0;
#ifdef __SSE2__
    const __m128i same = _mm_set1_epi8(wanted);
    for (size_t k = 0; k < SPLIT_BLOCK / 16; k++) {
        const __m128i part = _mm_loadu_si128((const __m128i *)(const void *)(block + 16 * k));
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(part, same)) << 16 * k;
    }
#else
    for (size_t k = 0; k < SPLIT_BLOCK; k++)
        bits |= (uint64_t)(block[k] == wanted) << k;
#endif
    return bits;
}

/* The separators among the next bytes of the line; what lies behind its end is none. */
static uint64_t split_separators(const csv_splitter *s, const char *at, const char *end) {
    char rest[SPLIT_BLOCK] = {0};
    const size_t left = (size_t)(end - at);
    if (left >= SPLIT_BLOCK) return split_match(at, s->separator);
    memcpy(rest, at, left);
    return split_match(rest, s->separator);
}

/* Where a field begins whose separator, or the line's start, is behind. */
static size_t split_begin(const char *line, size_t start, bool blank_after) {
    while (blank_after && line[start] == ' ')
        start++;
    return start;
}

/* The fields of a block that end in a separator, of which `bits` tells the places; a NUL takes its
 * place. Returns where the next field begins, as `start` is where the first does. */
static size_t split_block(csv_splitter *s, size_t block, uint64_t bits, size_t start) {
    const bool blank_after = s->format->blank_after;
    const size_t number = lf_input_line(s->text);
    char *const line = s->line;
    lf_csv_field *field = s->field + s->cells;
    for (; bits != 0; bits &= bits - 1) {
        const size_t stop = block + (size_t)__builtin_ctzll(bits);
        char *const text = line + start;
        *field++ = (lf_csv_field){text, number, start + 1, split_missing(s, text, stop - start)};
        line[stop] = '\0';
        start = split_begin(line, stop + 1, blank_after);
    }
    s->cells = (size_t)(field - s->field);
    return start;
}

/* A record that needs no copy is its line. */
static lf_status split_in_place(csv_splitter *s) {
    const bool cr = s->at < s->end && s->end[-1] == '\r';
    const size_t from = (size_t)(s->at - s->line), end = (size_t)(s->end - s->line) - cr;
    size_t start = split_begin(s->line, from, s->format->blank_after);
    for (size_t block = from; block < end; block += SPLIT_BLOCK) {
        LF_TRY(split_make_room(s, SPLIT_BLOCK));
        start = split_block(s, block, split_separators(s, s->line + block, s->line + end), start);
    }
    LF_TRY(split_make_room(s, 1));
    char *const text = s->line + start;
    const size_t size = end - start;
    s->empty = s->cells == 0 && size == 0;
    s->field[s->cells++] =
        (lf_csv_field){text, lf_input_line(s->text), start + 1, split_missing(s, text, size)};
    s->line[end] = '\0';
    return LF_OK;
}

/* Without quotes there is nothing to undo and nothing to refuse, but that a long line might have
 * too many fields. Blanks that separate fields are not those that are skipped before them. */
static bool split_is_plain(const csv_splitter *s) {
    return s->end - s->at < CSV_CELLS && !(s->format->blank_after && s->separator == ' ') &&
           !strchr(s->at, '"');
}

lf_status csv_split_next(csv_splitter *splitter, bool *found) {
    csv_splitter *s = splitter;
    do {
        LF_TRY(split_next_line(s, found));
        if (!*found) return LF_OK;
    } while (s->format->comment && s->at < s->end && *s->at == s->format->comment);
    s->used = s->cells = 0;
    if (split_is_plain(s)) return split_in_place(s);
    for (;;) {
        LF_TRY(split_field(s));
        if (split_at_end(s)) break;
        s->at++; /* the separator */
    }
    const char *text = s->bytes;
    for (size_t j = 0; j < s->cells; j++, text += strlen(text) + 1)
        s->field[j].text = text;
    return LF_OK;
}
