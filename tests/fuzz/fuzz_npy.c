/**
 * @file fuzz_npy.c
 * @brief NPY files, and every number in them.
 */
#include "fuzz.h"

#include "datasets/readers/parts/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lf_npy npy;
    double sum = 0;
    fuzz_begin();
    if (!fuzz_took(lf_npy_open(fuzz_file(0, (fuzz_piece){data, size}), &npy))) return 0;
    double *row = calloc(npy.columns, sizeof *row);
    fuzz_require(row != NULL);
    for (size_t i = 0; i < npy.rows; i++) {
        fuzz_require(lf_npy_rows(&npy, i, 1, row) == LF_OK);
        for (size_t j = 0; j < npy.columns; j++) {
            fuzz_require(lf_npy_offset(&npy, i, j) + npy.item_bytes <= size);
            sum += row[j];
        }
    }
    free(row);
    fuzz_use(sum);
    lf_npy_close(&npy);
    return 0;
}
