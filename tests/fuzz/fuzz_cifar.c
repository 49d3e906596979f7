/**
 * @file fuzz_cifar.c
 * @brief CIFAR files with one label and with two: the first byte says which.
 */
#include "fuzz.h"

#include "datasets/readers/cifar.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"a", "b", "c"};
    static const lf_categories label[] = {{"coarse", 2, word}, {"fine", 3, word}};
    static const lf_dataset entry = {.name = "fuzz", .rows = 2, .features = LF_CIFAR_PIXELS};
    fuzz_piece rest = {data, size};
    const size_t labels = 1 + fuzz_byte(&rest) % 2;
    const char *path = fuzz_file(0, rest);
    lf_builder *builder;
    lf_data *table;
    fuzz_require(lf_builder_create(&entry, &builder) == LF_OK);
    fuzz_require(lf_cifar_start(labels, label, builder) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_cifar_read(path, labels, label, builder))) {
        fuzz_require(lf_builder_rows(builder) == rest.size / (labels + LF_CIFAR_PIXELS));
        if (fuzz_took(lf_builder_finish(builder, "fuzz", &table))) lf_data_close(table);
    }
    lf_builder_free(builder);
    return 0;
}
