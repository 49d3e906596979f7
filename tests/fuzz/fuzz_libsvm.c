/**
 * @file fuzz_libsvm.c
 * @brief LIBSVM files of the catalogue.
 */
#include "fuzz_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const lf_dataset_file file[] = {{.path = fuzz_file(0, (fuzz_piece){data, size})}, {0}};
    const lf_dataset entry = {
        .name = "fuzz", .rows = 1000, .features = 1000, .files = file, .format = "libsvm"};
    const char *path[] = {file[0].path};
    lf_builder *builder;
    fuzz_require(lf_builder_create(&entry, &builder) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_dataset_fill(&entry, path, builder))) {
        fuzz_require(lf_builder_rows(builder) > 0);
        fuzz_require(lf_builder_digest(builder, path[0]) != NULL);
        for (size_t i = 0; i < lf_builder_rows(builder); i++)
            fuzz_require(lf_builder_label(builder, i) == 1 || lf_builder_label(builder, i) == -1);
    }
    lf_builder_free(builder);
    return 0;
}
