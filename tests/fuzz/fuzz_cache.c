/**
 * @file fuzz_cache.c
 * @brief A parsed table out of the cache.
 *
 * The first byte chooses a sound block to be edited, sparse, dense or pixels; its checksum is then
 * made right, or nothing behind it would be reached. Any other first byte: the rest is the block.
 */
#include "fuzz.h"

#include <zlib.h>

#include "datasets/table/image_format.h"

static const char *const feature[] = {"f1", "f2", "f3", "f4", "f5", "f6"};
static const char *const category[] = {"x", "yy", "z"};
static const double label[] = {-1, 1, 1, -1};
static const uint16_t code[] = {0, 1, 2, 1};
static const uint64_t row_start[] = {0, 2, 3, 3, 5};
static const uint32_t column[] = {0, 5, 2, 1, 4};
static const double value[24] = {0.5, -1, 2, 3, 4, 5};
static const uint8_t pixel[24] = {1, 2, 3};
static const lf_attribute attribute = {"group", 3, category, code};

/* A sound table of each form. */
static lf_data cache_table(uint8_t form) {
    lf_data table = {.name = "fuzz",
                     .sha256 = "f00d",
                     .rows = 4,
                     .features = 6,
                     .train_rows = 3,
                     .label = label,
                     .attributes = 1,
                     .attribute = &attribute,
                     .feature = feature};
    if (form % 4 < 2) {
        table.row_start = row_start;
        table.column = column;
        table.value = form % 4 ? value : NULL;
    } else if (form % 4 == 2) {
        table.dense = value;
    } else {
        table.pixel = pixel;
        table.channels = 1;
        table.height = 2;
        table.width = 3;
    }
    return table;
}

/* Everything that a user of the table may read. */
static void cache_read(const lf_data *t) {
    double sum = 0;
    size_t cells = t->rows * t->features;
    if (t->row_start) cells = t->row_start[t->rows];
    for (size_t k = 0; k < cells; k++) {
        if (t->dense) sum += t->dense[k];
        if (t->pixel) sum += t->pixel[k];
        if (t->column) fuzz_require(t->column[k] < t->features);
        if (t->value) sum += t->value[k];
    }
    for (size_t i = 0; i < t->rows; i++)
        sum += t->label[i];
    for (size_t j = 0; t->feature && j < t->features; j++) /* a wide table may have no names */
        sum += (double)strlen(t->feature[j]);
    for (size_t a = 0; a < t->attributes; a++)
        for (size_t i = 0; i < t->rows; i++)
            sum += (double)strlen(t->attribute[a].category[t->attribute[a].code[i]]);
    fuzz_use(sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_piece rest = {data, size};
    const uint8_t form = fuzz_byte(&rest);
    const lf_data table = cache_table(form);
    void *bytes;
    size_t n = rest.size;
    if (form < 8) {
        fuzz_require(lf_image_pack(&table, false, -1, "", &bytes, &n) == LF_OK);
        fuzz_edit(rest, bytes, n);
        image_header *h = bytes;
        if (form < 4)
            h->checksum = (uint32_t)crc32_z(0, (const unsigned char *)bytes + IMAGE_CHECKED_FROM,
                                            n - IMAGE_CHECKED_FROM);
    } else {
        bytes = fuzz_text(rest);
    }
    lf_data *taken;
    fuzz_begin();
    if (fuzz_took(lf_image_open(bytes, n, LF_IMAGE_HEAP, &taken))) {
        cache_read(taken);
        lf_data_close(taken);
    } else {
        free(bytes);
    }
    return 0;
}
