/**
 * @file fuzz_stl10.c
 * @brief STL-10's two files. An image has 27,648 bytes of which none decides anything, so an input
 *        only says how many there are, in three bytes; the labels follow.
 */
#include "fuzz.h"

#include "datasets/readers/stl10.h"

enum { STL10_MOST = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const word[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    static const lf_categories label = LF_CATEGORIES("class", word);
    static const lf_dataset entry = {.name = "fuzz", .rows = 2, .features = LF_STL10_PIXELS};
    static uint8_t images[STL10_MOST * LF_STL10_FILE_PIXELS];
    fuzz_piece rest = {data, size};
    size_t length = fuzz_byte(&rest) % STL10_MOST * (size_t)LF_STL10_FILE_PIXELS;
    length += (size_t)fuzz_byte(&rest) * fuzz_byte(&rest) % LF_STL10_FILE_PIXELS;
    memset(images, rest.size ? rest.bytes[rest.size - 1] : 0, length);
    const char *path[] = {fuzz_file(0, (fuzz_piece){images, length}), fuzz_file(1, rest)};
    lf_builder *builder;
    fuzz_require(lf_builder_create(&entry, &builder) == LF_OK);
    fuzz_require(lf_stl10_start(&label, builder) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_stl10_read(path[0], path[1], builder)))
        fuzz_require(lf_builder_rows(builder) * LF_STL10_FILE_PIXELS == length &&
                     lf_builder_rows(builder) == rest.size);
    lf_builder_free(builder);
    return 0;
}
