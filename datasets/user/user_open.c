/**
 * @file user_open.c
 * @brief From a description to a table: known by a note, by the files' content, or read.
 */
#include "datasets/user/user_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "datasets/files/bytes.h"
#include "datasets/obtain/cache.h"
#include "datasets/obtain/stamp.h"
#include "datasets/user/settle.h"

/* The code of row i of a column whose rows are gone through. */
static uint16_t user_code(const lf_user_column *column, size_t i) {
    const uint16_t code = column->code[i];
    lf_spill_passed(&column->codes, i * sizeof code, (i + 1) * sizeof code);
    return code;
}

/* Is row i in this part? Without a split all rows are in the first. */
static bool user_has(const lf_user_table *t, bool test, size_t i) {
    return (t->split.rows > 0 && t->test[user_code(&t->split, i)]) == test;
}

/* The rows of a table with a split once more, those that train first. */
static lf_status user_order(const lf_user_table *t, int fd, lf_builder **builder) {
    lf_builder *from = *builder, *to;
    lf_status status = lf_builder_create(&t->entry, &to);
    if (status != LF_OK) return status;
    lf_builder_place(to, fd);
    if (!t->sparse) lf_builder_set_dense(to);
    for (int test = 0; test < 2; test++) {
        for (size_t i = 0; i < t->rows && status == LF_OK; i++)
            if (user_has(t, test, i)) status = lf_builder_copy(to, from, i);
        if (!test) lf_builder_end_training(to);
    }
    lf_builder_free(from);
    *builder = to;
    return status;
}

/* What is called so can be written into JSON and reports. */
static lf_status user_named(const lf_user_table *t, const char *what, size_t i, const char *name) {
    if (lf_text_is_utf8(name)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: the name of %s %zu is not UTF-8; convert the file, with iconv for example",
                   t->of->path, what, i + 1);
}

static lf_status user_names(const lf_user_table *t) {
    for (size_t j = 0; t->feature && j < t->features; j++)
        LF_TRY(user_named(t, "feature", j, t->feature[j]));
    for (unsigned g = 0; g < t->of->keys->groups_count; g++) {
        LF_TRY(user_named(t, "group column", g, t->group_name[g]));
        for (size_t k = 0; k < t->group[g].categories; k++)
            LF_TRY(user_named(t, "category", k, t->group[g].category[k]));
    }
    return LF_OK;
}

/* Names of the features; labels and groups of the rows, in the order that these have now. */
static lf_status user_label(const lf_user_table *t, lf_builder *builder) {
    const lf_user_description *d = t->of;
    for (unsigned g = 0; g < d->keys->groups_count; g++)
        LF_TRY(lf_builder_attribute(builder, t->group_name[g], t->group[g].categories,
                                    (const char *const *)t->group[g].category));
    for (size_t j = 0; t->feature && j < t->features; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", t->feature[j]));
    size_t row = 0;
    for (int test = 0; test < 2; test++)
        for (size_t i = 0; i < t->rows; i++) {
            if (!user_has(t, test, i)) continue;
            lf_builder_relabel(builder, row, t->value[user_code(&t->label, i)]);
            for (unsigned g = 0; g < d->keys->groups_count; g++)
                LF_TRY(lf_builder_code(builder, g, row, user_code(&t->group[g], i)));
            row++;
        }
    return LF_OK;
}

/* Is the table what the description says that it is? A file that was cut short, or another one, is
 * not. */
static lf_status user_expected(const lf_user_table *t, const lf_builder *builder) {
    const lf_user_description *d = t->of;
    const lf_user_keys *keys = d->keys;
    char found[LF_SHA256_TEXT];
    if (keys->shape && (keys->shape[0] != t->rows || keys->shape[1] != t->features))
        return lf_fail(LF_BAD_INPUT,
                       "%s: shape: found %zu x %zu, expected %zu x %zu, rows and features; get the "
                       "files again, or correct the shape",
                       d->path, t->rows, t->features, keys->shape[0], keys->shape[1]);
    if (!keys->sha256) return LF_OK;
    const char *known = lf_builder_digest(builder, d->file[0]);
    if (known)
        memcpy(found, known, sizeof found);
    else
        LF_TRY(lf_bytes_hash(d->file[0], found));
    if (strcmp(found, keys->sha256) == 0) return LF_OK;
    const bool packed = lf_path_ends(d->file[0], ".gz") || lf_path_ends(d->file[0], ".zst");
    return lf_fail(
        LF_BAD_INPUT,
        "%s: sha256: that of %s%s is %s, expected %s; get the file again, or correct the "
        "checksum",
        d->path, packed ? "the uncompressed content of " : "", d->file[0], found, keys->sha256);
}

/* The entry states limits until the pass has shown what there is. */
static lf_status user_build(lf_user_table *t, int fd, lf_builder **builder) {
    if (!t->of->keys->split) lf_builder_place(*builder, fd);
    LF_TRY(t->of->reader->take(t, *builder));
    LF_TRY(user_expected(t, *builder));
    LF_TRY(lf_user_settle(t));
    LF_TRY(user_names(t));
    t->entry.rows = t->rows;
    t->entry.train_rows = t->train_rows;
    for (size_t i = 0; t->split.rows > 0 && i < t->rows; i++)
        t->entry.train_rows += user_has(t, false, i);
    if (t->split.rows > 0) LF_TRY(user_order(t, fd, builder));
    return user_label(t, *builder);
}

/* Are the files those that they were before, by their stamp and by their content, each if it is
 * known? What is read in one go and hashed in another may be of two files. */
static lf_status user_unchanged(const lf_user_description *d, const char *note, const char *before,
                                const char *identity) {
    char after[LF_PATH_BYTES] = "";
    const bool stamped = !note[0] || (lf_user_stamp(d, after) && strcmp(note, after) == 0);
    if (stamped && (!before[0] || strcmp(before, identity) == 0)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: a file changed while it was read; start again", d->path);
}

lf_status lf_user_make(const lf_user_description *description, lf_draft *part, const char *note,
                       char identity[LF_SHA256_TEXT], lf_data **data) {
    const lf_user_description *d = description;
    char before[LF_SHA256_TEXT];
    memcpy(before, identity, sizeof before);
    lf_user_table *t = calloc(1, sizeof *t);
    lf_builder *builder = NULL;
    if (!t) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", d->path);
    t->of = d;
    t->entry = (lf_dataset){.name = d->name, .rows = UINT32_MAX - 1, .features = UINT32_MAX};
    lf_status status = lf_builder_create(&t->entry, &builder);
    if (status == LF_OK) status = user_build(t, part->fd, &builder);
    if (status == LF_OK) status = lf_user_identify(d, builder, identity);
    if (status == LF_OK) status = user_unchanged(d, note, before, identity);
    if (status == LF_OK) status = lf_user_pinned(d, identity);
    if (status == LF_OK) status = lf_cache_keep(part, builder, identity, data);
    lf_builder_free(builder);
    lf_user_table_free(t);
    free(t);
    return status;
}

/* Read the files, and note what they are. */
static lf_status user_read(const lf_user_description *d, lf_draft *part, const char *note,
                           char identity[LF_SHA256_TEXT], lf_data **data) {
    LF_TRY(lf_user_make(d, part, note, identity, data));
    if (note[0]) lf_stamp_note(note, identity, (*data)->rows, (*data)->train_rows);
    return LF_OK;
}

/* *data <- the table if its identity is known, and it is in the cache. */
static lf_status user_recall(const lf_user_description *d, const char *note,
                             char identity[LF_SHA256_TEXT], lf_data **data) {
    size_t rows, train_rows;
    if (!identity[0] && note[0] && !lf_stamp_recall(note, identity, &rows, &train_rows))
        identity[0] = '\0';
    if (!identity[0]) return LF_OK;
    LF_TRY(lf_user_pinned(d, identity));
    lf_cache_load(identity, data);
    return LF_OK;
}

/* What changed within the last second has no stamp: it is known by its content alone. */
static lf_status user_find(const lf_user_description *d, bool again, lf_data **data) {
    char note[LF_PATH_BYTES] = "", identity[LF_SHA256_TEXT] = "", key[LF_SHA256_TEXT];
    lf_draft part = {.fd = -1};
    if (!lf_user_stamp(d, note)) note[0] = '\0';
    if (again || !note[0]) LF_TRY(lf_user_identify(d, NULL, identity));
    if (again) lf_cache_verify(identity);
    if (again && note[0]) unlink(note);
    LF_TRY(user_recall(d, note, identity, data));
    if (*data && again && note[0])
        lf_stamp_note(note, identity, (*data)->rows, (*data)->train_rows);
    if (*data) return LF_OK;
    const char *name = note[0] ? strrchr(note, '/') + 1 : identity;
    snprintf(key, sizeof key, "%s", name);
    lf_cache_hold(key, &part);
    lf_status status = part.fd < 0 ? LF_OK : user_recall(d, note, identity, data);
    if (status == LF_OK && !*data) status = user_read(d, &part, note, identity, data);
    lf_cache_leave(&part);
    return status;
}

lf_status lf_user_open(const char *path, bool again, lf_data **data) {
    lf_user_description *d = calloc(1, sizeof *d);
    *data = NULL;
    if (!d) return lf_fail(LF_NO_MEMORY, "%s: no memory for a description", path);
    lf_status status = lf_user_describe(path, d);
    if (status == LF_OK) status = user_find(d, again, data);
    lf_user_description_free(d);
    free(d);
    return status;
}

lf_status lf_user_identity(const char *path, char identity[LF_SHA256_TEXT]) {
    char note[LF_PATH_BYTES];
    size_t rows, train_rows;
    lf_user_description *d = calloc(1, sizeof *d);
    identity[0] = '\0';
    if (!d) return lf_fail(LF_NO_MEMORY, "%s: no memory for a description", path);
    lf_status status = lf_user_describe(path, d);
    if (status == LF_OK &&
        !(lf_user_stamp(d, note) && lf_stamp_recall(note, identity, &rows, &train_rows)))
        status = lf_user_identify(d, NULL, identity);
    lf_user_description_free(d);
    free(d);
    return status;
}
