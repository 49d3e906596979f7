/**
 * @file image_pack.c
 * @brief Writes a table into one block.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <libdeflate.h>

#include "base/file.h"
#include "datasets/table/image_format.h"
#include "datasets/table/spill.h"

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
    for (size_t j = 0; t->feature && j < t->features; j++)
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
    if (!t->feature) h.form |= IMAGE_UNNAMED;
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

/* A block being written, in memory or in a file. */
typedef struct {
    char *bytes;
    size_t size;
    bool mapped;
} image_block;

/* In steps, so that of a large array and its copy in a file little is held at a time. */
static void image_put(const image_block *b, const image_header *h, int s, const void *from) {
    const size_t size = h->section[s].size;
    char *to = b->bytes + h->section[s].offset;
    for (size_t at = 0, n; at < size; at += n) {
        n = size - at < LF_SPILL_STEP ? size - at : LF_SPILL_STEP;
        memcpy(to + at, (const char *)from + at, n);
        if (!b->mapped || n < LF_SPILL_STEP) continue;
        lf_spill_forget(to + at, n);
        lf_spill_forget((char *)(uintptr_t)from + at, n);
    }
}

static uint32_t image_sum(const image_block *b) {
    uint32_t sum = 0;
    for (size_t at = IMAGE_CHECKED_FROM, n; at < b->size; at += n) {
        n = b->size - at < LF_SPILL_STEP ? b->size - at : LF_SPILL_STEP;
        sum = libdeflate_crc32(sum, b->bytes + at, n);
        if (b->mapped) lf_spill_forget(b->bytes + at, n);
    }
    return sum;
}

/* All of it is zeros first: those between the sections stay, for the same bytes always. */
static lf_status image_make_block(const lf_data *t, int fd, const char *path, image_block *b) {
    if (b->size > 0 && fd >= 0) {
        LF_TRY(lf_file_room(fd, path, b->size));
        b->bytes = mmap(NULL, b->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (b->bytes == MAP_FAILED) b->bytes = NULL;
        b->mapped = true;
    } else if (b->size > 0) {
        b->bytes = calloc(1, b->size);
    }
    if (b->bytes) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu rows", t->name, t->rows);
}

lf_status lf_image_pack(const lf_data *table, int fd, const char *path, void **bytes,
                        size_t *size_bytes) {
    const lf_data *t = table;
    image_header h = image_describe(t);
    image_block b = {.size = image_lay_out(&h, image_put_text(t, NULL))};
    LF_TRY(image_make_block(t, fd, path, &b));
    image_put(&b, &h, IMAGE_ROW_START, t->row_start);
    image_put(&b, &h, IMAGE_COLUMN, t->column);
    image_put(&b, &h, IMAGE_VALUE, t->value);
    image_put(&b, &h, IMAGE_DENSE, t->dense);
    image_put(&b, &h, IMAGE_PIXEL, t->pixel);
    image_put(&b, &h, IMAGE_LABEL, t->label);
    for (size_t a = 0; a < t->attributes; a++) {
        uint64_t count = t->attribute[a].categories;
        const size_t size_codes = t->rows * sizeof *t->attribute[a].code;
        memcpy(b.bytes + h.section[IMAGE_CODE].offset + a * size_codes, t->attribute[a].code,
               size_codes);
        memcpy(b.bytes + h.section[IMAGE_COUNT].offset + a * sizeof count, &count, sizeof count);
    }
    image_put_text(t, b.bytes + h.section[IMAGE_TEXT].offset);
    memcpy(b.bytes, &h, sizeof h);
    /* The checksum covers the rest of the header too, so it is computed over the final one. */
    h.checksum = image_sum(&b);
    memcpy(b.bytes, &h, sizeof h);
    if (b.mapped) mprotect(b.bytes, b.size, PROT_READ);
    *bytes = b.bytes;
    *size_bytes = b.size;
    return LF_OK;
}
