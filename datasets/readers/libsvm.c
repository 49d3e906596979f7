/**
 * @file libsvm.c
 * @brief The LIBSVM format: "label index:value index:value ...", a line at a time.
 *
 * Indices count from 1 and increase in a row, which may have none. More blanks than needed, empty
 * lines, comments from "#" on, CR LF and a byte-order mark are accepted; what else deviates is
 * refused with its place. Of user data, groups and split are files beside it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "datasets/files/input.h"
#include "datasets/readers/parts/user_table.h"

/* Past this bound the width of user data has to be earned: a table that wide has at least as many
 * entries as columns, else an index is a slip, and every vector of a method would take the memory.
 * Features hashed to 20 bits are below it. */
enum { LIBSVM_FREE_FEATURES = 1 << 20 };

/* One row: its label and n entries. */
typedef struct {
    double label;
    size_t n;
    const uint32_t *column; /* n, from 0, increasing */
    const double *value;    /* n; NULL: all are 1 */
} libsvm_entries;

/* What is done with a file that is walked through. */
typedef struct {
    size_t features; /* bounds the indices */
    bool signs;      /* labels are -1 and +1, else any finite numbers */
    void *context;
    lf_status (*row)(void *context, const libsvm_entries *row);
} libsvm_sink;

/* One line being read, and the entries found in it so far. */
typedef struct {
    const lf_input *text;
    const char *line, *end, *at;
    const libsvm_sink *sink;
    size_t n, room;
    uint32_t *column;
    double *value;
    bool ones; /* all of them */
} libsvm_row;

/* Is there a zero byte in the line? What is read ends there, so only what ends early has to ask. */
static bool libsvm_cut(const libsvm_row *r) {
    return r->line + strlen(r->line) != r->end;
}

/* Refuse the word at `at`: "FILE:LINE:COLUMN: found "x", expected ...". */
static lf_status libsvm_refuse(const libsvm_row *r, const char *at, const char *expected) {
    char shown[LF_INPUT_SHOWN];
    if (libsvm_cut(r)) return lf_input_zero(r->text, r->line);
    size_t size = strcspn(at, " \t");
    return lf_input_fail(r->text, lf_input_line(r->text), (size_t)(at - r->line) + 1,
                         "found %s, expected %s", size ? lf_input_show(shown, at, size) : "nothing",
                         expected);
}

static bool libsvm_blank(char c) {
    return c == ' ' || c == '\t';
}

static void libsvm_skip_blanks(libsvm_row *r) {
    while (libsvm_blank(*r->at))
        r->at++;
}

/* The place moves behind the label. */
static lf_status libsvm_read_label(libsvm_row *r, double *label) {
    const char *stop = NULL;
    if (lf_number_read(r->at, label, &stop) != LF_NUMBER_FINE ||
        (*stop != '\0' && !libsvm_blank(*stop)) || (r->sink->signs && fabs(*label) != 1))
        return libsvm_refuse(r, r->at,
                             r->sink->signs ? "a label among -1, 1" : "a number as the label");
    r->at = stop;
    return LF_OK;
}

/* index <- the digits before the colon. Values past the dimension are clamped, not overflowed. */
static lf_status libsvm_read_index(libsvm_row *r, size_t previous, size_t *index) {
    const char *start = r->at;
    size_t features = r->sink->features, found = 0;
    char expected[96];
    for (; *r->at >= '0' && *r->at <= '9'; r->at++)
        found = found > features ? found : 10 * found + (size_t)(*r->at - '0');
    if (r->at == start || *r->at != ':') return libsvm_refuse(r, start, "index:value");
    if (found == 0) return libsvm_refuse(r, start, "an index of at least 1");
    if (found > features) {
        snprintf(expected, sizeof expected, "an index of at most %zu", features);
        return libsvm_refuse(r, start, expected);
    }
    if (found <= previous) {
        snprintf(expected, sizeof expected, "an index above %zu, the one before", previous);
        return libsvm_refuse(r, start, expected);
    }
    r->at++; /* the colon */
    *index = found;
    return LF_OK;
}

static lf_status libsvm_read_value(libsvm_row *r, double *value) {
    const char *stop = NULL;
    /* Most files of the catalogue have no other value. */
    if (r->at[0] == '1' && (r->at[1] == ' ' || r->at[1] == '\0')) {
        *value = 1;
        r->at++;
        return LF_OK;
    }
    lf_number_verdict verdict = lf_number_read(r->at, value, &stop);
    if (verdict == LF_NUMBER_NOT_FINITE) return libsvm_refuse(r, r->at, "a finite value");
    if (verdict != LF_NUMBER_FINE || (*stop != '\0' && !libsvm_blank(*stop)))
        return libsvm_refuse(r, r->at, "a number after the colon");
    r->at = stop;
    return LF_OK;
}

static lf_status libsvm_grow(libsvm_row *r) {
    const size_t room = 2 * r->room + 256;
    uint32_t *column = realloc(r->column, room * sizeof *column);
    if (column) r->column = column;
    double *value = realloc(r->value, room * sizeof *value);
    if (value) r->value = value;
    if (!column || !value)
        return lf_fail(LF_NO_MEMORY, "%s: no memory for a row of %zu entries",
                       lf_input_path(r->text), room);
    r->room = room;
    return LF_OK;
}

/* Entries "index:1 " with a blank behind each, as nearly all of the catalogue has them, as far as
 * they go. What is anything else is left where it is, for those above to read or to refuse. */
static void libsvm_read_ones(libsvm_row *r, size_t *index) {
    const size_t features = r->sink->features, room = r->room;
    uint32_t *const column = r->column;
    double *const value = r->value;
    size_t n = r->n, previous = *index;
    const char *at = r->at;
    while (n < room) {
        const char *digit = at;
        size_t found = 0;
        for (; *digit >= '0' && *digit <= '9' && found <= features; digit++)
            found = 10 * found + (size_t)(*digit - '0');
        if (digit[0] != ':' || digit[1] != '1' || digit[2] != ' ') break;
        if (found <= previous || found > features) break;
        column[n] = (uint32_t)(found - 1);
        value[n++] = 1;
        previous = found;
        at = digit + 3;
    }
    r->n = n;
    r->at = at;
    *index = previous;
}

/* One line. A row without features ends after its label. */
static lf_status libsvm_read_row(libsvm_row *r) {
    libsvm_entries row = {0};
    size_t index = 0;
    r->n = 0;
    r->ones = true;
    libsvm_skip_blanks(r);
    LF_TRY(libsvm_read_label(r, &row.label));
    for (libsvm_skip_blanks(r); *r->at != '\0'; libsvm_skip_blanks(r)) {
        if (r->n == r->room) LF_TRY(libsvm_grow(r));
        libsvm_read_ones(r, &index);
        libsvm_skip_blanks(r);
        if (*r->at == '\0') break;
        if (r->n == r->room) continue;
        LF_TRY(libsvm_read_index(r, index, &index));
        LF_TRY(libsvm_read_value(r, &r->value[r->n]));
        r->ones = r->ones && r->value[r->n] == 1;
        r->column[r->n++] = (uint32_t)(index - 1);
    }
    if (r->at != r->end) return lf_input_zero(r->text, r->line);
    row.n = r->n;
    row.column = r->column;
    row.value = r->ones ? NULL : r->value;
    return r->sink->row(r->sink->context, &row);
}

/* The size of a line without a comment and the blanks before it: 0 where there is no row. */
static size_t libsvm_trim(char *line, size_t size) {
    const char *comment = strchr(line, '#');
    if (comment) size = (size_t)(comment - line);
    while (size > 0 && (libsvm_blank(line[size - 1]) || line[size - 1] == '\r'))
        size--;
    line[size] = '\0';
    return size;
}

static lf_status libsvm_read_lines(lf_input *text, libsvm_row *row) {
    char *line;
    size_t size;
    bool any = false;
    for (;;) {
        LF_TRY(lf_input_next(text, &line, &size));
        if (!line) break;
        const size_t mark = lf_input_mark(text, line, size);
        row->line = line;
        row->at = line + mark;
        row->end = line + mark + libsvm_trim(line + mark, size - mark);
        if (row->end == row->at) continue;
        LF_TRY(libsvm_read_row(row));
        any = true;
    }
    if (any) return LF_OK;
    return lf_input_fail(text, 1, 1, "the file is empty, expected rows \"label index:value ...\"");
}

/* Go through a file. hex <- its checksum. An empty file is refused. */
static lf_status libsvm_walk(const char *path, const libsvm_sink *sink, char hex[LF_SHA256_TEXT]) {
    lf_input *text;
    LF_TRY(lf_input_open(path, &text));
    libsvm_row row = {.text = text, .sink = sink};
    lf_status status = libsvm_read_lines(text, &row);
    free(row.column);
    free(row.value);
    if (status == LF_OK) status = lf_input_digest(text, hex);
    lf_input_close(text);
    return status;
}

static lf_status libsvm_build_row(void *builder, const libsvm_entries *row) {
    LF_TRY(lf_builder_entries(builder, row->n, row->column, row->value));
    return lf_builder_row(builder, row->label);
}

static lf_status libsvm_read(const lf_dataset *entry, const char *const *paths,
                             lf_builder *builder) {
    char hex[LF_SHA256_TEXT];
    const libsvm_sink sink = {
        .features = entry->features, .signs = true, .context = builder, .row = libsvm_build_row};
    LF_TRY(libsvm_walk(paths[0], &sink, hex));
    return lf_builder_source(builder, paths[0], hex);
}

/* A pass over user data, and the label met last, as nearly every row has one of two. */
typedef struct {
    lf_user_table *table;
    lf_builder *builder;
    size_t entries;
    double label;
    uint16_t code;
} libsvm_pass;

static lf_status libsvm_take_label(libsvm_pass *p, double label) {
    char word[LF_NUMBER_BYTES];
    lf_user_column *column = &p->table->label;
    if (column->rows > 0 && label == p->label) return lf_user_column_again(column, p->code);
    LF_TRY(lf_user_column_add(column, lf_number_text(label, word)));
    p->label = label;
    p->code = column->code[column->rows - 1];
    return LF_OK;
}

static lf_status libsvm_take_row(void *context, const libsvm_entries *row) {
    libsvm_pass *p = context;
    lf_user_table *t = p->table;
    if (row->n > 0 && row->column[row->n - 1] >= t->features)
        t->features = (size_t)row->column[row->n - 1] + 1;
    p->entries += row->n;
    const lf_status status = libsvm_take_label(p, row->label);
    if (status != LF_OK) return lf_fail_within(status, "%s: label: ", t->of->file[0]);
    LF_TRY(lf_builder_entries(p->builder, row->n, row->column, row->value));
    return lf_user_table_row(t, p->builder);
}

static lf_status libsvm_take(lf_user_table *t, lf_builder *builder) {
    libsvm_pass pass = {.table = t, .builder = builder};
    const libsvm_sink sink = {
        .features = t->entry.features, .context = &pass, .row = libsvm_take_row};
    char hex[LF_SHA256_TEXT];
    t->sparse = true;
    for (size_t f = 0; f < t->of->features; f++) {
        lf_user_table_file(t, f, builder);
        LF_TRY(libsvm_walk(t->of->file[f], &sink, hex));
        LF_TRY(lf_builder_source(builder, t->of->file[f], hex));
    }
    if (t->features == 0) return lf_fail(LF_BAD_INPUT, "%s: no row has a feature", t->of->file[0]);
    lf_user_table_settle(t, builder);
    if (t->features <= LIBSVM_FREE_FEATURES || t->features <= pass.entries) return LF_OK;
    return lf_fail(
        LF_BAD_INPUT,
        "%s: the largest index is %zu, and there are only %zu entries; above %d expected "
        "at least as many entries as columns: number the columns anew",
        t->of->file[0], t->features, pass.entries, LIBSVM_FREE_FEATURES);
}

const lf_reader lf_reader_libsvm = {
    .format = "libsvm", .files = 1, .read = libsvm_read, .labelled = true, .take = libsvm_take};
