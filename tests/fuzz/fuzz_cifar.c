/**
 * @file fuzz_cifar.c
 * @brief CIFAR files with one label and with two: the first byte says which.
 */
#include "fuzz_set.h"

enum { CIFAR_PIXELS = 3 * 32 * 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"a", "b", "c"};
    static const lf_categories fine[] = {{"fine", 3, word}, {0}};
    static const lf_categories both[] = {{"fine", 3, word}, {"coarse", 2, word}, {0}};
    fuzz_piece rest = {data, size};
    const size_t labels = 1 + fuzz_byte(&rest) % 2;
    const lf_dataset_file file[] = {{.path = fuzz_file(0, rest)}, {0}};
    const lf_dataset entry = {.name = "fuzz",
                              .rows = 2,
                              .features = CIFAR_PIXELS,
                              .files = file,
                              .format = "cifar",
                              .shape = {3, 32, 32},
                              .attribute = labels == 2 ? both : fine};
    lf_data *table = fuzz_set(&entry);
    if (table) fuzz_require(table->rows == rest.size / (labels + CIFAR_PIXELS));
    lf_data_close(table);
    return 0;
}
