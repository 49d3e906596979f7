/**
 * @file stl10.c
 * @brief STL-10's two files read side by side, an image and a label at a time.
 */
#include "datasets/readers/stl10.h"

#include "datasets/files/bytes.h"

enum { STL10_CHANNELS = 3, STL10_BLOCK = LF_STL10_FILE_SIDE / LF_STL10_SIDE };

lf_status lf_stl10_start(const lf_categories *label, lf_builder *builder) {
    LF_TRY(lf_builder_set_pixels(builder, STL10_CHANNELS, LF_STL10_SIDE, LF_STL10_SIDE));
    return lf_builder_attribute(builder, label->name, label->categories, label->category);
}

/* The mean of a block of a plane in columns, whose left upper corner is (row, column). */
static uint8_t stl10_mean(const uint8_t *plane, size_t row, size_t column) {
    enum { CELLS = STL10_BLOCK * STL10_BLOCK };
    unsigned sum = 0;
    for (size_t x = column; x < column + STL10_BLOCK; x++)
        for (size_t y = row; y < row + STL10_BLOCK; y++)
            sum += plane[x * LF_STL10_FILE_SIDE + y];
    return (uint8_t)((sum + CELLS / 2) / CELLS);
}

static void stl10_shrink(const uint8_t from[LF_STL10_FILE_PIXELS], uint8_t to[LF_STL10_PIXELS]) {
    for (size_t c = 0; c < STL10_CHANNELS; c++) {
        const uint8_t *plane = from + c * LF_STL10_FILE_SIDE * LF_STL10_FILE_SIDE;
        for (size_t i = 0; i < LF_STL10_SIDE; i++)
            for (size_t j = 0; j < LF_STL10_SIDE; j++)
                *to++ = stl10_mean(plane, STL10_BLOCK * i, STL10_BLOCK * j);
    }
}

/* The label of an image that was just read. */
static lf_status stl10_label(lf_bytes *labels, const lf_bytes *images, size_t *code) {
    const uint64_t offset = lf_bytes_offset(labels);
    uint8_t label;
    size_t got;
    LF_TRY(lf_bytes_read(labels, &label, 1, &got));
    if (got == 0)
        return lf_bytes_fail(labels, offset, "the labels end, but %s has more images",
                             lf_bytes_path(images));
    if (label < 1 || label > LF_STL10_CLASSES)
        return lf_bytes_fail(labels, offset, "found label %u, expected 1 to %d", label,
                             LF_STL10_CLASSES);
    *code = label - 1U;
    return LF_OK;
}

static lf_status stl10_row(const uint8_t *image, size_t code, lf_builder *builder) {
    uint8_t small[LF_STL10_PIXELS];
    stl10_shrink(image, small);
    LF_TRY(lf_builder_pixels(builder, small));
    LF_TRY(lf_builder_code(builder, 0, lf_builder_rows(builder), code));
    return lf_builder_row(builder, (double)code);
}

static lf_status stl10_finish(lf_bytes *file, lf_builder *builder) {
    char hex[LF_SHA256_TEXT];
    LF_TRY(lf_bytes_digest(file, hex));
    return lf_builder_source(builder, lf_bytes_path(file), hex);
}

static lf_status stl10_read_pair(lf_bytes *images, lf_bytes *labels, lf_builder *builder) {
    uint8_t image[LF_STL10_FILE_PIXELS], more;
    size_t got, code = 0;
    for (;;) {
        const uint64_t offset = lf_bytes_offset(images);
        LF_TRY(lf_bytes_read(images, image, sizeof image, &got));
        if (got == 0 && offset > 0) break;
        if (got < sizeof image)
            return lf_bytes_fail(images, offset, "found %zu bytes, expected an image of %zu", got,
                                 sizeof image);
        LF_TRY(stl10_label(labels, images, &code));
        LF_TRY(stl10_row(image, code, builder));
    }
    LF_TRY(lf_bytes_read(labels, &more, 1, &got));
    if (got > 0)
        return lf_bytes_fail(labels, lf_bytes_offset(labels) - 1,
                             "found more labels than %s has images", lf_bytes_path(images));
    LF_TRY(stl10_finish(images, builder));
    return stl10_finish(labels, builder);
}

lf_status lf_stl10_read(const char *images, const char *labels, lf_builder *builder) {
    lf_bytes *file[2] = {NULL, NULL};
    lf_status status = lf_bytes_open(images, &file[0]);
    if (status == LF_OK) status = lf_bytes_open(labels, &file[1]);
    if (status == LF_OK) status = stl10_read_pair(file[0], file[1], builder);
    lf_bytes_close(file[0]);
    lf_bytes_close(file[1]);
    return status;
}
