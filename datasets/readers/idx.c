/**
 * @file idx.c
 * @brief IDX, the format of MNIST: a file of images and one of their labels, read side by side.
 *
 * A file is a magic number, 0x00000803 for images or 0x00000801 for labels, then one 32-bit size a
 * dimension, most significant byte first, then one byte a pixel or label. The label is the class,
 * attribute 0.
 */
#include <stdlib.h>

#include "datasets/files/bytes.h"
#include "datasets/readers/parts/reader.h"

enum { IDX_IMAGES = 0x00000803, IDX_LABELS = 0x00000801 };

/* Exactly `size` bytes, or the file is too short for what its header says. */
static lf_status idx_bytes(lf_bytes *file, void *to, size_t size, const char *what) {
    uint64_t offset = lf_bytes_offset(file);
    size_t got;
    LF_TRY(lf_bytes_read(file, to, size, &got));
    if (got == size) return LF_OK;
    return lf_bytes_fail(file, offset, "the file ends after %zu of the %zu bytes of %s", got, size,
                         what);
}

static lf_status idx_number(lf_bytes *file, uint32_t *number) {
    uint8_t byte[4];
    LF_TRY(idx_bytes(file, byte, sizeof byte, "its header"));
    *number = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
    return LF_OK;
}

static lf_status idx_magic(lf_bytes *file, uint32_t expected) {
    uint32_t magic;
    LF_TRY(idx_number(file, &magic));
    if (magic == expected) return LF_OK;
    return lf_bytes_fail(file, 0, "found the magic number 0x%08x, expected 0x%08x for %s", magic,
                         expected, expected == IDX_IMAGES ? "images" : "labels");
}

/* Both headers; *n <- how many images and labels they promise. */
static lf_status idx_headers(lf_bytes *images, lf_bytes *labels, const lf_builder *builder,
                             uint32_t *n) {
    uint32_t height, width, others;
    size_t shape[3];
    lf_builder_shape(builder, shape);
    LF_TRY(idx_magic(images, IDX_IMAGES));
    LF_TRY(idx_magic(labels, IDX_LABELS));
    LF_TRY(idx_number(images, n));
    LF_TRY(idx_number(images, &height));
    LF_TRY(idx_number(images, &width));
    LF_TRY(idx_number(labels, &others));
    if (shape[0] != 1 || height != shape[1] || width != shape[2])
        return lf_bytes_fail(images, 8, "found images of %u x %u, expected %zu x %zu", height,
                             width, shape[1], shape[2]);
    if (*n != others)
        return lf_bytes_fail(labels, 4, "found %u labels, expected %u as %s has images", others, *n,
                             lf_bytes_path(images));
    if (*n == 0) return lf_bytes_fail(images, 4, "found no images, expected at least one");
    return LF_OK;
}

static lf_status idx_row(lf_bytes *images, lf_bytes *labels, size_t classes, uint8_t *pixel,
                         lf_builder *builder) {
    uint8_t label;
    LF_TRY(idx_bytes(images, pixel, lf_builder_features(builder), "an image"));
    LF_TRY(idx_bytes(labels, &label, 1, "a label"));
    if (label >= classes)
        return lf_bytes_fail(labels, lf_bytes_offset(labels) - 1,
                             "found label %u, expected 0 to %zu", label, classes - 1);
    LF_TRY(lf_builder_pixels(builder, pixel));
    LF_TRY(lf_builder_code(builder, 0, lf_builder_rows(builder), label));
    return lf_builder_row(builder, label);
}

/* Nothing may follow, and the checksum goes to the builder. */
static lf_status idx_finish(lf_bytes *file, lf_builder *builder) {
    char byte, hex[LF_SHA256_TEXT];
    uint64_t offset = lf_bytes_offset(file);
    size_t got;
    LF_TRY(lf_bytes_read(file, &byte, 1, &got));
    if (got > 0) return lf_bytes_fail(file, offset, "found more bytes than the header promises");
    LF_TRY(lf_bytes_digest(file, hex));
    return lf_builder_source(builder, lf_bytes_path(file), hex);
}

static lf_status idx_read_pair(lf_bytes *images, lf_bytes *labels, size_t classes, uint8_t *pixel,
                               lf_builder *builder) {
    uint32_t n;
    LF_TRY(idx_headers(images, labels, builder, &n));
    for (uint32_t i = 0; i < n; i++)
        LF_TRY(idx_row(images, labels, classes, pixel, builder));
    LF_TRY(idx_finish(images, builder));
    return idx_finish(labels, builder);
}

static lf_status idx_read(const lf_dataset *entry, const char *const *paths, lf_builder *builder) {
    lf_bytes *file[2] = {NULL, NULL};
    uint8_t *pixel = malloc(lf_builder_features(builder));
    lf_status status =
        pixel ? LF_OK : lf_fail(LF_NO_MEMORY, "%s: no memory for an image of it", paths[0]);
    for (size_t f = 0; f < 2 && status == LF_OK; f++)
        status = lf_bytes_open(paths[f], &file[f]);
    if (status == LF_OK)
        status = idx_read_pair(file[0], file[1], entry->attribute->categories, pixel, builder);
    lf_bytes_close(file[0]);
    lf_bytes_close(file[1]);
    free(pixel);
    return status;
}

const lf_reader lf_reader_idx = {.format = "idx", .files = 2, .read = idx_read};
