/**
 * @file fuzz_idx.c
 * @brief A file of images and, behind a line "%%", the file of their labels.
 */
#include "fuzz_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"0", "1", "2"};
    static const lf_categories class[] = {{"class", 3, word}, {0}};
    fuzz_piece rest = {data, size};
    const char *images = fuzz_file(0, fuzz_cut(&rest));
    const lf_dataset_file file[] = {{.path = images}, {.path = fuzz_file(1, rest)}, {0}};
    const lf_dataset entry = {.name = "fuzz",
                              .rows = 4,
                              .features = 6,
                              .files = file,
                              .format = "idx",
                              .shape = {1, 2, 3},
                              .attribute = class};
    lf_data *table = fuzz_set(&entry);
    if (table) fuzz_require(table->rows == 4 && table->attribute[0].code[3] == table->label[3]);
    lf_data_close(table);
    return 0;
}
