/**
 * @file image_open.c
 * @brief Checks a block from its header inwards, then makes a table that points into it.
 *
 * The order of the checks is what makes them safe: the header's own size, the sections' places
 * against the block's real size, the checksum, and only then the contents.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <libdeflate.h>

#include "datasets/table/image_format.h"

/* The table given out, with what is to be given back. `data` comes first: the two share addresses.
 */
typedef struct {
    lf_data data;
    lf_image_origin origin;
    void *bytes;
    size_t size_bytes;
    const char **string;     /* every string of the text section, in its order */
    lf_attribute *attribute; /* data.attributes */
} image_table;

static lf_status image_refuse(const char *why) {
    return lf_fail(LF_BAD_INPUT, "parsed data: %s", why);
}

/* Pixels have a shape that makes up the features; other forms have none. The products cannot
 * overflow: no factor is above the features, which fit 32 bits. */
static bool image_shape_fits(const image_header *h) {
    bool pixels = h->form & IMAGE_IS_PIXELS;
    if (!pixels) return h->channels == 0 && h->height == 0 && h->width == 0;
    if (h->channels > h->features || h->height > h->features || h->width > h->features)
        return false;
    uint64_t cells = h->channels * h->height;
    return cells <= h->features && cells * h->width == h->features && h->features > 0;
}

static lf_status image_check_header(const image_header *h, size_t size_bytes) {
    if (memcmp(h->magic, IMAGE_MAGIC, IMAGE_MAGIC_BYTES) != 0 || h->version != LF_IMAGE_VERSION ||
        h->order != IMAGE_ORDER)
        return image_refuse("not of this version and machine type");
    if (h->size != size_bytes) return image_refuse("the header states another size");
    const uint32_t form = h->form & ~(uint32_t)IMAGE_UNNAMED;
    if (form > IMAGE_IS_PIXELS || (form & (form - 1)) != 0) /* one bit at most */
        return image_refuse("of an unknown form");
    if (h->rows >= UINT32_MAX || h->features > UINT32_MAX || h->train_rows > h->rows)
        return image_refuse("impossible counts");
    if (!image_shape_fits(h)) return image_refuse("images of another shape");
    if (h->identity[sizeof h->identity - 1] != '\0') return image_refuse("no identity");
    return LF_OK;
}

/* Every section has the size that the counts call for and lies within the block. The subtraction
 * cannot wrap: the offset was compared first. */
static lf_status image_check_sections(const image_header *h, size_t size_bytes) {
    uint64_t size[IMAGE_SECTIONS];
    if (!lf_image_sizes(h, size)) return image_refuse("counts that overflow");
    size[IMAGE_TEXT] = h->section[IMAGE_TEXT].size;
    for (int s = 0; s < IMAGE_SECTIONS; s++) {
        const image_section *at = &h->section[s];
        if (at->size != size[s] || at->offset % IMAGE_ALIGN != 0 || at->offset < sizeof *h ||
            at->offset > size_bytes || at->size > size_bytes - at->offset)
            return image_refuse("a section lies outside the file");
    }
    return LF_OK;
}

static lf_status image_check_sum(const image_header *h, size_t size_bytes) {
    const unsigned char *checked = (const unsigned char *)h + IMAGE_CHECKED_FROM;
    if (libdeflate_crc32(0, checked, size_bytes - IMAGE_CHECKED_FROM) == h->checksum) return LF_OK;
    return image_refuse("the checksum differs");
}

/* Offsets that never fall and end at the nonzeros; columns that exist and increase. With this a
 * reader of the table needs no checks of its own. */
static lf_status image_check_rows(const image_header *h, const char *block) {
    const uint64_t *start = (const void *)(block + h->section[IMAGE_ROW_START].offset);
    const uint32_t *column = (const void *)(block + h->section[IMAGE_COLUMN].offset);
    if (h->form & (IMAGE_IS_DENSE | IMAGE_IS_PIXELS)) return LF_OK;
    if (start[0] != 0 || start[h->rows] != h->nonzeros) return image_refuse("wrong row offsets");
    for (size_t i = 0; i < h->rows; i++) {
        if (start[i] > start[i + 1] || start[i + 1] > h->nonzeros)
            return image_refuse("wrong row offsets");
        for (uint64_t k = start[i]; k < start[i + 1]; k++)
            if (column[k] >= h->features || (k > start[i] && column[k] <= column[k - 1]))
                return image_refuse("wrong columns");
    }
    return LF_OK;
}

static uint64_t image_names(const image_header *h) {
    return h->form & IMAGE_UNNAMED ? 0 : h->features;
}

/* *strings <- how many strings the counts call for. The sum cannot overflow: no count may exceed
 * the text's size, each string taking a byte. */
static lf_status image_check_attributes(const image_header *h, const char *block, bool known,
                                        size_t *strings) {
    const uint64_t *count = (const void *)(block + h->section[IMAGE_COUNT].offset);
    const uint16_t *code = (const void *)(block + h->section[IMAGE_CODE].offset);
    uint64_t room = h->section[IMAGE_TEXT].size, needed = 1 + image_names(h);
    for (size_t a = 0; a < h->attributes; a++) {
        if (count[a] == 0 || count[a] > UINT16_MAX || needed > room)
            return image_refuse("wrong attributes");
        needed += 1 + count[a];
        for (size_t i = 0; !known && i < h->rows; i++)
            if (code[a * h->rows + i] >= count[a]) return image_refuse("wrong categories");
    }
    if (needed > room) return image_refuse("strings are missing");
    *strings = (size_t)needed;
    return LF_OK;
}

/* string[0 .. n) <- the strings of the text section, which has to hold exactly these. */
static lf_status image_find_strings(const image_header *h, const char *block, size_t n,
                                    const char **string) {
    const char *at = block + h->section[IMAGE_TEXT].offset;
    const char *end = at + h->section[IMAGE_TEXT].size;
    for (size_t i = 0; i < n; i++) {
        const char *nul = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (!nul) return image_refuse("strings are missing");
        string[i] = at;
        at = nul + 1;
    }
    return at == end ? LF_OK : image_refuse("strings are left over");
}

/* Fill in the table's pointers; everything they point to was checked before. */
static void image_point(image_table *t, const image_header *h) {
    const char *block = t->bytes;
    bool dense = h->form & IMAGE_IS_DENSE, pixels = h->form & IMAGE_IS_PIXELS;
    bool sparse = !dense && !pixels, values = h->form & IMAGE_HAS_VALUES;
    const void *at[IMAGE_SECTIONS];
    for (int s = 0; s < IMAGE_SECTIONS; s++)
        at[s] = block + h->section[s].offset;
    t->data = (lf_data){.name = t->string[0],
                        .sha256 = h->identity,
                        .rows = h->rows,
                        .features = h->features,
                        .train_rows = h->train_rows,
                        .row_start = sparse ? at[IMAGE_ROW_START] : NULL,
                        .column = sparse ? at[IMAGE_COLUMN] : NULL,
                        .value = values ? at[IMAGE_VALUE] : NULL,
                        .dense = dense ? at[IMAGE_DENSE] : NULL,
                        .pixel = pixels ? at[IMAGE_PIXEL] : NULL,
                        .channels = h->channels,
                        .height = h->height,
                        .width = h->width,
                        .label = at[IMAGE_LABEL],
                        .attributes = h->attributes,
                        .attribute = t->attribute,
                        .feature = image_names(h) ? t->string + 1 : NULL};
    const uint64_t *count = at[IMAGE_COUNT];
    const char **next = t->string + 1 + image_names(h);
    for (size_t a = 0; a < h->attributes; a++) {
        t->attribute[a] = (lf_attribute){next[0], count[a], next + 1,
                                         (const uint16_t *)at[IMAGE_CODE] + a * h->rows};
        next += 1 + count[a];
    }
}

static void image_free(image_table *t) {
    free(t->string);
    free(t->attribute);
    free(t);
}

/* Memory for n strings and the attributes is bounded by the block's real size, checked before. */
static lf_status image_make_table(void *bytes, const image_header *h, size_t n, image_table **out) {
    image_table *t = calloc(1, sizeof *t);
    if (!t) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    t->string = calloc(n, sizeof *t->string);
    t->attribute = calloc(h->attributes + 1, sizeof *t->attribute);
    t->bytes = bytes;
    lf_status status = !t->string || !t->attribute
                           ? lf_fail(LF_NO_MEMORY, "no memory for %zu names", n)
                           : image_find_strings(h, bytes, n, t->string);
    if (status == LF_OK)
        *out = t;
    else
        image_free(t);
    return status;
}

lf_status lf_image_open(void *bytes, size_t size_bytes, lf_image_origin origin, lf_data **data) {
    const image_header *h = bytes;
    *data = NULL;
    if (size_bytes < sizeof *h) return image_refuse("shorter than its header");
    LF_TRY(image_check_header(h, size_bytes));
    LF_TRY(image_check_sections(h, size_bytes));
    const bool known = origin == LF_IMAGE_KNOWN;
    size_t strings = 0;
    if (!known) {
        LF_TRY(image_check_sum(h, size_bytes));
        LF_TRY(image_check_rows(h, bytes));
    }
    LF_TRY(image_check_attributes(h, bytes, known, &strings));
    image_table *t = NULL;
    LF_TRY(image_make_table(bytes, h, strings, &t));
    t->origin = origin;
    t->size_bytes = size_bytes;
    image_point(t, h);
    *data = &t->data;
    return LF_OK;
}

const void *lf_image_bytes(const lf_data *data, size_t *size_bytes) {
    const image_table *t = (const void *)data;
    *size_bytes = t->size_bytes;
    return t->bytes;
}

void lf_image_release(void *bytes, size_t size_bytes, lf_image_origin origin) {
    if (origin == LF_IMAGE_HEAP)
        free(bytes);
    else
        munmap(bytes, size_bytes);
}

void lf_data_close(lf_data *data) {
    image_table *t = (void *)data;
    if (!t) return;
    lf_image_release(t->bytes, t->size_bytes, t->origin);
    image_free(t);
}
