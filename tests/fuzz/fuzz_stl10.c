/**
 * @file fuzz_stl10.c
 * @brief STL-10's two files. An image has 27,648 bytes of which none decides anything, so an input
 *        only says how many there are, in three bytes; the labels follow.
 */
#include "fuzz_set.h"

enum { STL10_MOST = 3, STL10_PIXELS = 3 * 32 * 32, STL10_FILE_PIXELS = 9 * STL10_PIXELS };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    static const lf_categories class[] = {LF_CATEGORIES("class", word), {0}};
    static uint8_t images[STL10_MOST * STL10_FILE_PIXELS];
    fuzz_piece rest = {data, size};
    size_t length = fuzz_byte(&rest) % STL10_MOST * (size_t)STL10_FILE_PIXELS;
    length += (size_t)fuzz_byte(&rest) * fuzz_byte(&rest) % STL10_FILE_PIXELS;
    memset(images, rest.size ? rest.bytes[rest.size - 1] : 0, length);
    const char *path = fuzz_file(0, (fuzz_piece){images, length});
    const lf_dataset_file file[] = {{.path = path}, {.path = fuzz_file(1, rest)}, {0}};
    const lf_dataset entry = {.name = "fuzz",
                              .rows = 2,
                              .features = STL10_PIXELS,
                              .files = file,
                              .format = "stl10",
                              .shape = {3, 32, 32},
                              .attribute = class};
    lf_data *table = fuzz_set(&entry);
    if (table) fuzz_require(table->rows * STL10_FILE_PIXELS == length && table->rows == rest.size);
    lf_data_close(table);
    return 0;
}
