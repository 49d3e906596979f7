/**
 * @file fuzz_photos.c
 * @brief Archives of photographs.
 */
#include "fuzz.h"

#include "datasets/readers/parts/photos.h"

/* The name is one of a photograph, whatever the archive says. */
static lf_status photos_see(void *context, const char *name, const uint8_t *bytes, size_t size) {
    fuzz_require(name[0] != '.' && !strchr(name, '/'));
    for (size_t i = 0; i < size; i++)
        *(double *)context += bytes[i];
    return LF_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    double sum = 0;
    fuzz_begin();
    fuzz_took(lf_photos_visit(fuzz_link("x.zip", (fuzz_piece){data, size}), photos_see, &sum));
    fuzz_use(sum);
    return 0;
}
