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
                           p->of->file[0], *column + 1, j + 1, name);
    p->is_feature[*column] = false;
    return LF_OK;
}

static lf_status rows_assign(rows_pass *p) {
    const lf_user_keys *keys = p->of->keys;
    size_t ignored;
    LF_TRY(rows_find(p, keys->label, &p->label));
    if (keys->split) LF_TRY(rows_find(p, keys->split, &p->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(rows_find(p, keys->groups[g], &p->group[g]));
    for (unsigned k = 0; k < keys->ignore_count; k++)
        LF_TRY(rows_find(p, keys->ignore[k], &ignored));
    return LF_OK;
}

static lf_status rows_open(rows_pass *p) {
    const char *path = p->of->file[0];
    LF_TRY(p->rows->open(path, &p->file));
    while (p->rows->name(p->file, p->columns))
        p->columns++;
    p->is_feature = malloc((p->columns + 1) * sizeof *p->is_feature);
    if (!p->is_feature) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", path);
    memset(p->is_feature, true, p->columns);
    const lf_status status = rows_assign(p);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", p->of->path);
}

static void rows_close(rows_pass *p) {
    p->rows->close(p->file);
    free(p->is_feature);
}

static lf_status rows_survey(const rows_pass *p, lf_user_table *t) {
    bool found;
    LF_TRY(p->rows->declare(p->file, p->is_feature, t));
    if (t->features == 0)
        return lf_fail(LF_BAD_INPUT, "%s: no column is left for the features", p->of->file[0]);
    for (;; t->rows++) {
        LF_TRY(p->rows->next(p->file, &found));
        if (!found) break;
        LF_TRY(p->rows->take(p->file, p->label, &t->label));
        if (p->of->keys->split) LF_TRY(p->rows->take(p->file, p->split, &t->split));
        for (unsigned g = 0; g < p->of->keys->groups_count; g++)
            LF_TRY(p->rows->take(p->file, p->group[g], &t->group[g]));
    }
    if (t->rows > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: a header without rows", p->of->file[0]);
}

static lf_status rows_fill(const rows_pass *p, const lf_user_table *t, bool test,
                           lf_builder *builder) {
    bool found;
    for (size_t i = 0; i < t->rows; i++) {
        LF_TRY(p->rows->next(p->file, &found));
        if (!found) return lf_user_table_changed(t);
        if (!lf_user_table_has(t, test, i)) continue;
        LF_TRY(p->rows->features(p->file, p->is_feature, builder));
        LF_TRY(lf_user_table_row(t, i, builder));
    }
    return LF_OK;
}

lf_status lf_user_rows_survey(lf_user_table *table) {
    rows_pass p = {.of = table->of, .rows = table->of->reader->rows};
    lf_status status = rows_open(&p);
    if (status == LF_OK) status = rows_survey(&p, table);
    rows_close(&p);
    return status;
}

lf_status lf_user_rows_fill(const lf_user_table *table, bool test, lf_builder *builder) {
    rows_pass p = {.of = table->of, .rows = table->of->reader->rows};
    lf_status status = rows_open(&p);
    if (status == LF_OK) status = rows_fill(&p, table, test, builder);
    rows_close(&p);
    return status;
}
