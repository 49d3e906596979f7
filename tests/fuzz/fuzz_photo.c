/**
 * @file fuzz_photo.c
 * @brief JPEG files.
 */
#include "fuzz.h"

#include "datasets/readers/parts/photo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t image[LF_PHOTO_PIXELS];
    double sum = 0;
    fuzz_begin();
    if (!fuzz_took(lf_photo_read("fuzz", data, size, image))) return 0;
    for (size_t k = 0; k < LF_PHOTO_PIXELS; k++)
        sum += image[k];
    fuzz_use(sum);
    return 0;
}
