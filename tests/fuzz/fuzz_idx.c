/**
 * @file fuzz_idx.c
 * @brief A file of images and, behind a line "%%", the file of their labels.
 */
#include "fuzz.h"

#include "datasets/readers/idx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"0", "1", "2"};
    static const lf_dataset entry = {.name = "fuzz", .rows = 4, .features = 6};
    fuzz_piece rest = {data, size};
    const char *images = fuzz_file(0, fuzz_cut(&rest)), *labels = fuzz_file(1, rest);
    lf_builder *builder;
    lf_data *table;
    fuzz_require(lf_builder_create(&entry, &builder) == LF_OK);
    fuzz_require(lf_builder_set_pixels(builder, 1, 2, 3) == LF_OK);
    fuzz_require(lf_builder_attribute(builder, "class", 3, word) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_idx_read(images, labels, 3, builder)) &&
        fuzz_took(lf_builder_finish(builder, "fuzz", &table))) {
        fuzz_require(table->rows == 4 && table->attribute[0].code[3] == table->label[3]);
        lf_data_close(table);
    }
    lf_builder_free(builder);
    return 0;
}
