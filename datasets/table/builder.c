/**
 * @file builder.c
 * @brief Growing the arrays of a table; what is in them already is for builder_rows.c.
 */
#include "datasets/table/builder.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/table/builder_parts.h"

/* Limits to 32 bits are checked here once: columns and row numbers are stored in 32 bits. */
lf_status lf_builder_create(const lf_dataset *entry, lf_builder **builder) {
    lf_builder *b = *builder = NULL;
    if (entry->features <= UINT32_MAX && entry->rows <= UINT32_MAX) b = calloc(1, sizeof *b);
    if (!b)
        return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu features", entry->name,
                       entry->features);
    b->entry = entry;
    *builder = b;
    return LF_OK;
}

/* Only one of the two is ever filled. */
void lf_builder_place(lf_builder *builder, int fd) {
    builder->columns.lent = builder->cells.lent = fd + 1;
}

const void *lf_builder_recipe(const lf_builder *builder) {
    return builder->entry->recipe;
}

void lf_builder_free(lf_builder *builder) {
    if (!builder) return;
    for (size_t j = 0; builder->feature && j < builder->entry->features; j++)
        free(builder->feature[j]);
    free(builder->feature);
    for (size_t a = 0; a < builder->attributes; a++)
        lf_spill_free(&builder->attribute[a].codes);
    for (size_t s = 0; s < builder->sources; s++)
        free(builder->source[s].path);
    free(builder->source);
    lf_spill_free(&builder->starts);
    lf_spill_free(&builder->columns);
    lf_spill_free(&builder->values);
    lf_spill_free(&builder->cells);
    lf_spill_free(&builder->labels);
    free(builder);
}

/* Let the spill, and *array in it, hold `need` items. */
static lf_status builder_reserve(const lf_builder *b, void **array, lf_spill *spill, size_t need,
                                 size_t item_bytes) {
    size_t bytes = 0;
    if (__builtin_mul_overflow(need, item_bytes, &bytes))
        return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu items of %zu bytes", b->entry->name,
                       need, item_bytes);
    if (bytes <= spill->room_bytes) return LF_OK;
    const lf_status status = lf_spill_reserve(spill, bytes);
    if (status != LF_OK) return lf_fail_within(status, "%s: ", b->entry->name);
    *array = spill->at;
    return LF_OK;
}

void lf_builder_set_dense(lf_builder *builder) {
    assert(builder->rows == 0 && builder->nonzeros == 0);
    builder->form = BUILDER_DENSE;
}

lf_status lf_builder_set_pixels(lf_builder *builder, size_t channels, size_t height, size_t width) {
    assert(builder->rows == 0 && builder->nonzeros == 0);
    size_t features = 0;
    bool overflow = __builtin_mul_overflow(channels, height, &features) ||
                    __builtin_mul_overflow(features, width, &features);
    if (overflow || features == 0 || features != builder->entry->features)
        return lf_fail(LF_BAD_ARGUMENT, "%s: images of %zu x %zu x %zu, but %zu features",
                       builder->entry->name, channels, height, width, builder->entry->features);
    builder->form = BUILDER_PIXELS;
    builder->channels = channels;
    builder->height = height;
    builder->width = width;
    return LF_OK;
}

/* A row of a dense table begins as zeros; one of images comes whole. */
static lf_status builder_open_cells(lf_builder *b) {
    const size_t features = b->entry->features, before = b->rows * features;
    if (b->form == BUILDER_PIXELS)
        return builder_reserve(b, (void **)&b->pixel, &b->cells, before + features, 1);
    LF_TRY(builder_reserve(b, (void **)&b->dense, &b->cells, before + features, sizeof(double)));
    if (features > 0) memset(b->dense + before, 0, features * sizeof *b->dense);
    return LF_OK;
}

static lf_status builder_open_row(lf_builder *b) {
    if (b->row_open) return LF_OK;
    if (b->rows >= b->entry->rows)
        return lf_fail(LF_BAD_INPUT, "%s: more than the %zu rows of the catalogue", b->entry->name,
                       b->entry->rows);
    if (b->form != BUILDER_SPARSE) LF_TRY(builder_open_cells(b));
    LF_TRY(builder_reserve(b, (void **)&b->row_start, &b->starts, b->rows + 2, sizeof(uint64_t)));
    LF_TRY(builder_reserve(b, (void **)&b->label, &b->labels, b->rows + 1, sizeof(double)));
    assert(b->row_start);
    if (b->rows == 0) b->row_start[0] = 0;
    b->row_open = true;
    return LF_OK;
}

/* The first value that is not 1 brings the array of values, with ones for all before it. */
static lf_status builder_push_value(lf_builder *b, double value) {
    if (!b->value && value == 1) return LF_OK;
    bool first = !b->value;
    LF_TRY(builder_reserve(b, (void **)&b->value, &b->values, b->nonzeros + 1, sizeof(double)));
    assert(b->value);
    for (size_t k = 0; first && k < b->nonzeros; k++) {
        if (b->values.file && k % LF_SPILL_STEP == 0)
            lf_spill_forget(b->value, k * sizeof *b->value);
        b->value[k] = 1;
    }
    b->value[b->nonzeros] = value;
    return LF_OK;
}

lf_status lf_builder_entry(lf_builder *builder, uint32_t column, double value) {
    lf_builder *b = builder;
    if (column >= b->entry->features || !isfinite(value))
        return lf_fail(LF_BAD_INPUT, "%s: entry %g in column %u of %zu", b->entry->name, value,
                       column + 1, b->entry->features);
    if (b->form == BUILDER_PIXELS)
        return lf_fail(LF_BAD_ARGUMENT, "%s: an entry for a table of images", b->entry->name);
    LF_TRY(builder_open_row(b));
    if (b->form == BUILDER_DENSE) { /* in any order, the last of equal columns counts */
        b->dense[b->rows * b->entry->features + column] = value;
        return LF_OK;
    }
    if (value == 0) return LF_OK; /* a stored zero says nothing that its absence does not */
    if (b->nonzeros > b->row_start[b->rows] && column <= b->column[b->nonzeros - 1])
        return lf_fail(LF_BAD_INPUT, "%s: column %u after column %u in row %zu", b->entry->name,
                       column + 1, b->column[b->nonzeros - 1] + 1, b->rows + 1);
    LF_TRY(builder_reserve(b, (void **)&b->column, &b->columns, b->nonzeros + 1, sizeof(uint32_t)));
    LF_TRY(builder_push_value(b, value));
    b->column[b->nonzeros++] = column;
    return LF_OK;
}

/* Can these columns be copied as they are, to a row without entries? */
static bool builder_in_order(const lf_builder *b, size_t n, const uint32_t *column) {
    bool order =
        n > 0 && column[n - 1] < b->entry->features && b->nonzeros == b->row_start[b->rows];
    for (size_t k = 1; k < n; k++)
        order &= column[k - 1] < column[k];
    return order;
}

lf_status lf_builder_entries(lf_builder *builder, size_t n, const uint32_t *column,
                             const double *value) {
    lf_builder *b = builder;
    if (n > 0 && b->form == BUILDER_SPARSE && !value && !b->value) {
        LF_TRY(builder_open_row(b));
        if (builder_in_order(b, n, column)) {
            LF_TRY(builder_reserve(b, (void **)&b->column, &b->columns, b->nonzeros + n,
                                   sizeof(uint32_t)));
            memcpy(b->column + b->nonzeros, column, n * sizeof *column);
            b->nonzeros += n;
            return LF_OK;
        }
    }
    for (size_t k = 0; k < n; k++)
        LF_TRY(lf_builder_entry(b, column[k], value ? value[k] : 1));
    return LF_OK;
}

lf_status lf_builder_cells(lf_builder *builder, const double *value) {
    lf_builder *b = builder;
    const size_t features = b->entry->features;
    bool finite = true;
    if (b->form != BUILDER_DENSE)
        return lf_fail(LF_BAD_ARGUMENT, "%s: dense cells for a table that is not dense",
                       b->entry->name);
    for (size_t j = 0; j < features; j++)
        finite &= isfinite(value[j]) != 0;
    for (size_t j = 0; j < features && !finite; j++)
        LF_TRY(lf_builder_entry(b, (uint32_t)j, value[j])); /* which knows the words */
    LF_TRY(builder_open_row(b));
    memcpy(b->dense + b->rows * features, value, features * sizeof *value);
    return LF_OK;
}

lf_status lf_builder_pixels(lf_builder *builder, const uint8_t *image) {
    lf_builder *b = builder;
    if (b->form != BUILDER_PIXELS)
        return lf_fail(LF_BAD_ARGUMENT, "%s: an image for a table of features", b->entry->name);
    LF_TRY(builder_open_row(b));
    memcpy(b->pixel + b->rows * b->entry->features, image, b->entry->features);
    return LF_OK;
}

lf_status lf_builder_row(lf_builder *builder, double label) {
    if (builder->form == BUILDER_PIXELS && !builder->row_open)
        return lf_fail(LF_BAD_ARGUMENT, "%s: row %zu has no image", builder->entry->name,
                       builder->rows + 1);
    LF_TRY(builder_open_row(builder));
    builder->label[builder->rows++] = label;
    builder->row_start[builder->rows] = builder->nonzeros;
    builder->row_open = false;
    return LF_OK;
}

void lf_builder_end_training(lf_builder *builder) {
    builder->train_rows = builder->rows;
}

size_t lf_builder_rows(const lf_builder *builder) {
    return builder->rows;
}

size_t lf_builder_features(const lf_builder *builder) {
    return builder->entry->features;
}

void lf_builder_shape(const lf_builder *builder, size_t shape[3]) {
    shape[0] = builder->channels;
    shape[1] = builder->height;
    shape[2] = builder->width;
}

lf_status lf_builder_attribute(lf_builder *builder, const char *name, size_t categories,
                               const char *const *category) {
    if (builder->attributes == BUILDER_ATTRIBUTES || categories == 0 || categories > BUILDER_UNSET)
        return lf_fail(LF_BAD_ARGUMENT, "%s: attribute %s is one too many, or has %zu categories",
                       builder->entry->name, name, categories);
    builder_attribute *a = &builder->attribute[builder->attributes];
    /* One to spare: a row may get its code while it is open. */
    const size_t room = builder->entry->rows + 1;
    LF_TRY(builder_reserve(builder, (void **)&a->code, &a->codes, room, sizeof *a->code));
    for (size_t i = 0; i < room; i++) {
        a->code[i] = BUILDER_UNSET;
        lf_spill_passed(&a->codes, i * sizeof *a->code, (i + 1) * sizeof *a->code);
    }
    a->name = name;
    a->categories = categories;
    a->category = category;
    builder->attributes++;
    return LF_OK;
}

lf_status lf_builder_code(lf_builder *builder, size_t attribute, size_t row, size_t code) {
    assert(attribute < builder->attributes);
    builder_attribute *a = &builder->attribute[attribute];
    if (row >= builder->entry->rows || code >= a->categories)
        return lf_fail(LF_BAD_INPUT, "%s: row %zu has category %zu of %s, which has %zu",
                       builder->entry->name, row + 1, code, a->name, a->categories);
    a->code[row] = (uint16_t)code;
    lf_spill_passed(&a->codes, row * sizeof *a->code, (row + 1) * sizeof *a->code);
    return LF_OK;
}
