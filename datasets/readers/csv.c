/**
 * @file csv.c
 * @brief A user's CSV file: labels, groups and split are columns, the others features.
 *
 * Sets of the catalogue read theirs with parts/csv.h: no two have columns of the same kinds.
 */
#include "datasets/readers/parts/csv.h"

#include "datasets/readers/parts/roles.h"

/* A file being read. Zero before. */
typedef struct {
    lf_csv *csv;
    size_t columns;
    lf_user_roles is;
} csv_file;

static const lf_csv_format csv_format = {0};

static const char *csv_name(const void *csv, size_t column) {
    return lf_csv_column_name(csv, column);
}

static lf_status csv_find(const void *csv, const char *name, size_t *column) {
    return lf_csv_column(csv, name, column);
}

static lf_status csv_open(const lf_user_description *d, csv_file *c) {
    *c = (csv_file){0};
    LF_TRY(lf_csv_open(d->file[0], &csv_format, &c->csv));
    c->columns = lf_csv_columns(c->csv);
    const lf_user_header header = {c->csv, c->columns, csv_name, csv_find};
    return lf_user_roles_assign(d, &header, &c->is);
}

static void csv_close(csv_file *c) {
    lf_csv_close(c->csv);
    lf_user_roles_free(&c->is);
}

static lf_status csv_name_features(const csv_file *c, lf_user_table *t) {
    for (size_t j = 0; j < c->columns; j++)
        if (c->is.feature[j]) LF_TRY(lf_user_table_feature(t, lf_csv_column_name(c->csv, j)));
    if (t->features > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: no column is left for the features", t->of->file[0]);
}

static lf_status csv_take(const csv_file *c, const lf_csv_field *field, lf_user_column *column) {
    if (field->text[0] == '\0') return lf_csv_refuse(c->csv, field, "a value");
    const lf_status status = lf_user_column_add(column, field->text);
    if (status != LF_BAD_INPUT) return status;
    return lf_csv_refuse(c->csv, field, "at most 65,535 different values in the column");
}

static lf_status csv_survey_rows(const csv_file *c, lf_user_table *t) {
    const lf_csv_field *field;
    for (;;) {
        LF_TRY(lf_csv_next(c->csv, &field));
        if (!field) break;
        LF_TRY(csv_take(c, &field[c->is.label], &t->label));
        if (t->of->keys->split) LF_TRY(csv_take(c, &field[c->is.split], &t->split));
        for (unsigned g = 0; g < t->of->keys->groups_count; g++)
            LF_TRY(csv_take(c, &field[c->is.group[g]], &t->group[g]));
        t->rows++;
    }
    if (t->rows > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: a header without rows", t->of->file[0]);
}

static lf_status csv_survey(lf_user_table *t) {
    csv_file c;
    lf_status status = csv_open(t->of, &c);
    if (status == LF_OK) status = csv_name_features(&c, t);
    if (status == LF_OK) status = csv_survey_rows(&c, t);
    csv_close(&c);
    return status;
}

/* One row's features into the builder. */
static lf_status csv_features(const csv_file *c, const lf_csv_field *field, lf_builder *builder) {
    uint32_t at = 0;
    for (size_t j = 0; j < c->columns; j++) {
        double value;
        if (!c->is.feature[j]) continue;
        LF_TRY(lf_csv_number(c->csv, &field[j], &value));
        LF_TRY(lf_builder_entry(builder, at++, value));
    }
    return LF_OK;
}

static lf_status csv_fill_rows(const csv_file *c, const lf_user_table *t, bool test,
                               lf_builder *builder) {
    const lf_csv_field *field;
    for (size_t i = 0; i < t->rows; i++) {
        LF_TRY(lf_csv_next(c->csv, &field));
        if (!field) return lf_user_table_changed(t);
        if (!lf_user_table_has(t, test, i)) continue;
        LF_TRY(csv_features(c, field, builder));
        LF_TRY(lf_user_table_row(t, i, builder));
    }
    return LF_OK;
}

static lf_status csv_fill(const lf_user_table *t, bool test, lf_builder *builder) {
    csv_file c;
    lf_status status = csv_open(t->of, &c);
    if (status == LF_OK) status = csv_fill_rows(&c, t, test, builder);
    csv_close(&c);
    return status;
}

const lf_reader lf_reader_csv = {
    .format = "csv", .named = true, .survey = csv_survey, .fill = csv_fill};
