/**
 * @file stl10.c
 * @brief The STL-10 binary format, whose images become a third as wide and high; a file of images
 * and one of their labels, read side by side.
 *
 * A file of images has no header: 27,648 bytes an image of 96 x 96, 9,216 of red, 9,216 of green,
 * 9,216 of blue, each column by column. A pixel kept is the mean of 3 x 3 in the file, rounded to
 * the nearest (nine never leave half). A file of labels has a byte an image, 1 to the number of
 * classes; they are kept from 0, also as the attribute 0.
 */
#include "datasets/files/bytes.h"
#include "datasets/readers/parts/reader.h"

/* Sides of an image in the file, of a block of which one pixel is kept, and of what is kept. */
enum { STL10_FILE_SIDE = 96, STL10_BLOCK = 3, STL10_SIDE = STL10_FILE_SIDE / STL10_BLOCK };
enum { STL10_CHANNELS = 3, STL10_PIXELS = STL10_CHANNELS * STL10_SIDE * STL10_SIDE };
enum { STL10_FILE_PIXELS = STL10_CHANNELS * STL10_FILE_SIDE * STL10_FILE_SIDE };

/* The mean of a block of a plane in columns, whose left upper corner is (row, column). */
static uint8_t stl10_mean(const uint8_t *plane, size_t row, size_t column) {
    enum { CELLS = STL10_BLOCK * STL10_BLOCK };
    unsigned sum = 0;
    for (size_t x = column; x < column + STL10_BLOCK; x++)
        for (size_t y = row; y < row + STL10_BLOCK; y++)
            sum += plane[x * STL10_FILE_SIDE + y];
    return (uint8_t)((sum + CELLS / 2) / CELLS);
}

static void stl10_shrink(const uint8_t from[STL10_FILE_PIXELS], uint8_t to[STL10_PIXELS]) {
    for (size_t c = 0; c < STL10_CHANNELS; c++) {
        const uint8_t *plane = from + c * STL10_FILE_SIDE * STL10_FILE_SIDE;
        for (size_t i = 0; i < STL10_SIDE; i++)
            for (size_t j = 0; j < STL10_SIDE; j++)
                *to++ = stl10_mean(plane, STL10_BLOCK * i, STL10_BLOCK * j);
    }
}

/* The label of an image that was just read. */
static lf_status stl10_label(lf_bytes *labels, const lf_bytes *images, size_t classes,
                             size_t *code) {
    const uint64_t offset = lf_bytes_offset(labels);
    uint8_t label;
    size_t got;
    LF_TRY(lf_bytes_read(labels, &label, 1, &got));
    if (got == 0)
        return lf_bytes_fail(labels, offset, "the labels end, but %s has more images",
                             lf_bytes_path(images));
    if (label < 1 || label > classes)
        return lf_bytes_fail(labels, offset, "found label %u, expected 1 to %zu", label, classes);
    *code = label - 1U;
    return LF_OK;
}

static lf_status stl10_row(const uint8_t *image, size_t code, lf_builder *builder) {
    uint8_t small[STL10_PIXELS];
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

static lf_status stl10_read_pair(lf_bytes *images, lf_bytes *labels, size_t classes,
                                 lf_builder *builder) {
    uint8_t image[STL10_FILE_PIXELS], more;
    size_t got, code = 0;
    for (;;) {
        const uint64_t offset = lf_bytes_offset(images);
        LF_TRY(lf_bytes_read(images, image, sizeof image, &got));
        if (got == 0 && offset > 0) break;
        if (got < sizeof image)
            return lf_bytes_fail(images, offset, "found %zu bytes, expected an image of %zu", got,
                                 sizeof image);
        LF_TRY(stl10_label(labels, images, classes, &code));
        LF_TRY(stl10_row(image, code, builder));
    }
    LF_TRY(lf_bytes_read(labels, &more, 1, &got));
    if (got > 0)
        return lf_bytes_fail(labels, lf_bytes_offset(labels) - 1,
                             "found more labels than %s has images", lf_bytes_path(images));
    LF_TRY(stl10_finish(images, builder));
    return stl10_finish(labels, builder);
}

static lf_status stl10_read(const lf_dataset *entry, const char *const *paths,
                            lf_builder *builder) {
    lf_bytes *file[2] = {NULL, NULL};
    lf_status status = lf_bytes_open(paths[0], &file[0]);
    if (status == LF_OK) status = lf_bytes_open(paths[1], &file[1]);
    if (status == LF_OK)
        status = stl10_read_pair(file[0], file[1], entry->attribute->categories, builder);
    lf_bytes_close(file[0]);
    lf_bytes_close(file[1]);
    return status;
}

const lf_reader lf_reader_stl10 = {.format = "stl10", .files = 2, .read = stl10_read};
