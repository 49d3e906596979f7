/**
 * @file rows.c
 * @brief What each named column is for, as the description says, and what is done with its values.
 */
#include "datasets/readers/parts/rows.h"

#include <stdlib.h>
#include <string.h>

/* A file being read. Zero before. A column may be both label and group. */
typedef struct {
    const lf_user_description *of;
    const lf_user_rows *rows;
    const char *path;
    void *file;
    size_t columns;
    bool *is_feature; /* columns: those that the description does not name */
    size_t label, split, group[LF_USER_GROUPS];
} rows_pass;

static lf_status rows_find(const rows_pass *p, const char *name, size_t *column) {
    LF_TRY(p->rows->find(p->file, name, column));
    for (size_t j = *column + 1; j < p->columns; j++)
        if (strcmp(p->rows->name(p->file, j), name) == 0)
            return lf_fail(LF_BAD_INPUT,
                           "%s: columns %zu and %zu are both called \"%s\"; rename one of them",
                           p->path, *column + 1, j + 1, name);
    p->is_feature[*column] = false;
    return LF_OK;
}

/* All columns of that name: two that are alike in nothing else are no reason to rename any. */
static lf_status rows_ignore(rows_pass *p, const char *name) {
    size_t first;
    LF_TRY(p->rows->find(p->file, name, &first));
    for (size_t j = first; j < p->columns; j++)
        if (strcmp(p->rows->name(p->file, j), name) == 0) p->is_feature[j] = false;
    return LF_OK;
}

static lf_status rows_assign(rows_pass *p) {
    const lf_user_keys *keys = p->of->keys;
    LF_TRY(rows_find(p, keys->label, &p->label));
    if (keys->split) LF_TRY(rows_find(p, keys->split, &p->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(rows_find(p, keys->groups[g], &p->group[g]));
    for (unsigned k = 0; k < keys->ignore_count; k++)
        LF_TRY(rows_ignore(p, keys->ignore[k]));
    return LF_OK;
}

static lf_status rows_open(rows_pass *p) {
    LF_TRY(p->rows->open(p->of, p->path, &p->file));
    while (p->rows->name(p->file, p->columns))
        p->columns++;
    p->is_feature = malloc((p->columns + 1) * sizeof *p->is_feature);
    if (!p->is_feature) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", p->path);
    memset(p->is_feature, true, p->columns);
    const lf_status status = rows_assign(p);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", p->of->path);
}

static void rows_close(rows_pass *p) {
    p->rows->close(p->file);
    free(p->is_feature);
}

/* The first file names the features; the others have to have the same. */
static lf_status rows_declare(const rows_pass *p, size_t f, lf_user_table *t, lf_builder *builder) {
    lf_user_table again = {.of = p->of};
    LF_TRY(p->rows->declare(p->file, p->is_feature, f == 0 ? t : &again));
    if (f == 0 && t->features == 0)
        return lf_fail(LF_BAD_INPUT, "%s: no column is left for the features", p->path);
    if (f == 0) {
        lf_user_table_settle(t, builder);
        return LF_OK;
    }
    bool same = again.features == t->features;
    for (size_t j = 0; same && j < t->features; j++)
        same = strcmp(again.feature[j], t->feature[j]) == 0;
    const lf_status status =
        same ? LF_OK : lf_user_table_differs(t, f, again.features, again.feature);
    lf_user_table_free(&again);
    return status;
}

static lf_status rows_take(const rows_pass *p, size_t f, lf_user_table *t, lf_builder *builder) {
    char hex[LF_SHA256_TEXT];
    const size_t before = t->rows;
    bool found;
    LF_TRY(rows_declare(p, f, t, builder));
    for (;;) {
        LF_TRY(p->rows->next(p->file, t, &found));
        if (!found) break;
        if (!t->sparse) LF_TRY(lf_builder_expand(builder));
        LF_TRY(p->rows->take(p->file, p->label, &t->label));
        if (p->of->keys->split) LF_TRY(p->rows->take(p->file, p->split, &t->split));
        for (unsigned g = 0; g < p->of->keys->groups_count; g++)
            LF_TRY(p->rows->take(p->file, p->group[g], &t->group[g]));
        LF_TRY(p->rows->features(p->file, p->is_feature, builder));
        LF_TRY(lf_user_table_row(t, builder));
    }
    if (t->rows == before) return lf_fail(LF_BAD_INPUT, "%s: a header without rows", p->path);
    LF_TRY(p->rows->digest(p->file, hex));
    return lf_builder_source(builder, p->path, hex);
}

lf_status lf_user_rows_take(lf_user_table *table, lf_builder *builder) {
    lf_status status = LF_OK;
    for (size_t f = 0; f < table->of->features && status == LF_OK; f++) {
        rows_pass p = {
            .of = table->of, .rows = table->of->reader->rows, .path = table->of->file[f]};
        lf_user_table_file(table, f, builder);
        status = rows_open(&p);
        if (status == LF_OK) status = rows_take(&p, f, table, builder);
        rows_close(&p);
    }
    return status;
}
