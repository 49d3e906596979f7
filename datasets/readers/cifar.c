/**
 * @file cifar.c
 * @brief CIFAR files, a record at a time.
 */
#include "datasets/readers/cifar.h"

#include "datasets/files/bytes.h"

enum { CIFAR_SIDE = 32, CIFAR_CHANNELS = 3, CIFAR_LABELS = 2 };

lf_status lf_cifar_start(size_t labels, const lf_categories *label, lf_builder *builder) {
    LF_TRY(lf_builder_set_pixels(builder, CIFAR_CHANNELS, CIFAR_SIDE, CIFAR_SIDE));
    for (size_t k = labels; k-- > 0;)
        LF_TRY(
            lf_builder_attribute(builder, label[k].name, label[k].categories, label[k].category));
    return LF_OK;
}

/* One record, which starts at `offset`. */
static lf_status cifar_row(const lf_bytes *file, uint64_t offset, const uint8_t *record,
                           size_t labels, const lf_categories *label, lf_builder *builder) {
    size_t row = lf_builder_rows(builder);
    LF_TRY(lf_builder_pixels(builder, record + labels));
    for (size_t k = 0; k < labels; k++) {
        if (record[k] >= label[k].categories)
            return lf_bytes_fail(file, offset + k, "found %s %u, expected 0 to %zu", label[k].name,
                                 record[k], label[k].categories - 1);
        LF_TRY(lf_builder_code(builder, labels - 1 - k, row, record[k]));
    }
    return lf_builder_row(builder, record[labels - 1]);
}

static lf_status cifar_read_records(lf_bytes *file, size_t labels, const lf_categories *label,
                                    lf_builder *builder) {
    uint8_t record[CIFAR_LABELS + LF_CIFAR_PIXELS];
    size_t size = labels + LF_CIFAR_PIXELS, got;
    for (;;) {
        uint64_t offset = lf_bytes_offset(file);
        LF_TRY(lf_bytes_read(file, record, size, &got));
        if (got == 0 && offset > 0) return LF_OK;
        if (got < size)
            return lf_bytes_fail(file, offset, "found %zu bytes, expected a record of %zu", got,
                                 size);
        LF_TRY(cifar_row(file, offset, record, labels, label, builder));
    }
}

lf_status lf_cifar_read(const char *path, size_t labels, const lf_categories *label,
                        lf_builder *builder) {
    lf_bytes *file;
    char hex[LF_SHA256_TEXT];
    if (labels < 1 || labels > CIFAR_LABELS)
        return lf_fail(LF_BAD_ARGUMENT, "%s: records with %zu labels", path, labels);
    LF_TRY(lf_bytes_open(path, &file));
    lf_status status = cifar_read_records(file, labels, label, builder);
    if (status == LF_OK) status = lf_bytes_digest(file, hex);
    if (status == LF_OK) status = lf_builder_source(builder, path, hex);
    lf_bytes_close(file);
    return status;
}
