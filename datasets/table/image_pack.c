/**
 * @file image_pack.c
 * @brief Writes a table into one block.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "datasets/table/image_format.h"

/* *product <- a b; false if that overflows. */
static bool image_product(uint64_t a, uint64_t b, uint64_t *product) {
    return !__builtin_mul_overflow(a, b, product);
}

bool lf_image_sizes(const image_header *header, uint64_t size[IMAGE_SECTIONS]) {
    const image_header *h = header;
    bool dense = h->form & IMAGE_IS_DENSE, pixels = h->form & IMAGE_IS_PIXELS;
    bool sparse = !dense && !pixels, values = h->form & IMAGE_HAS_VALUES;
    uint64_t cells = 0;
    memset(size, 0, IMAGE_SECTIONS * sizeof *size);
    if (!sparse && !image_product(h->rows, h->features, &cells)) return false;
    /* rows < 2^32 is checked before, so rows + 1 and 8 rows fit. */
    size[IMAGE_ROW_START] = sparse ? (h->rows + 1) * sizeof(uint64_t) : 0;
    size[IMAGE_PIXEL] = pixels ? cells : 0;
    size[IMAGE_LABEL] = h->rows * sizeof(double);
    return image_product(sparse ? h->nonzeros : 0, sizeof(uint32_t), &size[IMAGE_COLUMN]) &&
           image_product(values ? h->nonzeros : 0, sizeof(double), &size[IMAGE_VALUE]) &&
           image_product(dense ? cells : 0, sizeof(double), &size[IMAGE_DENSE]) &&
           image_product(h->attributes, h->rows * sizeof(uint16_t), &size[IMAGE_CODE]) &&
           image_product(h->attributes, sizeof(uint64_t), &size[IMAGE_COUNT]);
}

/* Append a string with its NUL at *at, or only count it when `text` is NULL. */
static void image_put_string(char *text, size_t *at, const char *string) {
    size_t size = strlen(string) + 1;
    if (text) memcpy(text + *at, string, size);
    *at += size;
}

/* All strings in the order of IMAGE_TEXT; returns their size. */
static size_t image_put_text(const lf_data *t, char *text) {
    size_t at = 0;
    image_put_string(text, &at, t->name);
    for (size_t j = 0; j < t->features; j++)
        image_put_string(text, &at, t->feature[j]);
    for (size_t a = 0; a < t->attributes; a++) {
        image_put_string(text, &at, t->attribute[a].name);
        for (size_t c = 0; c < t->attribute[a].categories; c++)
            image_put_string(text, &at, t->attribute[a].category[c]);
    }
    return at;
}

/* The header but for the sections, the size and the checksum. */
static image_header image_describe(const lf_data *t) {
    image_header h = {.version = LF_IMAGE_VERSION,
                      .order = IMAGE_ORDER,
                      .rows = t->rows,
                      .features = t->features,
                      .train_rows = t->train_rows,
                      .attributes = t->attributes,
                      .channels = t->channels,
                      .height = t->height,
                      .width = t->width};
    memcpy(h.magic, IMAGE_MAGIC, IMAGE_MAGIC_BYTES);
    assert(strlen(t->sha256) < sizeof h.identity);
    memcpy(h.identity, t->sha256, strlen(t->sha256));
    if (t->pixel)
        h.form = IMAGE_IS_PIXELS;
    else if (!t->row_start)
        h.form = IMAGE_IS_DENSE;
    else
        h.nonzeros = t->row_start[t->rows];
    if (t->row_start && t->value) h.form = IMAGE_HAS_VALUES;
    return h;
}

/* Give each section its place; returns the size of the block, or 0 if it does not fit. */
static uint64_t image_lay_out(image_header *h, uint64_t text_bytes) {
    uint64_t size[IMAGE_SECTIONS], end = sizeof *h;
    if (!lf_image_sizes(h, size)) return 0;
    size[IMAGE_TEXT] = text_bytes;
    for (int s = 0; s < IMAGE_SECTIONS; s++) {
        end = (end + IMAGE_ALIGN - 1) / IMAGE_ALIGN * IMAGE_ALIGN;
        h->section[s] = (image_section){end, size[s]};
        if (__builtin_add_overflow(end, size[s], &end) || end > SIZE_MAX / 2) return 0;
    }
    h->size = end;
    return end;
}

static void image_put(char *block, const image_header *h, int s, const void *from) {
    if (h->section[s].size > 0) memcpy(block + h->section[s].offset, from, h->section[s].size);
}

lf_status lf_image_pack(const lf_data *table, void **bytes, size_t *size_bytes) {
    const lf_data *t = table;
    image_header h = image_describe(t);
    uint64_t size = image_lay_out(&h, image_put_text(t, NULL));
    char *block = size ? calloc(1, size) : NULL; /* zeros between the sections: same bytes always */
    if (!block) return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu rows", t->name, t->rows);
    image_put(block, &h, IMAGE_ROW_START, t->row_start);
    image_put(block, &h, IMAGE_COLUMN, t->column);
    image_put(block, &h, IMAGE_VALUE, t->value);
    image_put(block, &h, IMAGE_DENSE, t->dense);
    image_put(block, &h, IMAGE_PIXEL, t->pixel);
    image_put(block, &h, IMAGE_LABEL, t->label);
    for (size_t a = 0; a < t->attributes; a++) {
        uint64_t count = t->attribute[a].categories;
        const size_t size_codes = t->rows * sizeof *t->attribute[a].code;
        memcpy(block + h.section[IMAGE_CODE].offset + a * size_codes, t->attribute[a].code,
               size_codes);
        memcpy(block + h.section[IMAGE_COUNT].offset + a * sizeof count, &count, sizeof count);
    }
    image_put_text(t, block + h.section[IMAGE_TEXT].offset);
    memcpy(block, &h, sizeof h);
    /* The checksum covers the rest of the header too, so it is computed over the final one. */
    h.checksum = libdeflate_crc32(0, block + IMAGE_CHECKED_FROM, size - IMAGE_CHECKED_FROM);
    memcpy(block, &h, sizeof h);
    *bytes = block;
    *size_bytes = size;
    return LF_OK;
}
