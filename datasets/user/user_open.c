/**
 * @file user_open.c
 * @brief From a description to a table.
 */
#include "datasets/user/user_open.h"

#include <stdlib.h>

#include "datasets/obtain/cache.h"
#include "datasets/user/settle.h"

static lf_status user_fill(const lf_user_table *t, lf_builder *builder) {
    const lf_user_description *d = t->of;
    if (!t->sparse) lf_builder_set_dense(builder);
    for (unsigned g = 0; g < d->keys->groups_count; g++)
        LF_TRY(lf_builder_attribute(builder, t->group_name[g], t->group[g].categories,
                                    (const char *const *)t->group[g].category));
    for (size_t j = 0; t->feature && j < t->features; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", t->feature[j]));
    LF_TRY(d->reader->fill(t, false, builder));
    if (t->split.rows == 0) return LF_OK;
    lf_builder_end_training(builder);
    return d->reader->fill(t, true, builder);
}

/* The builder's entry states what the survey found, so that it checks the passes against it. */
static lf_status user_build(const lf_user_table *t, lf_data **data) {
    lf_dataset entry = {.name = t->of->name, .rows = t->rows, .features = t->features};
    for (size_t i = 0; t->split.rows > 0 && i < t->rows; i++)
        entry.train_rows += lf_user_table_has(t, false, i);
    lf_builder *builder;
    LF_TRY(lf_builder_create(&entry, &builder));
    lf_status status = user_fill(t, builder);
    if (status == LF_OK) status = lf_builder_finish(builder, t->of->identity, data);
    lf_builder_free(builder);
    return status;
}

static lf_status user_read(const lf_user_description *d, lf_data **data) {
    lf_user_table *t = calloc(1, sizeof *t);
    if (!t) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", d->path);
    t->of = d;
    lf_status status = d->reader->survey(t);
    if (status == LF_OK) status = lf_user_settle(t);
    if (status == LF_OK) status = user_build(t, data);
    lf_user_table_free(t);
    free(t);
    return status;
}

lf_status lf_user_open(const char *path, lf_data **data) {
    lf_user_description *d = calloc(1, sizeof *d);
    *data = NULL;
    if (!d) return lf_fail(LF_NO_MEMORY, "%s: no memory for a description", path);
    lf_status status = lf_user_describe(path, d);
    if (status == LF_OK) lf_cache_load(d->identity, data);
    if (status == LF_OK && !*data) {
        status = user_read(d, data);
        if (status == LF_OK) lf_cache_keep(d->identity, data);
    }
    lf_user_description_free(d);
    free(d);
    return status;
}
