/**
 * @file user_csv.c
 * @brief A user's CSV file: labels, groups and split are columns, the others features.
 */
#include <stdlib.h>
#include <string.h>

#include "datasets/readers/parts/csv.h"
#include "datasets/user/user_table.h"

/* What a column is for. A column may be both label and group. */
enum { CSV_FEATURE = 0, CSV_IGNORED = 1, CSV_LABEL = 2, CSV_SPLIT = 4, CSV_GROUP = 8 };

/* A file being read. Zero before. */
typedef struct {
    lf_csv *csv;
    const char *path;
    size_t columns;
    unsigned char *use; /* columns: bits of the above */
    size_t label, split, group[LF_USER_GROUPS];
} csv_user;

static const lf_csv_format csv_format = {0};

/* A second column of a name would be taken for a feature: the label itself, perhaps. */
static lf_status csv_find(csv_user *c, const char *name, unsigned char use, size_t *column) {
    LF_TRY(lf_csv_column(c->csv, name, column));
    for (size_t j = *column + 1; j < c->columns; j++)
        if (strcmp(lf_csv_column_name(c->csv, j), name) == 0)
            return lf_fail(LF_BAD_INPUT,
                           "%s: columns %zu and %zu are both called \"%s\"; rename one of them",
                           c->path, *column + 1, j + 1, name);
    c->use[*column] |= use;
    return LF_OK;
}

/* c->use <- what the description says. */
static lf_status csv_assign(csv_user *c, const lf_user_keys *keys) {
    size_t ignored;
    LF_TRY(csv_find(c, keys->label, CSV_LABEL, &c->label));
    if (keys->split) LF_TRY(csv_find(c, keys->split, CSV_SPLIT, &c->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(csv_find(c, keys->groups[g], CSV_GROUP, &c->group[g]));
    for (unsigned k = 0; k < keys->ignore_count; k++)
        LF_TRY(csv_find(c, keys->ignore[k], CSV_IGNORED, &ignored));
    return LF_OK;
}

static lf_status csv_user_open(const lf_user_description *d, csv_user *c) {
    *c = (csv_user){.path = d->file[0]};
    LF_TRY(lf_csv_open(d->file[0], &csv_format, &c->csv));
    c->columns = lf_csv_columns(c->csv);
    c->use = calloc(c->columns + 1, sizeof *c->use);
    if (!c->use) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", d->file[0]);
    const lf_status status = csv_assign(c, d->keys);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", d->path);
}

static void csv_user_close(csv_user *c) {
    lf_csv_close(c->csv);
    free(c->use);
}

static lf_status csv_name_features(const csv_user *c, lf_user_table *t) {
    t->feature = calloc(c->columns + 1, sizeof *t->feature);
    if (!t->feature) return lf_fail(LF_NO_MEMORY, "no memory for the names of the features");
    for (size_t j = 0; j < c->columns; j++) {
        if (c->use[j] != CSV_FEATURE) continue;
        t->feature[t->features] = strdup(lf_csv_column_name(c->csv, j));
        if (!t->feature[t->features++]) return lf_fail(LF_NO_MEMORY, "no memory for a name");
    }
    if (t->features > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: no column is left for the features", t->of->file[0]);
}

static lf_status csv_take(const csv_user *c, const lf_csv_field *field, lf_user_column *column) {
    if (field->text[0] == '\0') return lf_csv_refuse(c->csv, field, "a value");
    const lf_status status = lf_user_column_add(column, field->text);
    if (status != LF_BAD_INPUT) return status;
    return lf_csv_refuse(c->csv, field, "at most 65,535 different values in the column");
}

static lf_status csv_survey_rows(const csv_user *c, lf_user_table *t) {
    const lf_csv_field *field;
    for (;;) {
        LF_TRY(lf_csv_next(c->csv, &field));
        if (!field) break;
        LF_TRY(csv_take(c, &field[c->label], &t->label));
        if (t->of->keys->split) LF_TRY(csv_take(c, &field[c->split], &t->split));
        for (unsigned g = 0; g < t->of->keys->groups_count; g++)
            LF_TRY(csv_take(c, &field[c->group[g]], &t->group[g]));
        t->rows++;
    }
    if (t->rows > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: a header without rows", t->of->file[0]);
}

static lf_status csv_survey(lf_user_table *t) {
    csv_user c;
    lf_status status = csv_user_open(t->of, &c);
    if (status == LF_OK) status = csv_name_features(&c, t);
    if (status == LF_OK) status = csv_survey_rows(&c, t);
    csv_user_close(&c);
    return status;
}

/* One row's features into the builder. */
static lf_status csv_features(const csv_user *c, const lf_csv_field *field, lf_builder *builder) {
    uint32_t at = 0;
    for (size_t j = 0; j < c->columns; j++) {
        double value;
        if (c->use[j] != CSV_FEATURE) continue;
        LF_TRY(lf_csv_number(c->csv, &field[j], &value));
        LF_TRY(lf_builder_entry(builder, at++, value));
    }
    return LF_OK;
}

static lf_status csv_fill_rows(const csv_user *c, const lf_user_table *t, bool test,
                               lf_builder *builder) {
    const lf_csv_field *field;
    for (size_t i = 0; i < t->rows; i++) {
        LF_TRY(lf_csv_next(c->csv, &field));
        if (!field) return lf_fail(LF_BAD_INPUT, "%s: changed while it was read", t->of->file[0]);
        if (!lf_user_table_has(t, test, i)) continue;
        LF_TRY(csv_features(c, field, builder));
        LF_TRY(lf_user_table_row(t, i, builder));
    }
    return LF_OK;
}

static lf_status csv_fill(const lf_user_table *t, bool test, lf_builder *builder) {
    csv_user c;
    lf_status status = csv_user_open(t->of, &c);
    if (status == LF_OK) status = csv_fill_rows(&c, t, test, builder);
    csv_user_close(&c);
    return status;
}

const lf_user_reader lf_user_csv = {csv_survey, csv_fill};
