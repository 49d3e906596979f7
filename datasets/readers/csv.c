/**
 * @file csv.c
 * @brief A user's CSV file: labels, groups and split are columns, the others features.
 *
 * Sets of the catalogue read theirs with parts/csv.h: no two have columns of the same kinds.
 */
#include "datasets/readers/parts/csv.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "datasets/readers/parts/rows.h"

typedef struct {
    lf_csv_format format;
    lf_csv *csv;
    const lf_csv_field *field; /* of the row */
} csv_file;

/* A row without names before it would be lost: no row of data, the header of a data frame whose
 * columns are numbered, is one of whole numbers that go up from 0. */
static lf_status csv_check_header(const csv_file *c, const char *path) {
    double number, last = -1;
    bool up = true;
    for (size_t j = 0; j < lf_csv_columns(c->csv); j++) {
        if (!lf_number_parse(lf_csv_column_name(c->csv, j), &number)) return LF_OK;
        up = up && number > last && number == floor(number);
        last = number;
    }
    if (up) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s:1:1: the header is numbers, as a row is; put a line of names before", path);
}

static lf_status csv_open(const lf_user_description *of, const char *path, void **file) {
    csv_file *c = *file = calloc(1, sizeof *c);
    if (!c) return lf_fail(LF_NO_MEMORY, "%s: no memory", path);
    if (of->keys->separator) c->format.separator = of->keys->separator[0];
    LF_TRY(lf_csv_open(path, &c->format, &c->csv));
    return csv_check_header(c, path);
}

static void csv_close(void *file) {
    if (file) lf_csv_close(((csv_file *)file)->csv);
    free(file);
}

static const char *csv_name(const void *file, size_t column) {
    const csv_file *c = file;
    return column < lf_csv_columns(c->csv) ? lf_csv_column_name(c->csv, column) : NULL;
}

static lf_status csv_find(const void *file, const char *name, size_t *column) {
    return lf_csv_column(((const csv_file *)file)->csv, name, column);
}

static lf_status csv_declare(void *file, const bool *is_feature, lf_user_table *table) {
    for (size_t j = 0; csv_name(file, j); j++) {
        if (!is_feature[j]) continue;
        /* Tables of data frames begin with their row numbers, which are no feature. */
        if (csv_name(file, j)[0] == '\0')
            return lf_fail(
                LF_BAD_INPUT,
                "%s: column %zu has no name: name it in the header, then it is a feature "
                "or can be ignored",
                table->of->file[0], j + 1);
        LF_TRY(lf_user_table_feature(table, "%s", csv_name(file, j)));
    }
    return LF_OK;
}

static lf_status csv_next(void *file, lf_user_table *table, bool *found) {
    csv_file *c = file;
    (void)table;
    LF_TRY(lf_csv_next(c->csv, &c->field));
    *found = c->field != NULL;
    return LF_OK;
}

static lf_status csv_take(void *file, size_t column, lf_user_column *to) {
    const csv_file *c = file;
    const lf_csv_field *field = &c->field[column];
    if (lf_user_column_missing(field->text))
        return lf_csv_refuse(c->csv, field, "a value; " LF_USER_MISSING " are none");
    const lf_status status = lf_user_column_add(to, field->text);
    if (status != LF_BAD_INPUT) return status;
    return lf_csv_refuse(c->csv, field, "at most 65,535 different values in the column");
}

static lf_status csv_features(void *file, const bool *is_feature, lf_builder *builder) {
    const csv_file *c = file;
    uint32_t at = 0;
    for (size_t j = 0; j < lf_csv_columns(c->csv); j++) {
        double value;
        if (!is_feature[j]) continue;
        if (lf_number_whole(c->field[j].text, &value) != LF_NUMBER_FINE)
            return lf_csv_refuse(c->csv, &c->field[j], "a finite number, or ignore the column");
        LF_TRY(lf_builder_entry(builder, at++, value));
    }
    return LF_OK;
}

static lf_status csv_digest(void *file, char hex[LF_SHA256_TEXT]) {
    return lf_csv_digest(((csv_file *)file)->csv, hex);
}

static const lf_user_rows csv_rows = {
    .open = csv_open,
    .close = csv_close,
    .name = csv_name,
    .find = csv_find,
    .declare = csv_declare,
    .next = csv_next,
    .take = csv_take,
    .features = csv_features,
    .digest = csv_digest,
};

const lf_reader lf_reader_csv = {.format = "csv", .rows = &csv_rows, .take = lf_user_rows_take};
