/**
 * @file fuzz_libsvm.c
 * @brief LIBSVM files of the catalogue, with labels in signs and in bits.
 */
#include "fuzz.h"

#include "datasets/readers/libsvm.h"

static void libsvm_read(const char *path, const lf_label label[2]) {
    static const lf_dataset entry = {.name = "fuzz", .rows = 1000, .features = 1000};
    lf_builder *builder;
    fuzz_require(lf_builder_create(&entry, &builder) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_libsvm_read(path, 2, label, builder))) {
        fuzz_require(lf_builder_rows(builder) > 0);
        fuzz_require(lf_builder_digest(builder, path) != NULL);
        for (size_t i = 0; i < lf_builder_rows(builder); i++)
            fuzz_require(lf_builder_label(builder, i) == 1 || lf_builder_label(builder, i) == -1);
    }
    lf_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_file(0, (fuzz_piece){data, size});
    libsvm_read(path, lf_label_signs);
    libsvm_read(path, lf_label_bits);
    return 0;
}
