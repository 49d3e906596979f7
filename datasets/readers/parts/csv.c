/**
 * @file csv.c
 * @brief RFC 4180, one record at a time; the splitting is in csv_split.c.
 */
#include "datasets/readers/parts/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "datasets/readers/parts/csv_split.h"

struct lf_csv {
    csv_splitter split;
    const lf_csv_format *format;
    char **name; /* columns, from the header; NULL: the format's */
    size_t columns;
};

/* The header's name of a column, or the format's where the file has none. */
static const char *csv_name(const lf_csv *csv, size_t column) {
    return csv->name ? csv->name[column] : csv->format->names[column];
}

/* The next record that is neither a comment nor an empty line. */
static lf_status csv_next_record(lf_csv *csv, bool *found) {
    csv_splitter *s = &csv->split;
    for (;;) {
        LF_TRY(csv_split_next(s, found));
        if (!*found) return LF_OK;
        if (!s->empty || csv->columns == 1) return LF_OK;
    }
}

/* The names are copied: what the splitter gives out is the current record. */
static lf_status csv_read_header(lf_csv *csv) {
    csv_splitter *s = &csv->split;
    bool found;
    LF_TRY(csv_next_record(csv, &found));
    if (!found) return lf_input_fail(s->text, 1, 1, "the file is empty, expected a header");
    csv->name = calloc(s->cells, sizeof *csv->name);
    if (!csv->name) return lf_fail(LF_NO_MEMORY, "no memory for %zu column names", s->cells);
    csv->columns = s->cells;
    for (size_t j = 0; j < csv->columns; j++) {
        csv->name[j] = strdup(s->field[j].text);
        if (!csv->name[j]) return lf_fail(LF_NO_MEMORY, "no memory for a column's name");
    }
    return LF_OK;
}

lf_status lf_csv_open(const char *path, const lf_csv_format *format, lf_csv **csv) {
    *csv = NULL;
    lf_csv *c = calloc(1, sizeof *c);
    if (!c) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    c->format = format;
    c->columns = format->names ? format->columns : 0;
    lf_status status = csv_split_open(path, format, &c->split);
    if (status == LF_OK && !format->names) status = csv_read_header(c);
    if (status == LF_OK)
        *csv = c;
    else
        lf_csv_close(c);
    return status;
}

void lf_csv_close(lf_csv *csv) {
    if (!csv) return;
    for (size_t j = 0; csv->name && j < csv->columns; j++)
        free(csv->name[j]);
    free(csv->name);
    csv_split_close(&csv->split);
    free(csv);
}

size_t lf_csv_columns(const lf_csv *csv) {
    return csv->columns;
}

const char *lf_csv_column_name(const lf_csv *csv, size_t column) {
    return csv_name(csv, column);
}

static const char *csv_name_at(const void *csv, size_t column) {
    return csv_name(csv, column);
}

lf_status lf_csv_column(const lf_csv *csv, const char *name, size_t *column) {
    for (size_t j = 0; j < csv->columns; j++) {
        if (strcmp(csv_name(csv, j), name) != 0) continue;
        *column = j;
        return LF_OK;
    }
    if (csv->columns == 1)
        return lf_input_fail(csv->split.text, 1, 1,
                             "no column \"%s\": the header is one field, expected names separated "
                             "by '%c', or another separator in the description",
                             name, csv->split.separator);
    const char *near = lf_suggest(name, csv->columns, csv_name_at, csv);
    if (near)
        return lf_input_fail(csv->split.text, 1, 1, "no column \"%s\"; the nearest is \"%s\"", name,
                             near);
    return lf_input_fail(csv->split.text, 1, 1, "no column \"%s\" among the %zu there are", name,
                         csv->columns);
}

lf_status lf_csv_next(lf_csv *csv, const lf_csv_field **fields) {
    const csv_splitter *s = &csv->split;
    bool found;
    *fields = NULL;
    LF_TRY(csv_next_record(csv, &found));
    if (!found) return LF_OK;
    /* A record of the wrong length is a shifted one, so none of its fields can be trusted. */
    if (s->cells != csv->columns)
        return lf_input_fail(s->text, s->field[0].line, 1, "found %zu fields, expected %zu",
                             s->cells, csv->columns);
    *fields = s->field;
    return LF_OK;
}

lf_status lf_csv_refuse(const lf_csv *csv, const lf_csv_field *field, const char *expected) {
    char shown[LF_INPUT_SHOWN];
    const char *name = csv_name(csv, (size_t)(field - csv->split.field));
    return lf_input_fail(csv->split.text, field->line, field->column,
                         "found %s in column \"%s\", expected %s",
                         lf_input_show(shown, field->text, strlen(field->text)), name, expected);
}

lf_status lf_csv_number(const lf_csv *csv, const lf_csv_field *field, double *value) {
    if (lf_number_whole(field->text, value) == LF_NUMBER_FINE) return LF_OK;
    return lf_csv_refuse(csv, field, "a finite number");
}

lf_status lf_csv_digest(lf_csv *csv, char hex[LF_SHA256_TEXT]) {
    return lf_input_digest(csv->split.text, hex);
}
