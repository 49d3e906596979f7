/**
 * @file builder_finish.c
 * @brief From the grown arrays to a finished table: names, sources, the last checks.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "datasets/table/builder_parts.h"
#include "datasets/table/image.h"

lf_status lf_builder_name(lf_builder *builder, size_t column, const char *format, ...) {
    if (column >= builder->entry->features)
        return lf_fail(LF_BAD_ARGUMENT, "%s: a name for column %zu of %zu", builder->entry->name,
                       column + 1, builder->entry->features);
    char *name = NULL;
    va_list arguments;
    va_start(arguments, format);
    int size = vasprintf(&name, format, arguments);
    va_end(arguments);
    if (size >= 0 && !builder->feature)
        builder->feature = calloc(builder->entry->features, sizeof *builder->feature);
    if (size < 0 || !builder->feature) {
        if (size >= 0) free(name);
        return lf_fail(LF_NO_MEMORY, "%s: no memory for a name", builder->entry->name);
    }
    free(builder->feature[column]);
    builder->feature[column] = name;
    return LF_OK;
}

lf_status lf_builder_source(lf_builder *builder, const char *path, const char *sha256) {
    LF_TRY(lf_grow(&builder->source, builder->sources, sizeof *builder->source, path));
    builder_source *source = &builder->source[builder->sources];
    source->path = strdup(path);
    if (!source->path) return lf_fail(LF_NO_MEMORY, "%s: no memory for a path", path);
    snprintf(source->sha256, sizeof source->sha256, "%s", sha256);
    builder->sources++;
    return LF_OK;
}

const char *lf_builder_digest(const lf_builder *builder, const char *path) {
    for (size_t s = 0; s < builder->sources; s++)
        if (strcmp(builder->source[s].path, path) == 0) return builder->source[s].sha256;
    return NULL;
}

/* The counts of the catalogue, and a category for every row. */
static lf_status builder_check(const lf_builder *b) {
    const lf_dataset *e = b->entry;
    if (b->rows != e->rows || b->train_rows != e->train_rows)
        return lf_fail(LF_BAD_INPUT,
                       "%s: found %zu rows, %zu of them for training; the catalogue has %zu and "
                       "%zu",
                       e->name, b->rows, b->train_rows, e->rows, e->train_rows);
    for (const builder_attribute *a = b->attribute; a < b->attribute + b->attributes; a++) {
        for (size_t i = 0; i < b->rows; i++) {
            if (a->code[i] == BUILDER_UNSET)
                return lf_fail(LF_BAD_INPUT, "%s: row %zu has no %s", e->name, i + 1, a->name);
            lf_spill_passed(&a->codes, i * sizeof *a->code, (i + 1) * sizeof *a->code);
        }
    }
    return LF_OK;
}

/* The names that LIBSVM's own tools would print. */
static lf_status builder_name_all(lf_builder *b) {
    if (!b->feature && b->entry->features > LF_DATA_NAMED) return LF_OK;
    for (size_t j = 0; j < b->entry->features; j++)
        if (!b->feature || !b->feature[j]) LF_TRY(lf_builder_name(b, j, "f%zu", j + 1));
    return LF_OK;
}

lf_status lf_builder_finish_in(lf_builder *builder, const char *identity, int fd, const char *path,
                               lf_data **data) {
    lf_builder *b = builder;
    *data = NULL;
    LF_TRY(builder_check(b));
    LF_TRY(builder_name_all(b));
    lf_attribute attribute[BUILDER_ATTRIBUTES];
    for (size_t a = 0; a < b->attributes; a++)
        attribute[a] = (lf_attribute){b->attribute[a].name, b->attribute[a].categories,
                                      b->attribute[a].category, b->attribute[a].code};
    /* A view of our arrays; the image copies them into one block, the form the cache stores too. */
    lf_data view = {.name = b->entry->name,
                    .sha256 = identity,
                    .rows = b->rows,
                    .features = b->entry->features,
                    .train_rows = b->train_rows,
                    .row_start = b->form == BUILDER_SPARSE ? b->row_start : NULL,
                    .column = b->column,
                    .value = b->value,
                    .dense = b->dense,
                    .pixel = b->pixel,
                    .channels = b->channels,
                    .height = b->height,
                    .width = b->width,
                    .label = b->label,
                    .attributes = b->attributes,
                    .attribute = attribute,
                    .feature = (const char *const *)b->feature};
    void *bytes = NULL;
    size_t size_bytes = 0;
    const bool placed = (b->columns.file && b->columns.lent) || (b->cells.file && b->cells.lent);
    LF_TRY(lf_image_pack(&view, placed, fd, path, &bytes, &size_bytes));
    /* What was mapped was written just now: its pages are not read again for a check. */
    const lf_image_origin origin = fd < 0 ? LF_IMAGE_HEAP : LF_IMAGE_KNOWN;
    const lf_status status = lf_image_open(bytes, size_bytes, origin, data);
    if (status != LF_OK) lf_image_release(bytes, size_bytes, origin);
    return status;
}

lf_status lf_builder_finish(lf_builder *builder, const char *identity, lf_data **data) {
    return lf_builder_finish_in(builder, identity, -1, "", data);
}
