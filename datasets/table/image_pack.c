/**
 * @file image_pack.c
 * @brief Writes a table into one block.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The section of the array that may be in its place already. */
static int image_main(const image_header *h) {
    if (h->form & IMAGE_IS_DENSE) return IMAGE_DENSE;
    return h->form & IMAGE_IS_PIXELS ? IMAGE_PIXEL : IMAGE_COLUMN;
}

/* The k-th section in the order of the file: `first`, then the others. */
static int image_turn(int k, int first) {
    if (k == 0) return first;
    return k <= first ? k - 1 : k;
}

/* Give each section its place, the one that is placed before the others; returns the size of the
 * block, or 0 if it does not fit. */
static uint64_t image_lay_out(image_header *h, uint64_t text_bytes, bool placed) {
    uint64_t size[IMAGE_SECTIONS], end = placed ? LF_SPILL_PAGE : sizeof *h;
    const int first = placed ? image_main(h) : 0;
    if (!lf_image_sizes(h, size)) return 0;
    size[IMAGE_TEXT] = text_bytes;
    for (int k = 0; k < IMAGE_SECTIONS; k++) {
        const int s = image_turn(k, first);
        end = (end + IMAGE_ALIGN - 1) / IMAGE_ALIGN * IMAGE_ALIGN;
        h->section[s] = (image_section){end, size[s]};
        if (__builtin_add_overflow(end, size[s], &end) || end > SIZE_MAX / 2) return 0;
    }
    h->size = end;
    return end;
}

/* A block being written from its beginning to its end, to memory or to a file. */
typedef struct {
    char *bytes; /* NULL: to the file */
    bool placed; /* the bytes at hand are in the file already */
    int fd;
    const char *path;
    size_t at;
    uint32_t sum; /* of what is written */
} image_writer;

/* The next bytes. */
static lf_status image_write(image_writer *w, const void *from, size_t size) {
    w->sum = libdeflate_crc32(w->sum, from, size);
    if (w->bytes)
        memcpy(w->bytes + w->at, from, size);
    else if (!w->placed)
        LF_TRY(lf_file_put(w->fd, w->path, w->at, from, size));
    w->at += size;
    return LF_OK;
}

/* The next array. In steps, so that little of a large one is held while it is copied to a file. */
static lf_status image_write_array(image_writer *w, const void *from, size_t size) {
    for (size_t done = 0, n; done < size; done += n) {
        n = size - done < LF_SPILL_STEP ? size - done : LF_SPILL_STEP;
        LF_TRY(image_write(w, (const char *)from + done, n));
        if (!w->bytes && n == LF_SPILL_STEP) lf_spill_forget((char *)(uintptr_t)from + done, n);
    }
    return LF_OK;
}

/* The next section, after zeros up to its place. */
static lf_status image_put(image_writer *w, const image_header *h, int s, const void *from) {
    static const char zeros[LF_SPILL_PAGE];
    LF_TRY(image_write(w, zeros, h->section[s].offset - w->at));
    return image_write_array(w, from, h->section[s].size);
}

/* What is no array of the table: codes one attribute after the other, their counts, the text. */
static lf_status image_put_rest(image_writer *w, const image_header *h, const lf_data *t) {
    static const char zeros[IMAGE_ALIGN];
    LF_TRY(image_write(w, zeros, h->section[IMAGE_CODE].offset - w->at));
    for (size_t a = 0; a < t->attributes; a++)
        LF_TRY(image_write_array(w, t->attribute[a].code, t->rows * sizeof *t->attribute[a].code));
    LF_TRY(image_write(w, zeros, h->section[IMAGE_COUNT].offset - w->at));
    for (size_t a = 0; a < t->attributes; a++) {
        const uint64_t count = t->attribute[a].categories;
        LF_TRY(image_write(w, &count, sizeof count));
    }
    char *text = malloc(h->section[IMAGE_TEXT].size);
    if (!text) return lf_fail(LF_NO_MEMORY, "%s: no memory for its names", t->name);
    image_put_text(t, text);
    const lf_status status = image_put(w, h, IMAGE_TEXT, text);
    free(text);
    return status;
}

/* The checksum covers what follows it, the rest of the header first; it is put in its place last.
 */
static lf_status image_write_all(image_writer *w, image_header *h, const lf_data *t) {
    const bool placed = w->placed;
    w->placed = false;
    w->at = IMAGE_CHECKED_FROM;
    LF_TRY(image_write(w, (const char *)h + IMAGE_CHECKED_FROM, sizeof *h - IMAGE_CHECKED_FROM));
    const void *array[IMAGE_CODE] = {
        [IMAGE_ROW_START] = t->row_start, [IMAGE_COLUMN] = t->column, [IMAGE_VALUE] = t->value,
        [IMAGE_DENSE] = t->dense,         [IMAGE_PIXEL] = t->pixel,   [IMAGE_LABEL] = t->label};
    const int first = placed ? image_main(h) : 0;
    for (int k = 0; k < IMAGE_CODE; k++) {
        const int s = image_turn(k, first);
        w->placed = placed && k == 0;
        LF_TRY(image_put(w, h, s, array[s]));
    }
    LF_TRY(image_put_rest(w, h, t));
    h->checksum = w->sum;
    w->at = 0;
    return image_write(w, h, IMAGE_CHECKED_FROM);
}

lf_status lf_image_pack(const lf_data *table, bool placed, int fd, const char *path, void **bytes,
                        size_t *size_bytes) {
    const lf_data *t = table;
    image_header h = image_describe(t);
    image_writer w = {.fd = fd, .path = path, .placed = placed};
    *bytes = NULL;
    *size_bytes = image_lay_out(&h, image_put_text(t, NULL), placed);
    if (fd < 0 && *size_bytes > 0) w.bytes = malloc(*size_bytes);
    if (*size_bytes == 0 || (fd < 0 && !w.bytes))
        return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu rows", t->name, t->rows);
    const lf_status status = image_write_all(&w, &h, t);
    if (status == LF_OK) *bytes = w.bytes;
    /* What grew in the file may have left more room than it takes. */
    if (status == LF_OK && fd >= 0 && ftruncate(fd, (off_t)*size_bytes) != 0)
        *bytes = MAP_FAILED;
    else if (status == LF_OK && fd >= 0)
        *bytes = mmap(NULL, *size_bytes, PROT_READ, MAP_SHARED, fd, 0);
    if (status != LF_OK) free(w.bytes);
    if (*bytes != MAP_FAILED) return status;
    return lf_fail(LF_NO_MEMORY, "%s: no address space for %zu bytes", t->name, *size_bytes);
}
