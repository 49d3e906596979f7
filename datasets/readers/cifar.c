/**
 * @file cifar.c
 * @brief The CIFAR binary format, a record at a time.
 *
 * A file is a sequence of records without a header: one byte a label, then 3,072 bytes of a
 * 32 x 32 image: 1,024 of red, 1,024 of green, 1,024 of blue, each row by row. The last label byte
 * is the class, attribute 0; one before it is attribute 1.
 */
#include "datasets/files/bytes.h"
#include "datasets/readers/parts/reader.h"

enum { CIFAR_PIXELS = 3 * 32 * 32, CIFAR_LABELS = 2 };

/* One record, which starts at `offset`. */
static lf_status cifar_row(const lf_bytes *file, uint64_t offset, const uint8_t *record,
                           size_t labels, const lf_categories *attribute, lf_builder *builder) {
    size_t row = lf_builder_rows(builder);
    LF_TRY(lf_builder_pixels(builder, record + labels));
    for (size_t k = 0; k < labels; k++) {
        const size_t a = labels - 1 - k;
        if (record[k] >= attribute[a].categories)
            return lf_bytes_fail(file, offset + k, "found %s %u, expected 0 to %zu",
                                 attribute[a].name, record[k], attribute[a].categories - 1);
        LF_TRY(lf_builder_code(builder, a, row, record[k]));
    }
    return lf_builder_row(builder, record[labels - 1]);
}

static lf_status cifar_read_records(lf_bytes *file, const lf_categories *attribute,
                                    lf_builder *builder) {
    uint8_t record[CIFAR_LABELS + CIFAR_PIXELS];
    const size_t labels = attribute[1].name ? 2 : 1, size = labels + CIFAR_PIXELS;
    size_t got;
    for (;;) {
        uint64_t offset = lf_bytes_offset(file);
        LF_TRY(lf_bytes_read(file, record, size, &got));
        if (got == 0 && offset > 0) return LF_OK;
        if (got < size)
            return lf_bytes_fail(file, offset, "found %zu bytes, expected a record of %zu", got,
                                 size);
        LF_TRY(cifar_row(file, offset, record, labels, attribute, builder));
    }
}

static lf_status cifar_read(const lf_dataset *entry, const char *const *paths,
                            lf_builder *builder) {
    lf_bytes *file;
    char hex[LF_SHA256_TEXT];
    LF_TRY(lf_bytes_open(paths[0], &file));
    lf_status status = cifar_read_records(file, entry->attribute, builder);
    if (status == LF_OK) status = lf_bytes_digest(file, hex);
    if (status == LF_OK) status = lf_builder_source(builder, paths[0], hex);
    lf_bytes_close(file);
    return status;
}

const lf_reader lf_reader_cifar = {.format = "cifar", .files = 1, .read = cifar_read};
