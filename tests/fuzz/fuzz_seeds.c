/**
 * @file fuzz_seeds.c
 * @brief Lists of seeds: "0-4" or "0,3,7".
 */
#include "fuzz.h"

#include "harness/experiment/experiment.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text((fuzz_piece){data, size});
    uint64_t *seeds;
    size_t n;
    fuzz_begin();
    if (fuzz_took(lf_seeds_parse(text, &seeds, &n))) {
        fuzz_require(n > 0);
        for (size_t i = 1; i < n; i++)
            fuzz_require(seeds[i] != seeds[i - 1]);
        free(seeds);
    }
    free(text);
    return 0;
}
